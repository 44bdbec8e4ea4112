#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/lcm.h"

/* Examples of the composition rules, 1: 2 s that nobody helps with, then 100
 * iterations of 0.1 s.  The step of the loop costs "each". */
static const char AMDAHL[] =
    "lcs 1\n"
    "param each value=(0.1) low=(0) high=(9) description=\"s a step\"\n"
    "function main @a.c:1:1:0-90 {\n"
    "  series {\n"
    "    fragment name=head @:2:3:10-20 {\n"
    "      model time (2 s)\n"
    "    }\n"
    "    team @:3:3:20-80 {\n"
    "      parloop name=steps for=i(0, 99) worksharing @:4:3:30-70 {\n"
    "        model time (each*1 s) per=iteration\n"
    "        fragment\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "}\n";

/* Parse "text", which is right. */
static liblcm_program *parse(const char *text) {
  liblcm_program *program = NULL;
  assert_int_equal(
      liblcm_program_parse(&program, "t.lcs", text, strlen(text), NULL), 0);
  assert_non_null(program);
  return program;
}

/* Predict "program" with the grid "spec"; the caller frees it. */
static liblcm_prediction *predict(const liblcm_program *program,
                                  const char *spec) {
  const struct liblcm_predict_options options = {
      .grid = &spec, .n_grid = 1, .nodes = 1, .formula = 1, .check = 1};
  liblcm_prediction *prediction = NULL;
  assert_int_equal(liblcm_predict(&prediction, program, &options, NULL), 0);
  return prediction;
}

/* Return the only point of "program" with the grid "spec". */
static struct liblcm_point point(const liblcm_program *program,
                                 const char *spec) {
  liblcm_prediction *prediction = predict(program, spec);
  struct liblcm_point out;
  assert_int_equal(liblcm_prediction_points(prediction), 1);
  assert_int_equal(liblcm_prediction_point(&out, prediction, 0), 0);
  liblcm_prediction_free(prediction);
  return out;
}

/* Assert that "x" is "y" but for rounding. */
static void assert_near(double x, double y) {
  if (!(fabs(x - y) <= 1e-9 * fmax(1, fabs(y))))
    fail_msg("%.17g is not %.17g", x, y);
}

/* ---- predictions ----------------------------------------------------------
 */

/* The numbers of a point. */
static void test_point(void **state) {
  (void)state;
  liblcm_program *program = parse(AMDAHL);
  liblcm_prediction *prediction = predict(program, "p=1,4");
  struct liblcm_point at;
  assert_int_equal(liblcm_prediction_points(prediction), 2);
  assert_int_equal(liblcm_prediction_point(&at, prediction, 1), 0);
  assert_near(at.p, 4);
  assert_near(at.time, 4.5);
  assert_near(at.time1, 12);
  assert_near(at.speedup, 12 / 4.5);
  assert_near(at.efficiency, 12 / 4.5 / 4);
  assert_near(at.work, 12);
  assert_near(at.low, at.time);
  assert_near(at.high, at.time);
  assert_near(liblcm_prediction_lost(prediction, 1, "pc"), 12);
  assert_near(liblcm_prediction_lost(prediction, 1, "ip"), 6);
  assert_near(liblcm_prediction_lost(prediction, 0, "ip"), 0);
  assert_true(isnan(liblcm_prediction_lost(prediction, 1, "zz")));
  assert_true(isnan(liblcm_prediction_lost(prediction, 2, "pc")));
  assert_int_equal(liblcm_prediction_point(&at, prediction, 2),
                   LIBLCM_ERROR_USAGE);
  assert_near(liblcm_prediction_value(prediction, 1, "p"), 4);
  assert_true(isnan(liblcm_prediction_value(prediction, 1, "q")));
  assert_string_equal(liblcm_prediction_variable(prediction, 0), "p");
  assert_null(liblcm_prediction_variable(prediction, 1));
  assert_string_equal(liblcm_prediction_category(prediction, 0), "pc");
  assert_null(liblcm_prediction_category(
      prediction, liblcm_prediction_categories(prediction)));
  liblcm_prediction_free(prediction);
  liblcm_program_free(program);
}

/* The occurrences of a point, by the name of the fragment. */
static void test_occurrences(void **state) {
  (void)state;
  liblcm_program *program = parse(AMDAHL);
  liblcm_prediction *prediction = predict(program, "p=4");
  struct liblcm_occurrence o;
  size_t seen = 0;
  for (size_t k = 0; k < liblcm_prediction_occurrences(prediction, 0); k++) {
    assert_int_equal(liblcm_prediction_occurrence(&o, prediction, 0, k), 0);
    if (!o.name || strcmp(o.name, "head") != 0)
      continue;
    seen++;
    assert_string_equal(o.kind, "fragment");
    assert_string_equal(o.function, "main");
    assert_string_equal(o.file, "a.c");
    assert_int_equal(o.line, 2);
    assert_near(o.time, 2);
    assert_near(o.share, 2 / 4.5);
    assert_true(o.critical);
    assert_near(liblcm_prediction_occurrence_lost(prediction, 0, k, "pc"), 2);
    assert_near(liblcm_prediction_occurrence_lost(prediction, 0, k, "ip"), 6);
  }
  assert_int_equal(seen, 1);
  assert_int_equal(liblcm_prediction_occurrence(&o, prediction, 0, 99),
                   LIBLCM_ERROR_USAGE);
  liblcm_prediction_free(prediction);
  liblcm_program_free(program);
}

/* Formula and JSON. */
static void test_texts(void **state) {
  (void)state;
  char *text = NULL;
  liblcm_program *program = parse(AMDAHL);
  liblcm_prediction *prediction = predict(program, "p=4");
  assert_int_equal(liblcm_prediction_formula(&text, prediction, LIBLCM_C), 0);
  assert_non_null(strstr(text, "p"));
  liblcm_text_free(text);
  assert_int_equal(liblcm_prediction_json(&text, prediction), 0);
  assert_non_null(strstr(text, "\"lcm-prediction/1\""));
  assert_non_null(strstr(text, "\"time\": 4.5"));
  liblcm_text_free(text);
  assert_int_equal(liblcm_program_json(&text, program), 0);
  assert_non_null(strstr(text, "\"lcm-structure/1\""));
  liblcm_text_free(text);
  liblcm_prediction_free(prediction);
  prediction = NULL;
  assert_int_equal(liblcm_predict(&prediction, program, NULL, NULL), 0);
  assert_int_equal(liblcm_prediction_formula(&text, prediction, LIBLCM_C), 0);
  assert_null(text);
  assert_near(point(program, "p=1").time, 12);
  liblcm_prediction_free(prediction);
  liblcm_program_free(program);
}

/* A node without a cost. */
static void test_unknowns(void **state) {
  (void)state;
  static const char TEXT[] =
      "lcs 1\nfunction main {\ncall callee=work @x.c:7:3:1-2\n}\n"
      "function work\n";
  struct liblcm_unknown unknown;
  liblcm_program *program = parse(TEXT);
  liblcm_prediction *prediction = predict(program, "p=1");
  assert_int_equal(liblcm_prediction_unknowns(prediction), 1);
  assert_int_equal(liblcm_prediction_unknown(&unknown, prediction, 0), 0);
  assert_string_equal(unknown.file, "x.c");
  assert_int_equal(unknown.line, 7);
  assert_non_null(strstr(unknown.reason, "external"));
  assert_int_equal(liblcm_prediction_unknown(&unknown, prediction, 1),
                   LIBLCM_ERROR_USAGE);
  liblcm_prediction_free(prediction);
  liblcm_program_free(program);
}

/* ---- programs -------------------------------------------------------------
 */

/* The text form reads back to itself; params and fragments are listed. */
static void test_program(void **state) {
  (void)state;
  struct liblcm_param param;
  liblcm_program *program = parse(AMDAHL);
  liblcm_program *again = parse(liblcm_program_text(program));
  assert_string_equal(liblcm_program_text(program), liblcm_program_text(again));
  assert_int_equal(liblcm_program_fragments(program), 2);
  assert_string_equal(liblcm_program_fragment(program, 0), "head");
  assert_string_equal(liblcm_program_fragment(program, 1), "steps");
  assert_null(liblcm_program_fragment(program, 2));
  assert_int_equal(liblcm_program_params(program), 1);
  assert_int_equal(liblcm_program_param(&param, program, 0), 0);
  assert_string_equal(param.name, "each");
  assert_string_equal(param.value, "0.1");
  assert_string_equal(param.low, "0");
  assert_string_equal(param.high, "9");
  assert_string_equal(param.description, "s a step");
  assert_int_equal(liblcm_program_param(&param, program, 1),
                   LIBLCM_ERROR_USAGE);
  liblcm_program_free(again);
  liblcm_program_free(program);
}

/* C files with flags. */
static void test_load(void **state) {
  (void)state;
  const char *const files[] = {LCM_SOURCE_DIR "/samples/fft2d/fft2d_tp.c",
                               LCM_SOURCE_DIR "/samples/fft2d/fft.c"};
  const char *const flags[] = {"-DUNUSED=1"};
  const struct liblcm_load_options options = {.flags = flags, .n_flags = 1};
  liblcm_program *program = NULL;
  liblcm_data *data = NULL;
  struct liblcm_movement movement;
  char *json = NULL;
  assert_int_equal(liblcm_program_load(&program, files, 2, &options, NULL), 0);
  assert_int_equal(liblcm_data_find(&data, program, NULL), 0);
  assert_int_equal(liblcm_data_movements(data), 1);
  assert_int_equal(liblcm_data_movement(&movement, data, 0), 0);
  assert_string_equal(movement.section, "a[k][0:n][0:n]");
  assert_string_equal(movement.kind, "true");
  assert_string_equal(movement.bytes, "16*n^2");
  assert_string_equal(movement.count, "itors");
  assert_false(movement.crossing);
  assert_int_equal(liblcm_data_movement(&movement, data, 1),
                   LIBLCM_ERROR_USAGE);
  assert_int_equal(liblcm_data_json(&json, data), 0);
  assert_non_null(strstr(json, "\"lcm-data/1\""));
  liblcm_text_free(json);
  liblcm_data_free(data);
  liblcm_program_free(program);
}

/* A model of two files: a program and its machine.  200 elements, a load and a
 * store of 1 each on one memory: 400. */
static void test_load_model(void **state) {
  (void)state;
  const char *const files[] = {
      LCM_SOURCE_DIR "/data/machines/pamela/examples/memory.pam",
      LCM_SOURCE_DIR "/data/machines/pamela/memory.pam"};
  liblcm_program *program = NULL;
  struct liblcm_point at;
  assert_int_equal(liblcm_program_load(&program, files, 2, NULL, NULL), 0);
  liblcm_prediction *prediction = predict(program, "P=50 N=200");
  assert_int_equal(liblcm_prediction_point(&at, prediction, 0), 0);
  assert_near(at.time, 400);
  assert_true(isnan(at.speedup));
  liblcm_prediction_free(prediction);
  liblcm_program_free(program);
  assert_int_equal(liblcm_program_load(&program, files, 1, NULL, NULL),
                   LIBLCM_ERROR_INPUT);
}

/* Units are loaded apart, joined, and entered. */
static void test_link(void **state) {
  (void)state;
  liblcm_program *parts[] = {
      parse("lcs 1\nfunction once {\ncall callee=f\n}\nfunction f\n"
            "function twice {\nseries {\ncall callee=f\ncall callee=f\n"
            "}\n}\n"),
      parse("lcs 1\nfunction f {\nfragment name=f {\nmodel time (3 s)\n"
            "}\n}\n")};
  const liblcm_program *const both[] = {parts[0], parts[1]};
  liblcm_program *joined = NULL;
  liblcm_program *entered = NULL;
  liblcm_prediction *prediction = NULL;
  struct liblcm_message message;
  liblcm_log *log = liblcm_log_new(NULL, NULL);
  assert_int_equal(liblcm_program_link(&joined, both, 2, log), 0);
  assert_int_equal(liblcm_predict(&prediction, joined, NULL, log),
                   LIBLCM_ERROR_INPUT);
  assert_null(prediction);
  assert_int_equal(liblcm_log_get(&message, log, 0), 0);
  assert_string_equal(message.id, "entry");
  assert_int_equal(liblcm_program_enter(&entered, joined, "twice", NULL), 0);
  assert_near(point(entered, "p=1").time, 6);
  liblcm_log_free(log);
  liblcm_program_free(entered);
  liblcm_program_free(joined);
  liblcm_program_free(parts[0]);
  liblcm_program_free(parts[1]);
}

/* ---- edits ----------------------------------------------------------------
 */

/* Return the time of AMDAHL on 4 processors after "edit". */
static double edited(struct liblcm_edit edit) {
  liblcm_program *program = parse(AMDAHL);
  liblcm_program *changed = NULL;
  assert_int_equal(liblcm_program_edit(&changed, program, &edit, 1, NULL), 0);
  const double time = point(changed, "p=4").time;
  assert_near(point(program, "p=4").time, 4.5);
  liblcm_program_free(changed);
  liblcm_program_free(program);
  return time;
}

/* Models are replaced, added and taken away; names get values. */
static void test_edit(void **state) {
  (void)state;
  assert_near(edited((struct liblcm_edit){"head", LIBLCM_EDIT_MODEL, "time",
                                          "1 s * 3"}),
              5.5);
  assert_near(
      edited((struct liblcm_edit){"head", LIBLCM_EDIT_MODEL, "time", NULL}),
      2.5);
  assert_near(edited((struct liblcm_edit){"head", LIBLCM_EDIT_MODEL, "time",
                                          "machine.flop * 3e9 flop"}),
              5.5);
  assert_near(
      edited((struct liblcm_edit){"steps", LIBLCM_EDIT_MODEL_PER_ITERATION,
                                  "time", "each * 2 s"}),
      7);
  assert_near(
      edited((struct liblcm_edit){"steps", LIBLCM_EDIT_MODEL, "work", "2 s"}),
      edited((struct liblcm_edit){"steps", LIBLCM_EDIT_MODEL, "time", NULL}) +
          0.5);
}

/* A name gets a value below a fragment, and nowhere else: 0.3 x 20 s beside
 * 100 x 0.1 s on 4 processors. */
static void test_edit_with(void **state) {
  (void)state;
  const struct liblcm_edit edits[] = {
      {"head", LIBLCM_EDIT_MODEL, "time", "each * 20 s"},
      {"head", LIBLCM_EDIT_WITH, "each", "0.3"}};
  liblcm_program *program = parse(AMDAHL);
  liblcm_program *changed = NULL;
  assert_int_equal(liblcm_program_edit(&changed, program, edits, 2, NULL), 0);
  assert_near(point(changed, "p=4").time, 8.5);
  liblcm_program_free(changed);
  liblcm_program_free(program);
}

/* Assert that "edit" of AMDAHL fails with "code" and one message, with the
 * identifier "id" and a text that has "part" in it. */
static void assert_refused(struct liblcm_edit edit, liblcm_code code,
                           const char *id, const char *part) {
  liblcm_program *program = parse(AMDAHL);
  liblcm_program *changed = NULL;
  struct liblcm_message message;
  liblcm_log *log = liblcm_log_new(NULL, NULL);
  assert_int_equal(liblcm_program_edit(&changed, program, &edit, 1, log), code);
  assert_null(changed);
  assert_int_equal(liblcm_log_count(log, LIBLCM_ERROR), 1);
  assert_int_equal(liblcm_log_get(&message, log, 0), 0);
  assert_string_equal(message.id, id);
  assert_non_null(strstr(message.text, part));
  liblcm_log_free(log);
  liblcm_program_free(program);
}

/* Edits that make no sense. */
static void test_edit_errors(void **state) {
  (void)state;
  assert_refused((struct liblcm_edit){"tail", LIBLCM_EDIT_MODEL, "time", "1 s"},
                 LIBLCM_ERROR_USAGE, "usage", "head, steps");
  assert_refused((struct liblcm_edit){"head", LIBLCM_EDIT_MODEL, "zz", "1 s"},
                 LIBLCM_ERROR_USAGE, "unknown-category", "'zz'");
  assert_refused((struct liblcm_edit){"head", LIBLCM_EDIT_MODEL, "pc", "1 +"},
                 LIBLCM_ERROR_INPUT, "syntax", "");
  assert_refused((struct liblcm_edit){"head", LIBLCM_EDIT_MODEL, "pc", "3"},
                 LIBLCM_ERROR_INPUT, "model-dimension", "not 1");
  assert_refused((struct liblcm_edit){"head", LIBLCM_EDIT_WITH, "p", "3 s"},
                 LIBLCM_ERROR_INPUT, "unit", "'p'");
  liblcm_program *program = parse(AMDAHL);
  liblcm_program *changed = NULL;
  const struct liblcm_edit nothing = {0};
  assert_int_equal(liblcm_program_edit(&changed, program, &nothing, 1, NULL),
                   LIBLCM_ERROR_USAGE);
  liblcm_program_free(program);
}

/* ---- restructurings -------------------------------------------------------
 */

/* Return "program" restructured as "text" says; the caller frees both. */
static liblcm_program *restructured(const liblcm_program *program,
                                    const char *text) {
  const struct liblcm_restructuring how = {.text = text};
  liblcm_program *changed = NULL;
  assert_int_equal(liblcm_program_restructure(&changed, program, &how, NULL),
                   0);
  assert_non_null(changed);
  return changed;
}

/* The 100 iterations of 0.1 s by one thread take 2 s + 10 s, by a team of 4
 * again 4.5 s; a handle knows the premises of all that led to it. */
static void test_restructure(void **state) {
  (void)state;
  liblcm_program *program = parse(AMDAHL);
  liblcm_program *serial = restructured(program, "serialize steps");
  liblcm_program *again = restructured(serial, "parallelize steps static,1");
  struct liblcm_premise premise;
  assert_near(point(program, "p=4").time, 4.5);
  assert_near(point(serial, "p=4").time, 12);
  assert_near(point(again, "p=4").time, 4.5);
  assert_int_equal(liblcm_program_premises(program), 0);
  assert_int_equal(liblcm_program_premises(serial), 2);
  assert_int_equal(liblcm_program_premises(again), 4);
  assert_int_equal(liblcm_program_premise(&premise, again, 0), 0);
  assert_string_equal(premise.edit, "serialize steps");
  assert_string_equal(premise.text, "one thread may execute what a team does");
  assert_true(premise.proved);
  assert_int_equal(liblcm_program_premise(&premise, again, 1), 0);
  assert_string_equal(premise.text,
                      "the model of time at a.c:4 holds as it is");
  assert_false(premise.proved);
  assert_int_equal(liblcm_program_premise(&premise, again, 4),
                   LIBLCM_ERROR_USAGE);
  liblcm_program_free(again);
  liblcm_program_free(serial);
  liblcm_program_free(program);
}

/* Assert that "program" restructured as "text" says fails with "code" and one
 * message, with the identifier "id". */
static void assert_wrong(const liblcm_program *program, const char *text,
                         liblcm_code code, const char *id) {
  const struct liblcm_restructuring how = {.text = text};
  liblcm_program *changed = NULL;
  struct liblcm_message message;
  liblcm_log *log = liblcm_log_new(NULL, NULL);
  assert_int_equal(liblcm_program_restructure(&changed, program, &how, log),
                   code);
  assert_null(changed);
  assert_int_equal(liblcm_log_count(log, LIBLCM_ERROR), 1);
  assert_int_equal(liblcm_log_get(&message, log, 0), 0);
  assert_string_equal(message.id, id);
  liblcm_log_free(log);
}

/* Restructurings that make no sense, or that a dependence forbids, unless it is
 * told not to matter.  A loop without a comment is found where loops are asked
 * for. */
static void test_restructure_refused(void **state) {
  (void)state;
  const char *const file =
      LCM_SOURCE_DIR "/tests/golden/edits/parallelize_refused/input.c";
  const char *const text = "parallelize input.c:3";
  const struct liblcm_load_options options = {.loops = 1};
  const struct liblcm_restructuring forced = {.text = text, .force = 1};
  const struct liblcm_restructuring nothing = {.text = NULL};
  liblcm_program *program = NULL;
  liblcm_program *changed = NULL;
  struct liblcm_premise premise;
  assert_int_equal(liblcm_program_load(&program, &file, 1, &options, NULL), 0);
  assert_wrong(program, "paralelize input.c:3", LIBLCM_ERROR_INPUT, "syntax");
  assert_wrong(program, "parallelize input.c:1", LIBLCM_ERROR_USAGE,
               "edit-place");
  assert_wrong(program, text, LIBLCM_ERROR_INPUT, "edit-refused");
  assert_int_equal(
      liblcm_program_restructure(&changed, program, &nothing, NULL),
      LIBLCM_ERROR_USAGE);
  assert_int_equal(liblcm_program_restructure(&changed, program, &forced, NULL),
                   0);
  assert_int_equal(liblcm_program_premise(&premise, changed, 0), 0);
  assert_false(premise.proved);
  assert_non_null(strstr(premise.text, "it does not matter that"));
  liblcm_program_free(changed);
  liblcm_program_free(program);
  assert_int_equal(liblcm_program_load(&program, &file, 1, NULL, NULL), 0);
  assert_wrong(program, text, LIBLCM_ERROR_USAGE, "edit-place");
  liblcm_program_free(program);
}

/* Coefficients without a name in two edits are two quantities: the half-widths
 * 3 and 4 make 5. */
static void test_edit_coefficients(void **state) {
  (void)state;
  const struct liblcm_edit edits[] = {
      {"head", LIBLCM_EDIT_MODEL, "time", "(10 +/- 3) s"},
      {"steps", LIBLCM_EDIT_MODEL, "time", "(10 +/- 4) s"}};
  liblcm_program *program = parse(AMDAHL);
  liblcm_program *changed = NULL;
  assert_int_equal(liblcm_program_edit(&changed, program, edits, 2, NULL), 0);
  const struct liblcm_point at = point(changed, "p=1");
  assert_near(at.time, 20);
  assert_near(at.high - at.time, 5);
  liblcm_program_free(changed);
  liblcm_program_free(program);
}

/* ---- comparisons ----------------------------------------------------------
 */

/* n seconds against 2 + n/2 seconds: they cross at n = 4, exactly. */
static void test_compare(void **state) {
  (void)state;
  static const char TEXT[] =
      "lcs 1\nparam n value=(1)\n"
      "function main {\nfragment name=all {\nmodel time (n*1 s)\n}\n}\n";
  const struct liblcm_edit edit = {"all", LIBLCM_EDIT_MODEL, "time",
                                   "2 s + n * 0.5 s"};
  const char *spec = "n=1:10";
  const struct liblcm_predict_options options = {.grid = &spec, .n_grid = 1};
  liblcm_program *a = parse(TEXT);
  liblcm_program *b = NULL;
  liblcm_comparison *comparison = NULL;
  struct liblcm_crossover crossover;
  struct liblcm_winner winner;
  char *json = NULL;
  assert_int_equal(liblcm_program_edit(&b, a, &edit, 1, NULL), 0);
  const struct liblcm_variant variants[] = {{"a", a}, {"b", b}};
  assert_int_equal(liblcm_compare(&comparison, variants, 2, &options, NULL), 0);
  assert_int_equal(liblcm_comparison_variants(comparison), 2);
  assert_int_equal(liblcm_comparison_winner(&winner, comparison, 0), 0);
  assert_int_equal(winner.winner, 0);
  assert_near(winner.low, 1.5);
  assert_int_equal(liblcm_comparison_winner(&winner, comparison, 9), 0);
  assert_int_equal(winner.winner, 1);
  assert_int_equal(liblcm_comparison_winner(&winner, comparison, 10),
                   LIBLCM_ERROR_USAGE);
  assert_int_equal(liblcm_comparison_crossovers(comparison), 1);
  assert_int_equal(liblcm_comparison_crossover(&crossover, comparison, 0), 0);
  assert_string_equal(crossover.variable, "n");
  assert_near(crossover.value, 4);
  assert_int_equal(crossover.from, 0);
  assert_int_equal(crossover.to, 1);
  assert_false(crossover.step);
  assert_near(liblcm_comparison_crossover_value(comparison, 0, "n"), 4);
  assert_true(isnan(liblcm_comparison_crossover_value(comparison, 0, "q")));
  const liblcm_prediction *second = liblcm_comparison_prediction(comparison, 1);
  struct liblcm_point at;
  assert_int_equal(liblcm_prediction_point(&at, second, 1), 0);
  assert_near(at.time, 3);
  assert_null(liblcm_comparison_prediction(comparison, 2));
  assert_int_equal(liblcm_comparison_json(&json, comparison), 0);
  assert_non_null(strstr(json, "\"lcm-comparison/1\""));
  liblcm_text_free(json);
  liblcm_comparison_free(comparison);
  assert_int_equal(liblcm_compare(&comparison, variants, 1, &options, NULL),
                   LIBLCM_ERROR_USAGE);
  liblcm_program_free(a);
  liblcm_program_free(b);
}

/* ---- machines -------------------------------------------------------------
 */

/* A description changes what a flop costs. */
static void test_machine(void **state) {
  (void)state;
  static const char SLOW[] = "{\"schema\": \"lcm-machine/1\", \"name\": "
                             "\"slow\", \"costs\": {\"flop\": 0.5}}";
  static const char BAD[] = "{\"schema\": \"lcm-machine/1\", \"name\": \"m\", "
                            "\"processors\": -4, \"costs\": {}}";
  liblcm_machine *machine = NULL;
  liblcm_program *program =
      parse("lcs 1\nfunction main {\nfragment {\nmodel work (6 flop)\n}\n}\n");
  liblcm_prediction *prediction = NULL;
  struct liblcm_point at;
  assert_int_equal(
      liblcm_machine_parse(&machine, "bad.json", BAD, strlen(BAD), NULL),
      LIBLCM_ERROR_INPUT);
  assert_int_equal(
      liblcm_machine_parse(&machine, "slow.json", SLOW, strlen(SLOW), NULL), 0);
  assert_non_null(strstr(liblcm_machine_json(machine), "\"slow\""));
  const struct liblcm_predict_options options = {.machine = machine};
  assert_int_equal(liblcm_predict(&prediction, program, &options, NULL), 0);
  assert_int_equal(liblcm_prediction_point(&at, prediction, 0), 0);
  assert_near(at.time, 3);
  liblcm_prediction_free(prediction);
  liblcm_machine_free(machine);
  machine = NULL;
  assert_int_equal(
      liblcm_machine_load(&machine,
                          LCM_SOURCE_DIR "/data/machines/default.json", NULL),
      0);
  liblcm_machine_free(machine);
  assert_int_equal(liblcm_machine_load(&machine, "/nowhere.json", NULL),
                   LIBLCM_ERROR_IO);
  liblcm_program_free(program);
}

/* ---- messages -------------------------------------------------------------
 */

/* Count messages; the last one's line and column go along. */
struct seen {
  size_t n;
  unsigned line;
  unsigned column;
};

/* Take "message" in. */
static void see(const struct liblcm_message *message, void *user) {
  struct seen *seen = user;
  seen->n++;
  seen->line = message->line;
  seen->column = message->column;
}

/* The message of a C file with a slip in a comment: by callback and as a
 * list. */
static void test_log(void **state) {
  (void)state;
  const char *file = LCM_SOURCE_DIR "/tests/golden/diagnostics/syntax/input.c";
  struct seen seen = {0};
  struct liblcm_message message;
  liblcm_program *program = NULL;
  liblcm_log *log = liblcm_log_new(see, &seen);
  assert_int_equal(liblcm_program_load(&program, &file, 1, NULL, log),
                   LIBLCM_ERROR_INPUT);
  assert_null(program);
  assert_int_equal(seen.n, 1);
  assert_int_equal(seen.line, 2);
  assert_int_equal(seen.column, 20);
  assert_int_equal(liblcm_log_count(log, LIBLCM_NOTE), 1);
  assert_int_equal(liblcm_log_get(&message, log, 0), 0);
  assert_int_equal(message.severity, LIBLCM_ERROR);
  assert_string_equal(message.id, "syntax");
  assert_string_equal(message.file, file);
  assert_string_equal(message.text, "expected '=' before '3 s'");
  assert_int_equal(liblcm_log_get(&message, log, 1), LIBLCM_ERROR_USAGE);
  liblcm_log_clear(log);
  assert_int_equal(liblcm_log_count(log, LIBLCM_NOTE), 0);
  liblcm_log_free(log);
}

/* Requests that make no sense, and files that are not there. */
static void test_refused(void **state) {
  (void)state;
  const char *nowhere = "/nowhere/a.c";
  const char *grid = "p=8:1";
  const struct liblcm_predict_options bad = {.grid = &grid, .n_grid = 1};
  const struct liblcm_predict_options empty = {.n_grid = 1};
  liblcm_program *program = NULL;
  liblcm_prediction *prediction = NULL;
  assert_int_equal(liblcm_program_load(&program, &nowhere, 1, NULL, NULL),
                   LIBLCM_ERROR_IO);
  assert_int_equal(liblcm_program_load(&program, NULL, 1, NULL, NULL),
                   LIBLCM_ERROR_USAGE);
  assert_int_equal(liblcm_program_load(&program, &nowhere, 0, NULL, NULL),
                   LIBLCM_ERROR_USAGE);
  assert_int_equal(liblcm_program_parse(&program, "t", "lcs 2\n", 6, NULL),
                   LIBLCM_ERROR_INPUT);
  assert_int_equal(liblcm_program_link(&program, NULL, 2, NULL),
                   LIBLCM_ERROR_USAGE);
  assert_int_equal(liblcm_predict(&prediction, NULL, NULL, NULL),
                   LIBLCM_ERROR_USAGE);
  program = parse(AMDAHL);
  assert_int_not_equal(liblcm_predict(&prediction, program, &bad, NULL), 0);
  assert_int_equal(liblcm_predict(&prediction, program, &empty, NULL),
                   LIBLCM_ERROR_USAGE);
  assert_null(prediction);
  liblcm_program_free(program);
  liblcm_program_free(NULL);
  liblcm_prediction_free(NULL);
  liblcm_comparison_free(NULL);
  liblcm_machine_free(NULL);
  liblcm_data_free(NULL);
  liblcm_log_free(NULL);
  assert_int_equal(liblcm_prediction_points(NULL), 0);
  assert_string_equal(liblcm_code_text(LIBLCM_ERROR_MEMORY), "out of memory");
  assert_string_equal(liblcm_code_text((liblcm_code)99), "no such code");
  assert_true(strchr(liblcm_version(), '.') != NULL);
}

/* ---- limits ---------------------------------------------------------------
 */

/* Return a structure nested "depth" deep; the caller frees it. */
static char *nested(size_t depth) {
  static const char HEAD[] = "lcs 1\nfunction main {\n";
  static const char OPEN[] = "loop for=i(1, 1) {\n";
  static const char INSIDE[] = "fragment {\nmodel time (1 s)\n}\n";
  char *text =
      malloc(sizeof HEAD + sizeof INSIDE + depth * (sizeof OPEN + 2) + 8);
  char *at = text + sprintf(text, "%s", HEAD);
  for (size_t i = 0; i < depth; i++)
    at += sprintf(at, "%s", OPEN);
  at += sprintf(at, "%s", INSIDE);
  for (size_t i = 0; i <= depth; i++)
    at += sprintf(at, "}\n");
  return text;
}

/* Deep nesting needs no stack of the caller, too deep is a code. */
static void test_depth(void **state) {
  (void)state;
  liblcm_program *program = NULL;
  char *text = nested(20000);
  assert_int_equal(
      liblcm_program_parse(&program, "t", text, strlen(text), NULL),
      LIBLCM_ERROR_LIMIT);
  free(text);
  text = nested(5000);
  program = parse(text);
  assert_near(point(program, "p=2").time, 1);
  liblcm_program_free(program);
  free(text);
}

/* What a thread does: predict "program" and put the time into "time". */
struct job {
  const liblcm_program *program;
  double time;
};

/* Do the job "user". */
static void *work(void *user) {
  struct job *job = user;
  const char *spec = "p=4";
  const struct liblcm_predict_options options = {.grid = &spec, .n_grid = 1};
  struct liblcm_point at = {.time = -1};
  for (int i = 0; i < 20; i++) {
    liblcm_prediction *prediction = NULL;
    if (liblcm_predict(&prediction, job->program, &options, NULL) ||
        liblcm_prediction_point(&at, prediction, 0))
      at.time = -1;
    liblcm_prediction_free(prediction);
  }
  job->time = at.time;
  return NULL;
}

/* One program, several threads. */
static void test_threads(void **state) {
  (void)state;
  enum { THREADS = 4 };
  pthread_t threads[THREADS];
  struct job jobs[THREADS];
  liblcm_program *program = parse(AMDAHL);
  for (int i = 0; i < THREADS; i++) {
    jobs[i] = (struct job){program, 0};
    assert_int_equal(pthread_create(&threads[i], NULL, work, &jobs[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    assert_near(jobs[i].time, 4.5);
  }
  liblcm_program_free(program);
}

/* Return the text of the golden case "path"; the caller frees it. */
static char *golden(const char *path) {
  FILE *file = fopen(path, "r");
  char *text = calloc(1, 1 << 16);
  assert_non_null(file);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  return text;
}

/* Models of measurements, and what makes no sense. */
static void test_fit(void **state) {
  (void)state;
  const char *file = LCM_SOURCE_DIR "/tests/golden/fit/agreeing/runs.jsonl";
  struct liblcm_fit_options options = {.files = &file, .n_files = 1};
  liblcm_log *log = liblcm_log_new(NULL, NULL);
  struct liblcm_message message;
  char *json = NULL;
  assert_int_equal(liblcm_fit(&json, &options, log), 0);
  assert_non_null(strstr(json, "\"lcm-fit/1\""));
  liblcm_text_free(json);
  liblcm_log_clear(log);
  options.categories = "nothing";
  assert_int_equal(liblcm_fit(&json, &options, log), LIBLCM_ERROR_USAGE);
  assert_int_equal(liblcm_log_count(log, LIBLCM_ERROR), 1);
  assert_int_equal(liblcm_log_get(&message, log, 0), 0);
  assert_string_equal(message.id, "usage");
  options.level = 1;
  assert_int_equal(liblcm_fit(&json, &options, NULL), LIBLCM_ERROR_USAGE);
  liblcm_log_free(log);
}

/* Models become comments, and are taken out again. */
static void test_annotate(void **state) {
  (void)state;
  const char *file = LCM_SOURCE_DIR "/tests/golden/annotate/iteration/input.c";
  struct liblcm_annotate_options options = {
      .files = &file,
      .n_files = 1,
      .fit = LCM_SOURCE_DIR "/tests/golden/annotate/iteration/fit.json",
      .per_iteration = 1};
  char *expected =
      golden(LCM_SOURCE_DIR "/tests/golden/annotate/iteration/expected.txt");
  liblcm_annotation *annotation = NULL;
  struct liblcm_annotated_file out;
  assert_int_equal(liblcm_annotate(&annotation, &options, NULL), 0);
  assert_int_equal(liblcm_annotation_files(annotation), 1);
  assert_int_equal(liblcm_annotation_file(&out, annotation, 0), 0);
  assert_int_equal(out.len, strlen(expected));
  assert_memory_equal(out.text, expected, out.len);
  assert_true(out.changed && out.models > 0);
  assert_int_equal(liblcm_annotation_file(&out, annotation, 1),
                   LIBLCM_ERROR_USAGE);
  liblcm_annotation_free(annotation);
  options.fit = NULL;
  assert_int_equal(liblcm_annotate(&annotation, &options, NULL), 0);
  assert_int_equal(liblcm_annotation_file(&out, annotation, 0), 0);
  assert_false(out.changed);
  liblcm_annotation_free(annotation);
  free(expected);
}

/* A page of a program, of one that is not there, and of standard input. */
static void test_report(void **state) {
  (void)state;
  const char *const files[] = {LCM_SOURCE_DIR "/samples/fft2d/fft2d_tp.c",
                               LCM_SOURCE_DIR "/samples/fft2d/fft.c"};
  const char *missing = LCM_SOURCE_DIR "/samples/fft2d/missing.c";
  const char *input = "-";
  const char *grid[] = {"n=64", "itors=2", "p=1,2"};
  const struct liblcm_predict_options predict = {.grid = grid, .n_grid = 3};
  const struct liblcm_report_options options = {
      .predict = &predict, .title = "transposed", .no_advice = 1};
  char *page = NULL;
  assert_int_equal(liblcm_report(&page, files, 2, &options, NULL), 0);
  assert_non_null(strstr(page, "<html"));
  assert_non_null(strstr(page, "transposed"));
  liblcm_text_free(page);
  assert_int_equal(liblcm_report(&page, &missing, 1, NULL, NULL),
                   LIBLCM_ERROR_IO);
  assert_int_equal(liblcm_report(&page, &input, 1, NULL, NULL),
                   LIBLCM_ERROR_USAGE);
}

/* A program is run twice; what cannot be run is said. */
static void test_profile(void **state) {
  (void)state;
  const char *words[] = {"/bin/true", "{n}"};
  const char *grid = "n=1,2";
  struct liblcm_profile_options options = {
      .words = words, .n_words = 2, .grid = &grid, .n_grid = 1, .runs = 1};
  liblcm_log *log = liblcm_log_new(NULL, NULL);
  char *json = NULL;
  setenv("LCM_RUNTIME", LCM_BINARY_DIR "/lib/lcm/liblcm-profile.so", 1);
  assert_int_equal(liblcm_profile(&json, &options, log), 0);
  assert_non_null(strstr(json, "\"lcm-profile/1\""));
  assert_non_null(strstr(json, "\"n\": 2"));
  liblcm_text_free(json);
  liblcm_log_clear(log);
  words[1] = "{m}";
  assert_int_equal(liblcm_profile(&json, &options, log), LIBLCM_ERROR_USAGE);
  assert_int_equal(liblcm_log_count(log, LIBLCM_ERROR), 1);
  words[0] = "/nothing/there";
  words[1] = "{n}";
  assert_int_equal(liblcm_profile(&json, &options, NULL), LIBLCM_ERROR_IO);
  liblcm_log_free(log);
}

/* What cannot be measured of a machine is said. */
static void test_calibrate(void **state) {
  (void)state;
  const char *grid = "p=1.5";
  struct liblcm_calibrate_options options = {
      .grid = &grid, .n_grid = 1, .programs = LCM_SOURCE_DIR, .quick = 1};
  liblcm_machine *machine = NULL;
  assert_int_equal(liblcm_calibrate(&machine, &options, NULL),
                   LIBLCM_ERROR_USAGE);
  grid = "p=1";
  assert_int_equal(liblcm_calibrate(&machine, &options, NULL), LIBLCM_ERROR_IO);
  assert_null(machine);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_point),
                                     cmocka_unit_test(test_occurrences),
                                     cmocka_unit_test(test_texts),
                                     cmocka_unit_test(test_unknowns),
                                     cmocka_unit_test(test_program),
                                     cmocka_unit_test(test_load),
                                     cmocka_unit_test(test_load_model),
                                     cmocka_unit_test(test_link),
                                     cmocka_unit_test(test_edit),
                                     cmocka_unit_test(test_edit_with),
                                     cmocka_unit_test(test_edit_errors),
                                     cmocka_unit_test(test_edit_coefficients),
                                     cmocka_unit_test(test_restructure),
                                     cmocka_unit_test(test_restructure_refused),
                                     cmocka_unit_test(test_compare),
                                     cmocka_unit_test(test_machine),
                                     cmocka_unit_test(test_log),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_depth),
                                     cmocka_unit_test(test_threads),
                                     cmocka_unit_test(test_fit),
                                     cmocka_unit_test(test_annotate),
                                     cmocka_unit_test(test_report),
                                     cmocka_unit_test(test_profile),
                                     cmocka_unit_test(test_calibrate)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
