#include <math.h>
#include <string.h>

#include "api/lcm.h"
#include "tests/fuzz/fuzz.h"

/* How many handles of a kind there are, calls at most, and bytes of a text. */
enum { HANDLES = 3, CALLS = 24, TEXT = 64 };

/* Calls of the library being made of bytes. */
struct calling {
  const uint8_t *data;
  size_t len;
  size_t at;
  char texts[4][TEXT];
  unsigned n_texts;
  liblcm_log *log;
  liblcm_program *programs[HANDLES];
  liblcm_machine *machines[HANDLES];
  liblcm_prediction *predictions[HANDLES];
  liblcm_comparison *comparisons[HANDLES];
  liblcm_data *data_of[HANDLES];
};

static const char PROGRAM[] =
    "lcs 1\nparam n value=(4)\nfunction main {\nteam size=(p) {\n"
    "parloop #2 name=hot for=i(0, n - 1) schedule=static worksharing {\n"
    "fragment name=work {\nmodel pc (2 s*(1 + i))\n"
    "read a[i:1] element=(8) exact\nwrite b[i:1] element=(8) exact\n}\n}\n"
    "barrier\n}\n}\n";

/* Return the next byte, below "n"; 0 behind the last. */
static unsigned choose(struct calling *c, unsigned n) {
  return c->at < c->len ? c->data[c->at++] % n : 0;
}

/* Return a text: NULL, one that often means something, or bytes. */
static const char *text(struct calling *c) {
  static const char *const USUAL[] = {
      "p=4", "n=1:8",  "n=0",   "main",          "hot", "work",
      "pc",  "time",   "1 s*n", "serialize hot", "",    "fuse hot work",
      "p",   "p=1:64", "n=1e9"};
  const unsigned kind = choose(c, 24);
  if (kind < sizeof USUAL / sizeof *USUAL)
    return USUAL[kind];
  if (kind < 17)
    return NULL;
  char *out = c->texts[c->n_texts++ % 4];
  size_t n = choose(c, TEXT);
  if (n > c->len - c->at)
    n = c->len - c->at;
  memcpy(out, c->data + c->at, n);
  out[n] = '\0';
  c->at += n;
  return out;
}

/* Return an index: often one that there is, sometimes none that can be. */
static size_t index_of(struct calling *c) {
  const unsigned kind = choose(c, 8);
  return kind == 7 ? SIZE_MAX : kind == 6 ? SIZE_MAX / 2 : kind;
}

/* "code" has a name; a failure with a log is said in it unless it is one of
 * use. */
static void check(liblcm_code code) {
  const char *said = liblcm_code_text(code);
  fuzz_require(said && *said, "a code has a text");
  fuzz_require(code != LIBLCM_ERROR_CHECK, "no invariant is broken");
}

/* Read, enter, join or edit a program into the handle at "out". */
static void make_program(struct calling *c, liblcm_program **out) {
  liblcm_program *const one = c->programs[choose(c, HANDLES)];
  const liblcm_program *parts[HANDLES] = {one, c->programs[0], c->programs[1]};
  liblcm_program *made = NULL;
  liblcm_log *log = choose(c, 4) ? c->log : NULL;
  const struct liblcm_edit edit = {text(c), (liblcm_edit_kind)choose(c, 5),
                                   text(c), text(c)};
  const struct liblcm_restructuring restructuring = {text(c), choose(c, 2)};
  const unsigned kind = choose(c, 7);
  if (kind == 0)
    check(liblcm_program_enter(&made, one, text(c), log));
  else if (kind == 1)
    check(liblcm_program_link(&made, parts, choose(c, HANDLES + 1), log));
  else if (kind == 2)
    check(liblcm_program_edit(&made, one, &edit, choose(c, 2), log));
  else if (kind == 3)
    check(liblcm_program_restructure(
        &made, one, choose(c, 8) ? &restructuring : NULL, log));
  else if (kind == 4) {
    const char *words = text(c);
    check(liblcm_program_parse(&made, text(c), words, words ? strlen(words) : 0,
                               log));
  } else
    check(liblcm_program_parse(&made, "f", PROGRAM, sizeof PROGRAM - 1, log));
  if (!made)
    return;
  liblcm_program_free(*out);
  *out = made;
}

/* Predict or compare programs. */
static void predict(struct calling *c) {
  const char *const grid[] = {text(c), text(c)};
  const struct liblcm_predict_options options = {
      .grid = grid,
      .n_grid = choose(c, 3),
      .machine = c->machines[choose(c, HANDLES)],
      .nodes = choose(c, 2) != 0,
      .formula = choose(c, 2) != 0,
      .check = 1};
  const struct liblcm_predict_options *of = choose(c, 8) ? &options : NULL;
  const struct liblcm_variant variants[] = {
      {text(c), c->programs[choose(c, HANDLES)]},
      {text(c), c->programs[choose(c, HANDLES)]}};
  liblcm_prediction *prediction = NULL;
  liblcm_comparison *comparison = NULL;
  liblcm_code code = LIBLCM_OK;
  if (choose(c, 2))
    code = liblcm_predict(&prediction, c->programs[choose(c, HANDLES)], of,
                          c->log);
  else
    code = liblcm_compare(&comparison, variants, choose(c, 3), of, c->log);
  check(code);
  fuzz_require(!code || (!prediction && !comparison),
               "a failure leaves what it would put alone");
  const unsigned to = choose(c, HANDLES);
  if (prediction) {
    liblcm_prediction_free(c->predictions[to]);
    c->predictions[to] = prediction;
  }
  if (comparison) {
    liblcm_comparison_free(c->comparisons[to]);
    c->comparisons[to] = comparison;
  }
}

/* Ask a prediction for all that it has. */
static void ask_prediction(struct calling *c) {
  const liblcm_prediction *of = c->predictions[choose(c, HANDLES)];
  struct liblcm_point point;
  struct liblcm_occurrence occurrence;
  struct liblcm_unknown unknown;
  char *words = NULL;
  if (!of)
    return;
  check(liblcm_prediction_point(&point, of, index_of(c)));
  check(
      liblcm_prediction_occurrence(&occurrence, of, index_of(c), index_of(c)));
  check(liblcm_prediction_unknown(&unknown, of, index_of(c)));
  (void)liblcm_prediction_variable(of, index_of(c));
  (void)liblcm_prediction_category(of, index_of(c));
  (void)liblcm_prediction_value(of, index_of(c), text(c));
  (void)liblcm_prediction_lost(of, index_of(c), text(c));
  (void)liblcm_prediction_occurrence_lost(of, index_of(c), index_of(c),
                                          text(c));
  (void)liblcm_prediction_occurrences(of, index_of(c));
  check(liblcm_prediction_formula(&words, of, (liblcm_notation)choose(c, 5)));
  liblcm_text_free(words);
  words = NULL;
  check(liblcm_prediction_json(&words, of));
  liblcm_text_free(words);
}

/* Ask a comparison for all that it has. */
static void ask_comparison(struct calling *c) {
  const liblcm_comparison *of = c->comparisons[choose(c, HANDLES)];
  struct liblcm_winner winner;
  struct liblcm_crossover crossover;
  char *words = NULL;
  if (!of)
    return;
  check(liblcm_comparison_winner(&winner, of, index_of(c)));
  check(liblcm_comparison_crossover(&crossover, of, index_of(c)));
  (void)liblcm_comparison_crossover_value(of, index_of(c), text(c));
  (void)liblcm_comparison_prediction(of, index_of(c));
  check(liblcm_comparison_json(&words, of));
  liblcm_text_free(words);
}

/* Ask a program for all that it has, and find its data. */
static void ask_program(struct calling *c) {
  const liblcm_program *of = c->programs[choose(c, HANDLES)];
  struct liblcm_param param;
  struct liblcm_premise premise;
  struct liblcm_movement movement;
  liblcm_data *data = NULL;
  char *words = NULL;
  const unsigned to = choose(c, HANDLES);
  if (!of)
    return;
  check(liblcm_program_param(&param, of, index_of(c)));
  check(liblcm_program_premise(&premise, of, index_of(c)));
  (void)liblcm_program_fragment(of, index_of(c));
  check(liblcm_program_json(&words, of));
  liblcm_text_free(words);
  check(liblcm_data_find(&data, of, c->log));
  if (!data)
    return;
  check(liblcm_data_movement(&movement, data, index_of(c)));
  liblcm_data_free(c->data_of[to]);
  c->data_of[to] = data;
}

/* Read a machine, or forget one. */
static void make_machine(struct calling *c) {
  static const char DEFAULT[] = "{\"schema\": \"lcm-machine/1\"}";
  liblcm_machine **to = &c->machines[choose(c, HANDLES)];
  liblcm_machine *made = NULL;
  const char *words = choose(c, 2) ? text(c) : DEFAULT;
  check(liblcm_machine_parse(&made, text(c), words, words ? strlen(words) : 0,
                             c->log));
  if (made || choose(c, 4) == 0) {
    liblcm_machine_free(*to);
    *to = made;
  }
}

/* Free handles that others may have been made of, and read the log. */
static void forget(struct calling *c) {
  struct liblcm_message message;
  liblcm_program **program = &c->programs[choose(c, HANDLES)];
  check(liblcm_log_get(&message, c->log, index_of(c)));
  liblcm_log_clear(c->log);
  fuzz_require(!liblcm_log_count(c->log, LIBLCM_NOTE), "a log can be cleared");
  liblcm_program_free(*program);
  *program = NULL;
}

/* Free all that "c" has. */
static void free_all(struct calling *c) {
  for (size_t i = 0; i < HANDLES; i++) {
    liblcm_program_free(c->programs[i]);
    liblcm_machine_free(c->machines[i]);
    liblcm_prediction_free(c->predictions[i]);
    liblcm_comparison_free(c->comparisons[i]);
    liblcm_data_free(c->data_of[i]);
  }
  liblcm_log_free(c->log);
}

/* The bytes are calls of the library in any order, with arguments that make
 * sense or not. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  struct calling c = {.data = data, .len = len};
  c.log = liblcm_log_new(NULL, NULL);
  for (unsigned i = 0; i < CALLS && c.at < c.len; i++)
    switch (choose(&c, 8)) {
    case 0:
      ask_prediction(&c);
      break;
    case 1:
      ask_comparison(&c);
      break;
    case 2:
      ask_program(&c);
      break;
    case 3:
      make_machine(&c);
      break;
    case 4:
      forget(&c);
      break;
    case 5:
      predict(&c);
      break;
    default:
      make_program(&c, &c.programs[choose(&c, HANDLES)]);
    }
  free_all(&c);
  return 0;
}
