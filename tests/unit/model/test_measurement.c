#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "model/measurement/measurement.h"
#include "model/measurement/print.h"
#include "model/measurement/read.h"

/* What a text is read as. */
struct read {
  lcm_ctx *ctx;
  lcm_measurements all;
  lcm_status status;
};

/* Read "text" in "format". */
static struct read read_text(const char *text, lcm_measurement_format format) {
  struct read r = {.ctx = lcm_ctx_new(NULL)};
  r.status =
      lcm_measurements_parse(&r.all, r.ctx, "f", text, strlen(text), format);
  return r;
}

/* Return what category "name" of record "i" has. */
static double category(const struct read *r, size_t i, const char *name) {
  assert_true(i < r->all.n);
  return lcm_measured(r->all.at[i].categories, r->all.at[i].n_categories, name);
}

/* Return the value of param "name" of record "i". */
static double param(const struct read *r, size_t i, const char *name) {
  assert_true(i < r->all.n);
  return lcm_measured(r->all.at[i].params, r->all.at[i].n_params, name);
}

/* Assert that the only thing said about the text is "message". */
static void assert_said(const struct read *r, const char *message) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(r->ctx, &n);
  for (size_t i = 1; i < n; i++)
    print_message("%s\n", lcm_diag_format(r->ctx, &all[i]));
  assert_int_equal(n, message ? 1 : 0);
  if (message)
    assert_string_equal(lcm_diag_format(r->ctx, all), message);
}

/* The record of figure 5.1 of Crovella 1994, on one line and on two as it is
 * printed.  0.018748 + 0.002202 + 0.276536 + 0.077673 + 0.037759 = 0.412918,
 * and 1.313014 - 0.412918 = 0.900096, which is rt: nothing is said. */
static void figure_5_1(void **state) {
  (void)state;
  static const char *const TEXTS[] = {
      "d=32 v=4.5 p=2 li=0.018748 ip=0.002202 sl=0.276536 cl=0.077673 "
      "rc=0.037759 tt=1.313014 rt=0.900096\n",
      "d=32 v=4.5 p=2 li=0.018748 ip=0.002202 sl=0.276536\n"
      "cl=0.077673 rc=0.037759 tt=1.313014 rt=0.900096\n"};
  for (size_t i = 0; i < 2; i++) {
    struct read r = read_text(TEXTS[i], LCM_MEASURED_ANY);
    assert_int_equal(r.status, LCM_OK);
    assert_said(&r, NULL);
    assert_int_equal(r.all.n, 1);
    assert_true(param(&r, 0, "d") == 32 && param(&r, 0, "v") == 4.5);
    assert_int_equal(r.all.at[0].n_params, 3);
    assert_string_equal(r.all.at[0].fragment, "");
    const double lost = category(&r, 0, "li") + category(&r, 0, "ip") +
                        category(&r, 0, "sl") + category(&r, 0, "cl") +
                        category(&r, 0, "rc");
    assert_true(fabs(lost - 0.412918) < 1e-12);
    assert_true(fabs(category(&r, 0, "tt") - lost - category(&r, 0, "rt")) <
                1e-12);
    assert_true(r.all.at[0].processors == 2);
    assert_true(fabs(r.all.at[0].elapsed - 0.656507) < 1e-12);
    assert_true(lcm_measured_category(&r.all.at[0], "pc") == 0.900096);
    lcm_ctx_free(r.ctx);
  }
}

/* The numbers of figure 4.3: what remains is printed one unit of the last digit
 * off (28.669868 for 28.669869), which is rounding; 49.293890/5 s = 9.858778 s;
 * insufficient parallelism is the largest loss. */
static void figure_4_3(void **state) {
  (void)state;
  struct read r = read_text("p=5 li=0.180677 ip=16.813304 sl=0.003779 "
                            "cl=2.274899 rc=1.351362 tt=49.293890 "
                            "rt=28.669868\n",
                            LCM_MEASURED_PP);
  assert_int_equal(r.status, LCM_OK);
  assert_said(&r, NULL);
  assert_true(fabs(r.all.at[0].elapsed - 9.858778) < 1e-9);
  double most = 0;
  const char *which = "";
  for (size_t i = 0; i < r.all.at[0].n_categories; i++) {
    const lcm_binding *c = &r.all.at[0].categories[i];
    if (strcmp(c->name, "tt") != 0 && strcmp(c->name, "rt") != 0 &&
        c->value > most) {
      most = c->value;
      which = c->name;
    }
  }
  assert_string_equal(which, "ip");
  assert_true(fabs(most / category(&r, 0, "tt") - 0.34108) < 1e-5);
  lcm_ctx_free(r.ctx);
}

/* Tags are fragments, unknown names params, those behind a plus categories;
 * words may be in quotes. */
static void pairs(void **state) {
  (void)state;
  struct read r =
      read_text("# a remark\n"
                "n=64 p=2 tag=7 li=0.5 rt=1e-3 +ws=0.25 visits=3\r\n"
                "\n"
                "rc=-0.5 p=2 n=128 tag=\"a b\" machine=ksr1 tt=2\n",
                LCM_MEASURED_ANY);
  assert_said(&r, NULL);
  assert_int_equal(r.all.n, 2);
  assert_string_equal(r.all.at[0].fragment, "7");
  assert_true(category(&r, 0, "ws") == 0.25 && category(&r, 0, "rt") == 1e-3);
  assert_true(r.all.at[0].visits == 3 && isnan(r.all.at[0].elapsed));
  assert_string_equal(r.all.at[1].fragment, "a b");
  assert_string_equal(r.all.at[1].machine, "ksr1");
  assert_true(category(&r, 1, "rc") == -0.5 && param(&r, 1, "n") == 128);
  assert_int_equal(r.all.at[1].line, 4);
  lcm_ctx_free(r.ctx);
}

/* A line of lcm-measurement/1 with all there is. */
static void line(void **state) {
  (void)state;
  static const char TEXT[] =
      "{\"schema\": \"lcm-measurement/1\", \"fragment\": \"a.c:f/loop#1\", "
      "\"place\": \"a.c:3\", \"label\": \"\\u00e9\\\"\", "
      "\"params\": {\"n\": 8, \"p\": 2}, "
      "\"categories\": {\"pc\": 0.5, \"li\": 1e-9}, \"elapsed\": 0.25, "
      "\"processors\": 2, \"visits\": 3, \"iterations\": 24, "
      "\"machine\": \"m\", \"affinity\": \"close\", \"repetition\": 1, "
      "\"flags\": [\"cut\", \"overhead\"]}\n";
  struct read r = read_text(TEXT, LCM_MEASURED_ANY);
  assert_said(&r, NULL);
  assert_int_equal(r.all.n, 1);
  const lcm_measurement *one = &r.all.at[0];
  assert_string_equal(one->label, "\xc3\xa9\"");
  assert_string_equal(one->flags, "cut overhead");
  assert_true(one->visits == 3 && one->iterations == 24 &&
              one->repetition == 1 && one->elapsed == 0.25);
  assert_true(category(&r, 0, "li") == 1e-9 && param(&r, 0, "n") == 8);
  char *again = lcm_measurement_to_line(r.ctx, one);
  struct read second = read_text(again, LCM_MEASURED_JSONL);
  char *third = lcm_measurement_to_line(second.ctx, &second.all.at[0]);
  assert_string_equal(again, third);
  assert_non_null(strstr(again, "\"flags\": [\"cut\", \"overhead\"]"));
  free(again);
  free(third);
  lcm_ctx_free(second.ctx);
  lcm_ctx_free(r.ctx);
}

/* Damaged texts: what is kept of them, and what is said. */
static const struct {
  const char *text;
  size_t kept;
  const char *said;
} DAMAGED[] = {
    {"{\"params\": {\"n\": 1}, \"categories\": {\"pc\": 2}}\n"
     "{\"params\": {\"n\": 2}, \"categories\": {\"pc\": 2.",
     1,
     "f:2:45: warning: the text ends in the midst of a record, which is left "
     "out [cut-short]"},
    {"{\"params\": {\"n\": 1}, \"categories\": {\"pc\": 2}}\n"
     "{\"params\": {\"n\": 2}, \"categ",
     1,
     "f:2:28: warning: the text ends in the midst of a record, which is left "
     "out [cut-short]"},
    {"{\"params\": {\"n\": 1}, \"categories\": {\"pc\": 2}}\n"
     "{\"params\": {\"n\": 2}, \"categories\": {\"pc\": NaN}}\n"
     "{\"params\": {\"n\": 3}, \"categories\": {\"pc\": 4}}\n",
     2,
     "f:2:43: error: pc is not a number; the record is left out "
     "[measurement]"},
    {"{\"params\": {\"n\": 1}, \"categories\": {\"pc\": -2}}\n"
     "{\"params\": {\"n\": 3}, \"categories\": {\"pc\": 4}}\n",
     1,
     "f:1:43: error: pc is negative: -2; the record is left out "
     "[measurement]"},
    {"{\"params\": {\"n\": 1}, \"categories\": {\"pc\": 1e999}}\n"
     "{\"params\": {\"n\": 3}, \"categories\": {\"pc\": 4}}\n",
     1,
     "f:1:43: error: pc is infinite; the record is left out "
     "[measurement]"},
    {"{\"params\": {\"n\": \"big\"}, \"categories\": {\"pc\": 1}}\n"
     "{\"params\": {\"n\": 3}, \"categories\": {\"pc\": 4}}\n",
     1,
     "f:1:18: error: the value of n is no number; the record is left out "
     "[measurement]"},
    {"{\"params\": {\"n\": 3}, \"categories\": {\"pc\": 4}}\n"
     "{\"params\": {\"n\" 3}, \"categories\": {\"pc\": 4}}\n",
     1, "f:2:17: error: expected ':' [syntax]"},
    {"{\"params\": {\"n\": 3}, \"categories\": {\"pc\": 4}}\n"
     "{\"params\": {\"n\": 3}}\n",
     1,
     "f:2:1: error: a record without categories; the record is left out "
     "[measurement]"},
    {"{\"schema\": \"lcm-measurement/2\"}\n"
     "{\"params\": {\"n\": 3}, \"categories\": {\"pc\": 4}}\n",
     1,
     "f:1:12: error: schema 'lcm-measurement/2' is not lcm-measurement/1; "
     "the record is left out [measurement]"},
    {"p=1 li=1 rt=1\np=2 li=2 rt=", 1,
     "f:2:13: warning: the text ends in the midst of a record, which is left "
     "out [cut-short]"},
    {"p=1 li=1 rt=1\np=2 li=2", 1,
     "f:2:9: warning: the text ends in the midst of a record, which is left "
     "out [cut-short]"},
    {"p=1 li=nan rt=1\np=2 li=2 rt=2\n", 1,
     "f:1:8: error: li is nan; the record is left out [measurement]"},
    {"p=1 li=1 rt=1\np=2 li=-2 rt=2\n", 1,
     "f:2:8: error: li is negative: -2; the record is left out "
     "[measurement]"},
    {"p=1 li=1 rt=1 tt=3\np=2 li=2 rt=2 tt=4\n", 2,
     "f:1:1: warning: the categories add up to 2 s, the run took 3 s "
     "[categories-sum]"},
    {"p=1 li=1 rt=1\np=2 li\n", 1,
     "f:2:7: error: expected NAME=VALUE "
     "[syntax]"},
    {"p=1 li=1 rt=1\np=two li=1\n", 1,
     "f:2:3: error: the value of p is no number: 'two'; the record is left "
     "out [measurement]"},
    {"PARAMETER p\nPOINTS 1 2 4\nREGION r\nMETRIC time\nDATA 1\nDATA x\n"
     "DATA 4\n",
     2, "f:6:6: error: expected a number [syntax]"},
    {"PARAMETER p\nPOINTS 1 2 4\nREGION r\nMETRIC time\nDATA 1\nDATA -2\n"
     "DATA 4\n",
     2,
     "f:6:6: error: the value is negative: -2; the record is left out "
     "[measurement]"},
    {"PARAMETER p\nPOINTS 1 2\nDATA 1\nDATA 2\nDATA 4\n", 2,
     "f:5:1: error: more DATA lines than the 2 points; the record is left "
     "out [measurement]"},
    {"PARAMETER p\nPOINTS 1 2 4\nREGION r\nMETRIC time\nDATA 1\nDATA 2", 2,
     "f:6:1: warning: time of r has 2 DATA lines for 3 points [cut-short]"},
    {"{\"parameters\": [\"p\"], \"measurements\": {\"r\": {\"time\": [\n"
     "{\"point\": [1], \"values\": [1, 2]},\n"
     "{\"point\": [2], \"values\": [NaN, 3]}]}}}\n",
     3,
     "f:3:27: error: the value is no number: nan; it is left out "
     "[measurement]"},
    {"{\"parameters\": [\"p\"], \"measurements\": {\"r\": {\"time\": [\n"
     "{\"point\": [1], \"values\": [1, 2]},\n"
     "{\"point\": [2], \"val",
     2,
     "f:3:20: warning: the text ends in the midst of a record, which is left "
     "out [cut-short]"},
    {"", 0, "f: error: there are no measurements [measurement]"},
    {"# nothing\n", 0, "f: error: there are no measurements [measurement]"},
};

/* What is wrong is said at its line and column, and the rest is kept. */
static void damage(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof DAMAGED / sizeof *DAMAGED; i++) {
    struct read r = read_text(DAMAGED[i].text, LCM_MEASURED_ANY);
    assert_said(&r, DAMAGED[i].said);
    assert_int_equal(r.all.n, DAMAGED[i].kept);
    assert_int_equal(r.status, DAMAGED[i].kept ? LCM_OK : LCM_EPARSE);
    lcm_ctx_free(r.ctx);
  }
}

/* A file that a crash left with zeros at its end. */
static void zeros(void **state) {
  (void)state;
  static const char TEXT[] =
      "{\"params\": {\"n\": 1}, \"categories\": {\"pc\": 2}}\n"
      "{\"params\": {\"n\": 2}, \"cat\0\0\0\0\0\0";
  struct read r = {.ctx = lcm_ctx_new(NULL)};
  r.status = lcm_measurements_parse(&r.all, r.ctx, "f", TEXT, sizeof TEXT,
                                    LCM_MEASURED_ANY);
  assert_int_equal(r.all.n, 1);
  assert_said(&r, "f:2:26: warning: the text ends in the midst of a record, "
                  "which is left out [cut-short]");
  lcm_ctx_free(r.ctx);
}

/* The forms that points may have in a text of Extra-P, as its documentation has
 * them: with one parameter bare or in parentheses, with two in parentheses,
 * which may be doubled; regions, metrics and repetitions. */
static void extrap_text(void **state) {
  (void)state;
  static const char *const POINTS[] = {
      "POINTS (20 1) (20 2) (30 1)", "POINTS ( 20 1 ) ( 20 2 ) ( 30 1 )",
      "POINTS ((20) (1)) ((20) (2)) ((30) (1))",
      "POINTS (20 1)(20 2)\nPOINTS (30 1)"};
  for (size_t i = 0; i < 4; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "# by hand\nPARAMETER n p\n%s\n\nREGION main->foo\nMETRIC time\n"
             "DATA 1 2 3\nDATA 4 5 6\nDATA 7 8 9\nMETRIC visits\n"
             "DATA 10\nDATA 11\nDATA 12\n",
             POINTS[i]);
    struct read r = read_text(text, LCM_MEASURED_ANY);
    assert_said(&r, NULL);
    assert_int_equal(r.all.n, 9);
    assert_string_equal(r.all.at[0].fragment, "main->foo");
    assert_true(category(&r, 4, "time") == 5 && param(&r, 4, "n") == 20 &&
                param(&r, 4, "p") == 2 && r.all.at[4].repetition == 1);
    assert_true(category(&r, 8, "time") == 9 && param(&r, 8, "n") == 30);
    assert_true(r.all.at[6].visits == 12 && isnan(r.all.at[7].visits));
    assert_true(r.all.at[4].processors == 2);
    lcm_ctx_free(r.ctx);
  }
}

/* The two schemas of Extra-P's JSON say the same, whatever the order of the
 * older one's lists. */
static void extrap_json(void **state) {
  (void)state;
  static const char *const TEXTS[] = {
      "{\"parameters\": [\"p\", \"n\"], \"measurements\": {\"main->f\": "
      "{\"time\": [{\"point\": [2, 8], \"values\": [0.5, 0.25]}, "
      "{\"point\": [4, 8], \"values\": [0.75]}], "
      "\"bytes\": [{\"point\": [2, 8], \"values\": [64]}]}}}",
      "{\"callpaths\": [{\"id\": 1, \"name\": \"main->f\"}], "
      "\"coordinates\": [{\"id\": 1, \"parameter_value_pairs\": "
      "[{\"parameter_id\": 1, \"parameter_value\": 2}, "
      "{\"parameter_id\": 2, \"parameter_value\": 8}]}, "
      "{\"id\": 2, \"parameter_value_pairs\": "
      "[{\"parameter_id\": 2, \"parameter_value\": 8}, "
      "{\"parameter_id\": 1, \"parameter_value\": 4}]}],\n"
      "\"measurements\": [{\"callpath_id\": 1, \"coordinate_id\": 1, "
      "\"metric_id\": 1, \"id\": 1, \"value\": 0.5}, "
      "{\"callpath_id\": 1, \"coordinate_id\": 1, \"metric_id\": 1, "
      "\"id\": 2, \"value\": 0.25}, "
      "{\"callpath_id\": 1, \"coordinate_id\": 2, \"metric_id\": 1, "
      "\"id\": 3, \"value\": 0.75}, "
      "{\"callpath_id\": 1, \"coordinate_id\": 1, \"metric_id\": 2, "
      "\"id\": 4, \"value\": 64}],\n"
      "\"metrics\": [{\"id\": 1, \"name\": \"time\"}, "
      "{\"id\": 2, \"name\": \"bytes\"}], "
      "\"parameters\": [{\"id\": 1, \"name\": \"p\"}, "
      "{\"id\": 2, \"name\": \"n\"}]}",
      "{\"params\": {\"p\": 2, \"n\": 8}, \"callpath\": \"main->f\", "
      "\"metric\": \"time\", \"value\": [0.5, 0.25]}\n"
      "{\"params\": {\"n\": 8, \"p\": 4}, \"callpath\": \"main->f\", "
      "\"metric\": \"time\", \"value\": 0.75}\n"
      "{\"params\": {\"p\": 2, \"n\": 8}, \"callpath\": \"main->f\", "
      "\"metric\": \"bytes\", \"value\": 64}\n"};
  for (size_t i = 0; i < 3; i++) {
    struct read r = read_text(TEXTS[i], LCM_MEASURED_ANY);
    assert_said(&r, NULL);
    assert_int_equal(r.all.n, 3);
    assert_true(category(&r, 0, "time") == 0.5 &&
                category(&r, 1, "time") == 0.25 &&
                category(&r, 2, "time") == 0.75);
    assert_true(category(&r, 0, "bytes") == 64 && r.all.at[0].foreign &&
                !r.all.at[1].foreign);
    assert_true(param(&r, 2, "p") == 4 && param(&r, 2, "n") == 8 &&
                param(&r, 0, "p") == 2);
    assert_string_equal(r.all.at[2].fragment, "main->f");
    lcm_ctx_free(r.ctx);
  }
  struct read bare =
      read_text("{\"params\": {\"p\": 2}, \"value\": 3}\n", LCM_MEASURED_ANY);
  assert_said(&bare, NULL);
  assert_string_equal(bare.all.at[0].fragment, "");
  assert_true(category(&bare, 0, "<default>") == 3);
  lcm_ctx_free(bare.ctx);
}

/* Return a number below "n", of the sequence that "seed" is in. */
static size_t draw(uint64_t *seed, size_t n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(*seed >> 33) % n;
}

/* Return the text of "all" in "format". */
static char *print(const struct read *r, lcm_measurement_format format) {
  return lcm_measurements_print(r->ctx, &r->all, format);
}

/* Assert that "b" has what "a" has, but for the names of pure computation and
 * the total, and the order. */
static void assert_same(const struct read *a, const struct read *b) {
  assert_int_equal(a->all.n, b->all.n);
  for (size_t i = 0; i < a->all.n; i++) {
    const lcm_measurement *x = &a->all.at[i];
    const lcm_measurement *y = NULL;
    for (size_t k = 0; k < b->all.n; k++) {
      const lcm_measurement *one = &b->all.at[k];
      if (!strcmp(one->fragment, x->fragment) &&
          one->repetition == x->repetition &&
          param(b, k, "n") == param(a, i, "n") &&
          param(b, k, "p") == param(a, i, "p"))
        y = one;
    }
    assert_non_null(y);
    for (size_t k = 0; k < x->n_categories; k++)
      assert_true(lcm_measured_category(y, x->categories[k].name) ==
                  x->categories[k].value);
    assert_true(x->elapsed == y->elapsed && x->visits == y->visits &&
                x->iterations == y->iterations);
    assert_true(x->processors == y->processors);
  }
}

/* Random measurements, through every pair of formats and back. */
static void round_trips(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int round = 0; round < 4; round++) {
    lcm_buf buf = {0};
    for (size_t n = 1; n <= 4; n++)
      for (size_t p = 1; p <= 3; p++)
        for (size_t f = 0; f < 3; f++)
          for (size_t k = 0; k < 2; k++)
            lcm_buf_printf(
                &buf,
                "{\"fragment\": \"%s\", \"params\": {\"p\": %zu, \"n\": %zu}, "
                "\"categories\": {\"pc\": %zu.%zu, \"li\": 0.%zu1, \"ws\": "
                "%zue-7}, \"elapsed\": %zu.125, \"visits\": %zu, "
                "\"iterations\": %zu, \"repetition\": %zu}\n",
                f ? (f == 1 ? "a.c:f/loop#1" : "b") : "b c", p, n * 64,
                draw(&seed, 100), draw(&seed, 100000), draw(&seed, 1000),
                draw(&seed, 100), draw(&seed, 9), draw(&seed, 5) + 1,
                draw(&seed, 1000), k);
    struct read first = read_text(buf.text, LCM_MEASURED_ANY);
    assert_said(&first, NULL);
    assert_int_equal(first.all.n, 72);
    for (int from = LCM_MEASURED_JSONL; from <= LCM_MEASURED_EXTRAP_JSONL;
         from++)
      for (int to = LCM_MEASURED_JSONL; to <= LCM_MEASURED_EXTRAP_JSONL; to++) {
        char *one = print(&first, (lcm_measurement_format)from);
        struct read second = read_text(one, LCM_MEASURED_ANY);
        assert_said(&second, NULL);
        char *two = print(&second, (lcm_measurement_format)to);
        struct read third = read_text(two, LCM_MEASURED_ANY);
        assert_said(&third, NULL);
        assert_same(&first, &third);
        char *three = print(&third, (lcm_measurement_format)to);
        assert_string_equal(two, three);
        free(one);
        free(two);
        free(three);
        lcm_ctx_free(second.ctx);
        lcm_ctx_free(third.ctx);
      }
    lcm_ctx_free(first.ctx);
    lcm_buf_free(&buf);
  }
}

/* What a text of Extra-P looks like, written by hand after its grammar. */
static void written(void **state) {
  (void)state;
  struct read r =
      read_text("{\"fragment\": \"f\", \"params\": {\"n\": 8, \"p\": 1}, "
                "\"categories\": {\"pc\": 1.5}}\n"
                "{\"fragment\": \"f\", \"params\": {\"n\": 8, \"p\": 1}, "
                "\"categories\": {\"pc\": 1.25}}\n"
                "{\"fragment\": \"f\", \"params\": {\"n\": 16, \"p\": 1}, "
                "\"categories\": {\"pc\": 3}}\n",
                LCM_MEASURED_ANY);
  char *text = print(&r, LCM_MEASURED_EXTRAP_TEXT);
  assert_string_equal(text, "PARAMETER n p\nPOINTS (8 1) (16 1)\n\n"
                            "REGION f\nMETRIC pc\nDATA 1.5 1.25\nDATA 3\n");
  free(text);
  text = print(&r, LCM_MEASURED_EXTRAP_JSONL);
  assert_string_equal(
      text, "{\"params\": {\"n\": 8, \"p\": 1}, \"callpath\": \"f\", "
            "\"metric\": \"pc\", \"value\": 1.5}\n"
            "{\"params\": {\"n\": 8, \"p\": 1}, \"callpath\": \"f\", "
            "\"metric\": \"pc\", \"value\": 1.25}\n"
            "{\"params\": {\"n\": 16, \"p\": 1}, \"callpath\": \"f\", "
            "\"metric\": \"pc\", \"value\": 3}\n");
  free(text);
  text = print(&r, LCM_MEASURED_EXTRAP_JSON);
  assert_string_equal(text,
                      "{\n  \"parameters\": [\"n\", \"p\"],\n"
                      "  \"measurements\": {\n    \"f\": {\n"
                      "      \"pc\": [\n"
                      "        {\"point\": [8, 1], \"values\": [1.5, 1.25]},\n"
                      "        {\"point\": [16, 1], \"values\": [3]}\n"
                      "      ]\n    }\n  }\n}\n");
  free(text);
  text = print(&r, LCM_MEASURED_PP);
  assert_string_equal(text, "n=8 p=1 tag=f tt=1.5 rt=1.5\n"
                            "n=8 p=1 tag=f tt=1.25 rt=1.25\n"
                            "n=16 p=1 tag=f tt=3 rt=3\n");
  free(text);
  assert_said(&r, NULL);
  lcm_ctx_free(r.ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figure_5_1),  cmocka_unit_test(figure_4_3),
      cmocka_unit_test(pairs),       cmocka_unit_test(line),
      cmocka_unit_test(damage),      cmocka_unit_test(zeros),
      cmocka_unit_test(extrap_text), cmocka_unit_test(extrap_json),
      cmocka_unit_test(round_trips), cmocka_unit_test(written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
