#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "annotations/directive.h"
#include "annotations/sidecar.h"
#include "base/ctx.h"
#include "base/fs.h"
#include "tests/common/directive_print.h"

/* Parse the comment "text", which stands at the start of "a.c", into "*out";
 * return how many directives it has. */
static size_t parse(lcm_ctx *ctx, const lcm_directive **out, const char *text) {
  const struct lcm_comment comment = {
      text, strlen(text), {lcm_intern(ctx, "a.c"), 1, 1, 0, 0}};
  size_t n = 0;
  const lcm_status status = lcm_directives_parse(out, &n, ctx, &comment, 1);
  assert_true(status == LCM_OK || lcm_diag_count(ctx, LCM_ERROR));
  return n;
}

/* Return the one directive of "text", without `// lcm:`. */
static const lcm_directive *one(lcm_ctx *ctx, const char *text) {
  const lcm_directive *d = NULL;
  const size_t n =
      parse(ctx, &d, lcm_arena_printf(lcm_ctx_arena(ctx), "// lcm: %s", text));
  assert_int_equal(lcm_diag_count(ctx, LCM_NOTE), 0);
  assert_int_equal(n, 1);
  return d;
}

/* Check that the directive "text" prints as "canonical", which parses back to
 * an equal directive and prints as itself. */
static void check_print(const char *text, const char *canonical) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_directive *first = one(ctx, text);
  char *printed = lcm_directive_to_str(first);
  assert_string_equal(printed, canonical);
  const lcm_directive *second = one(ctx, printed);
  assert_true(lcm_directive_equal(first, second));
  char *again = lcm_directive_to_str(second);
  assert_string_equal(again, canonical);
  free(again);
  free(printed);
  lcm_ctx_free(ctx);
}

/* Directives print in canonical form; most of the table, where NULL stands
 * for it, is in it already. */
static void prints_canonical_form(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *canonical;
  } TABLE[] = {
      {"param n", NULL},
      {"param  n=1024  in 64 .. 65536   \"side  of it\"",
       "param n = 1024 in 64..65536 \"side of it\""},
      {"param n := argc > 1 ? atoi(argv[1]) : 256", NULL},
      {"param inner = 2 in 1..inner_max", NULL},
      {"fragment transpose-2.b", NULL},
      {"begin head", NULL},
      {"end head", NULL},
      {"model pc=2.8e-10 s*n^2", "model pc = 2.8e-10 s*n^2"},
      {"model time per iteration = 0.1 s", NULL},
      {"model work  per run = (a = 2 +/- 0.1) ms * max(p, 3)",
       "model work per run = (a = 2 +/- 0.1) ms * max(p, 3)"},
      {"covariance a,b=-3e-21", "covariance a, b = -3e-21"},
      {"correlation a, b = -0.99", NULL},
      {"with p=p/T-1,n = min(n, 2)", "with p = p/T-1, n = min(n, 2)"},
      {"input a[k][0:n],b", "input a[k][0:n], b"},
      {"output s->x[f(i, 1)]", NULL},
      {"count n/2", NULL},
      {"prob 0.1", NULL},
      {"call f,g", "call f, g"},
      {"call  f  1 / 4,g max(0, x)", "call f 1 / 4, g max(0, x)"},
      {"size recurse(n/2,m)", "size recurse(n/2, m)"},
      {"resource mem", NULL},
      {"resource mem=1 fcfs", "resource mem = 1"},
      {"resource disk[0..3,1..k] = 2 ps service 3 ms \"the disks\"",
       "resource disk[0..3, 1..k] = 2 ps service 3 ms \"the disks\""},
      {"random x=exponential( 2*n )", "random x = exponential(2*n)"},
      {"random x = normal(f(1, n),2) \"noise\"",
       "random x = normal(f(1, n), 2) \"noise\""},
      {"random u = random", NULL},
      {"use mem 8*n byte / machine.memory.bandwidth", NULL},
      {"signal filled(k, i+1)", NULL},
      {"signal filled", NULL},
      {"wait filled(k)", NULL},
      {"parallel", NULL},
      {"parallel schedule dynamic , 4", "parallel schedule dynamic,4"},
      {"serial", NULL},
      {"schedule guided", NULL},
      {"schedule trapezoid,64", NULL},
      {"schedule static,8*p", NULL},
      {"team 4", NULL},
      {"assume   independent of order", "assume independent of order"},
      {"category ws \"wasted speculation\"", NULL},
      {"category ws", NULL},
      {"measured 2026-11-20 machine=node7 r2=0.991 covers=pc,li", NULL},
      {"state  sorting", "state sorting"},
      {"state sorting.2 \"#8c564b\"", NULL},
      {"ignore", NULL},
      {"variant dp:parallel", "variant dp: parallel"},
      {"variant dp: model time = 1 s", NULL},
  };
  for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++)
    check_print(TABLE[i].text,
                TABLE[i].canonical ? TABLE[i].canonical : TABLE[i].text);
}

/* The example of every row of the table of directives is one of its kind, and
 * prints to what parses back. */
static void examples_of_the_table_parse(void **state) {
  (void)state;
  static const char *const EXAMPLES[] = {
#define LCM_DIRECTIVE(name, word, example, meaning) example,
#include "annotations/directives.def"
#undef LCM_DIRECTIVE
  };
  for (int i = 0; i < (int)LCM_N_DIRECTIVES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const lcm_directive *d = one(ctx, EXAMPLES[i]);
    assert_int_equal(d->kind, i);
    char *printed = lcm_directive_to_str(d);
    assert_true(lcm_directive_equal(d, one(ctx, printed)));
    free(printed);
    lcm_ctx_free(ctx);
  }
}

/* Directives that differ in any part are not equal. */
static void different_directives_differ(void **state) {
  (void)state;
  static const char *const TEXTS[] = {
      "param n",
      "param m",
      "param n = 1",
      "param n := 1",
      "param n = 2",
      "param n = 1 in 1..2",
      "param n = 1 \"one\"",
      "model pc = 1 s",
      "model li = 1 s",
      "model pc per run = 1 s",
      "model pc per iteration = 1 s",
      "model pc = 1 s + 1 s",
      "variant a: model pc = 1 s",
      "variant b: model pc = 1 s",
      "covariance a, b = 1",
      "correlation a, b = 1",
      "covariance a, b = 2",
      "random x = prob(1)",
      "random x = exponential(1)",
      "random x = exponential(2)",
      "random y = prob(1)",
      "resource r = 1",
      "resource r = 1 ps",
      "resource r = 1 service 1 s",
      "resource r[0..1] = 1",
      "schedule static",
      "schedule dynamic",
      "schedule dynamic,2",
      "parallel schedule dynamic,2",
      "parallel",
      "call f",
      "call f, g",
      "call f 0.25, g 0.75",
      "count n / 2",
      "count n",
      "state a",
      "state b",
      "state a \"#8c564b\"",
  };
  const size_t n = sizeof TEXTS / sizeof *TEXTS;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++)
      assert_int_equal(
          lcm_directive_equal(one(ctx, TEXTS[i]), one(ctx, TEXTS[k])), i == k);
  lcm_ctx_free(ctx);
}

/* A block comment holds a directive a line, `...` goes on with the one before,
 * and the places are those of the source. */
static void several_lines(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_directive *d = NULL;
  const size_t n = parse(ctx, &d,
                         "/* lcm: fragment head\n"
                         " * model pc = 1 s\n"
                         " *   ... + 2 s\n"
                         "\n"
                         "   count n */");
  assert_int_equal(lcm_diag_count(ctx, LCM_NOTE), 0);
  assert_int_equal(n, 3);
  assert_int_equal(d[0].loc.line, 1);
  assert_int_equal(d[0].loc.column, 9);
  assert_int_equal(d[1].loc.line, 2);
  assert_int_equal(d[1].loc.column, 4);
  assert_int_equal(d[1].spans[0].at.column, 15);
  assert_int_equal(d[2].loc.line, 5);
  assert_int_equal(d[2].loc.column, 4);
  char *text = lcm_directive_to_str(&d[1]);
  assert_string_equal(text, "model pc = 1 s + 2 s");
  free(text);
  lcm_ctx_free(ctx);
}

/* Errors stand at their column, the first of a line alone, and the lines
 * around them are read. */
static void errors_have_places(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *said;
  } TABLE[] = {
      {"// lcm: modle pc = 1 s",
       "a.c:1:9: error: there is no directive 'modle'; did you mean 'model'? "
       "[unknown-directive]"},
      {"// lcm: xyz", "a.c:1:9: error: there is no directive 'xyz' "
                      "[unknown-directive]"},
      {"// lcm: model pc 1 s",
       "a.c:1:18: error: expected '=' before '1 s' [syntax]"},
      {"// lcm: model pc =",
       "a.c:1:19: error: expected an expression at the end of the directive "
       "[syntax]"},
      {"// lcm: model pc per run",
       "a.c:1:25: error: expected '=' at the end of the directive [syntax]"},
      {"// lcm: model pc per day = 1 s",
       "a.c:1:22: error: expected 'iteration' or 'run' before 'day = 1 s' "
       "[syntax]"},
      {"// lcm: param n = 1 in 2",
       "a.c:1:25: error: expected '..' at the end of the directive [syntax]"},
      {"// lcm: param n = 1 \"text",
       "a.c:1:26: error: expected a closing '\"' at the end of the directive "
       "[syntax]"},
      {"// lcm: covariance a b = 1",
       "a.c:1:22: error: expected ',' before 'b = 1' [syntax]"},
      {"// lcm: signal f(1",
       "a.c:1:19: error: expected ')' at the end of the directive [syntax]"},
      {"// lcm: random x = often(1)",
       "a.c:1:20: error: expected exponential, uniform, normal, random or prob "
       "before 'often(1)' [syntax]"},
      {"// lcm: random x = uniform(1)",
       "a.c:1:30: error: expected two arguments at the end of the directive "
       "[syntax]"},
      {"// lcm: schedule fast",
       "a.c:1:18: error: expected static, dynamic, guided, trapezoid, auto "
       "or runtime before 'fast' [syntax]"},
      {"// lcm: state a \"red\"",
       "a.c:1:17: error: expected a colour, \"#rrggbb\" before '\"red\"' "
       "[syntax]"},
      {"// lcm: serial now",
       "a.c:1:16: error: expected nothing more before 'now' [syntax]"},
      {"// lcm: variant x model pc = 1 s",
       "a.c:1:19: error: expected ':' before 'model pc = 1 s' [syntax]"},
      {"// lcm: ... + 1 s",
       "a.c:1:9: error: nothing stands before '...' [syntax]"},
      {"/* lcm: serial\n * model pc = 1 s\n *   ... )\n * xyz\n */",
       "a.c:4:4: error: there is no directive 'xyz' [unknown-directive]"},
  };
  for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const lcm_directive *d = NULL;
    size_t n = 0;
    (void)parse(ctx, &d, TABLE[i].text);
    const lcm_diag *all = lcm_diag_all(ctx, &n);
    assert_int_equal(n, 1);
    assert_string_equal(lcm_diag_format(ctx, &all[0]), TABLE[i].said);
    lcm_ctx_free(ctx);
  }
}

/* Return the status of parsing the sidecar "text" into "*out", "*n". */
static lcm_status sidecar(lcm_ctx *ctx, const struct lcm_sidecar_entry **out,
                          size_t *n, const char *text) {
  return lcm_sidecar_parse(out, n, ctx, "m.lcm", text, strlen(text));
}

/* Places and directives of a sidecar file are read. */
static void sidecar_is_read(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_sidecar_entry *e = NULL;
  size_t n = 0;
  assert_int_equal(sidecar(ctx, &e, &n,
                           "# models of a library\n"
                           "param n = 16\n"
                           "\n"
                           "at solve/parloop#2\n"
                           "  model pc = 1 s\n"
                           "    ... * n\n"
                           "  count n\n"
                           "at solve\n"
                           "at src/a.c:120\n"
                           "ignore\n"
                           "at src/a.c:step/loop#3\n"
                           "at b.c:step"),
                   LCM_OK);
  assert_int_equal(lcm_diag_count(ctx, LCM_NOTE), 0);
  assert_int_equal(n, 6);
  assert_null(e[0].function);
  assert_null(e[0].file);
  assert_int_equal(e[0].n_directives, 1);
  assert_string_equal(e[1].function, "solve");
  assert_string_equal(e[1].kind, "parloop");
  assert_int_equal(e[1].ordinal, 2);
  assert_int_equal(e[1].loc.line, 4);
  assert_int_equal(e[1].n_directives, 2);
  char *text = lcm_directive_to_str(&e[1].directives[0]);
  assert_string_equal(text, "model pc = 1 s * n");
  free(text);
  assert_int_equal(e[1].directives[1].loc.line, 7);
  assert_int_equal(e[1].directives[1].loc.column, 3);
  assert_string_equal(e[2].function, "solve");
  assert_null(e[2].kind);
  assert_int_equal(e[2].n_directives, 0);
  assert_null(e[3].function);
  assert_string_equal(e[3].file, "src/a.c");
  assert_int_equal(e[3].line, 120);
  assert_int_equal(e[3].n_directives, 1);
  assert_string_equal(e[4].file, "src/a.c");
  assert_int_equal(e[4].line, 0);
  assert_string_equal(e[4].function, "step");
  assert_string_equal(e[4].kind, "loop");
  assert_int_equal(e[4].ordinal, 3);
  assert_string_equal(e[5].file, "b.c");
  assert_int_equal(e[5].line, 0);
  assert_string_equal(e[5].function, "step");
  assert_null(e[5].kind);
  lcm_ctx_free(ctx);
}

/* Errors in a sidecar file stand at their column. */
static void sidecar_errors_have_places(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *said;
  } TABLE[] = {
      {"at", "m.lcm:1:3: error: expected FUNCTION/KIND#N or FILE:LINE "
             "[syntax]"},
      {"at f/loops", "m.lcm:1:6: error: expected a kind of nodes [syntax]"},
      {"at f/loop#0", "m.lcm:1:11: error: expected a number from 1 [syntax]"},
      {"at f/loop#99999999999",
       "m.lcm:1:11: error: expected a number from 1 [syntax]"},
      {"  at a.c:0",
       "m.lcm:1:10: error: expected the number of a line [syntax]"},
      {"  at a.c:12x",
       "m.lcm:1:10: error: expected the number of a line [syntax]"},
      {"  at a.c:",
       "m.lcm:1:10: error: expected the number of a line [syntax]"},
      {"at a.c:f/loops", "m.lcm:1:10: error: expected a kind of nodes "
                         "[syntax]"},
      {"at a.c:f/loop#0",
       "m.lcm:1:15: error: expected a number from 1 [syntax]"},
      {"at a.c:f g", "m.lcm:1:9: error: expected FUNCTION/KIND#N or "
                     "FILE:LINE [syntax]"},
      {"at two words", "m.lcm:1:7: error: expected FUNCTION/KIND#N or "
                       "FILE:LINE [syntax]"},
      {"at f\n  model pc 1 s",
       "m.lcm:2:12: error: expected '=' before '1 s' [syntax]"},
      {"at f\n... + 1 s",
       "m.lcm:2:1: error: nothing stands before '...' [syntax]"},
  };
  for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const struct lcm_sidecar_entry *e = NULL;
    size_t n = 0;
    assert_int_equal(sidecar(ctx, &e, &n, TABLE[i].text), LCM_EPARSE);
    const lcm_diag *all = lcm_diag_all(ctx, &n);
    assert_int_equal(n, 1);
    assert_string_equal(lcm_diag_format(ctx, &all[0]), TABLE[i].said);
    lcm_ctx_free(ctx);
  }
}

/* Count in "seen" the kinds of the directives in the line of length "len" at
 * "line", which has to parse and to survive printing. */
static void check_line(unsigned *seen, const char *line, size_t len) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_directive *d =
      one(ctx, lcm_arena_strndup(lcm_ctx_arena(ctx), line, len));
  char *printed = lcm_directive_to_str(d);
  assert_true(lcm_directive_equal(d, one(ctx, printed)));
  seen[d->kind]++;
  free(printed);
  lcm_ctx_free(ctx);
}

/* Every line of the fences marked `lcm` in comments.md parses, every directive
 * has an example there, and a rule of the grammar that begins with its word. */
static void format_is_what_the_code_reads(void **state) {
  (void)state;
  static const char *const WORDS[] = {
#define LCM_DIRECTIVE(name, word, example, meaning) word,
#include "annotations/directives.def"
#undef LCM_DIRECTIVE
  };
  static const char FENCE[] = "\n```lcm\n";
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  unsigned seen[LCM_N_DIRECTIVES] = {0};
  char *text = NULL;
  size_t len = 0;
  assert_int_equal(lcm_file_read(&text, &len, ctx,
                                 LCM_SOURCE_DIR "/docs/reference/comments.md"),
                   LCM_OK);
  for (const char *at = text; (at = strstr(at, FENCE));) {
    at += strlen(FENCE);
    while (strncmp(at, "```", 3) != 0) {
      const size_t n = strcspn(at, "\n");
      check_line(seen, at, n);
      at += n + 1;
    }
  }
  for (size_t i = 0; i < LCM_N_DIRECTIVES; i++) {
    char rule[64];
    snprintf(rule, sizeof rule, "| \"%s\"", WORDS[i]);
    if (!seen[i])
      print_error("comments.md has no example of %s\n", WORDS[i]);
    assert_int_not_equal(seen[i], 0);
    if (!strstr(text, rule))
      print_error("comments.md has no rule for %s\n", WORDS[i]);
    assert_non_null(strstr(text, rule));
  }
  lcm_ctx_free(ctx);
}

/* Run the tests. */
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(prints_canonical_form),
      cmocka_unit_test(examples_of_the_table_parse),
      cmocka_unit_test(different_directives_differ),
      cmocka_unit_test(several_lines),
      cmocka_unit_test(errors_have_places),
      cmocka_unit_test(sidecar_is_read),
      cmocka_unit_test(sidecar_errors_have_places),
      cmocka_unit_test(format_is_what_the_code_reads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
