#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/analyze.h"
#include "analyzer/request/request.h"
#include "base/buf.h"
#include "model/expr/print.h"

/* Make a context for a test. */
static int set_up(void **state) {
  *state = lcm_ctx_new(NULL);
  return *state ? 0 : -1;
}

/* Free it. */
static int tear_down(void **state) {
  lcm_ctx_free(*state);
  return 0;
}

static void put_node(lcm_buf *buf, const lcm_node *node);

/* Append "e" for readers, "?" where it is NULL. */
static void put_expr(lcm_buf *buf, const lcm_expr *e) {
  char *text = e ? lcm_expr_to_str(e, LCM_READER) : NULL;
  lcm_buf_puts(buf, e ? text : "?");
  free(text);
}

/* Append the children of "node" in braces. */
static void put_children(lcm_buf *buf, const lcm_node *node) {
  lcm_buf_putc(buf, '{');
  for (size_t i = 0; i < node->n_children; i++)
    put_node(buf, node->children[i]);
  lcm_buf_putc(buf, '}');
}

/* Append the ranges or the count of the loop "node". */
static void put_ranges(lcm_buf *buf, const lcm_node *node) {
  if (node->u.loop.count) {
    lcm_buf_putc(buf, ' ');
    put_expr(buf, node->u.loop.count);
    return;
  }
  for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
    const lcm_iteration *range = &node->u.loop.ranges[i];
    lcm_buf_printf(buf, " %s=", range->index);
    put_expr(buf, range->from);
    lcm_buf_puts(buf, "..");
    put_expr(buf, range->to);
    if (range->step) {
      lcm_buf_puts(buf, " by ");
      put_expr(buf, range->step);
    }
    if (range->factor) {
      lcm_buf_puts(buf, " times ");
      put_expr(buf, range->factor);
    }
  }
}

/* Append the alternatives of the branch "node". */
static void put_branch(lcm_buf *buf, const lcm_node *node) {
  lcm_buf_puts(buf, "if");
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_expr *const *conditions = node->u.branch.conditions;
    const lcm_expr *const *chances = node->u.branch.probabilities;
    if (chances) {
      lcm_buf_putc(buf, '[');
      put_expr(buf, chances[i]);
      lcm_buf_putc(buf, ']');
    } else if (conditions && conditions[i]) {
      lcm_buf_putc(buf, '(');
      put_expr(buf, conditions[i]);
      lcm_buf_putc(buf, ')');
    } else
      lcm_buf_puts(buf, "(else)");
    lcm_buf_putc(buf, '{');
    put_node(buf, node->children[i]);
    lcm_buf_putc(buf, '}');
  }
}

/* Append the call "node": its callee without the file, its arguments. */
static void put_call(lcm_buf *buf, const lcm_node *node) {
  const char *colon = strrchr(node->u.call.callee, ':');
  lcm_buf_printf(buf, "%s(", colon ? colon + 1 : node->u.call.callee);
  for (size_t i = 0; i < node->u.call.n_args; i++) {
    lcm_buf_puts(buf, i ? ", " : "");
    put_expr(buf, node->u.call.args[i]);
  }
  lcm_buf_putc(buf, ')');
}

/* Append what "node" is beyond its kind. */
static void put_kind(lcm_buf *buf, const lcm_node *node) {
  lcm_buf_puts(buf, lcm_node_word(node->kind));
  if (node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_PARLOOP ||
      node->kind == LCM_NODE_WHILE)
    put_ranges(buf, node);
  if (node->kind == LCM_NODE_TEAM && node->u.team.size) {
    lcm_buf_putc(buf, ' ');
    put_expr(buf, node->u.team.size);
  }
  if (node->kind == LCM_NODE_OPAQUE)
    lcm_buf_printf(buf, " <%s>", node->u.opaque.reason);
  if (node->kind == LCM_NODE_LET) {
    lcm_buf_printf(buf, " %s=", node->u.let.name);
    put_expr(buf, node->u.let.value);
  }
  if (node->kind == LCM_NODE_USING || node->kind == LCM_NODE_ACQUIRE ||
      node->kind == LCM_NODE_RELEASE)
    lcm_buf_printf(buf, " %s", node->u.resource.instances[0].name);
  if (node->n_children)
    put_children(buf, node);
}

/* Append "node" in short: series as their children, fragments only where they
 * stand for a directive, nothing where nothing is done. */
static void put_node(lcm_buf *buf, const lcm_node *node) {
  const char *construct = lcm_node_attribute(node, "construct");
  if (node->kind == LCM_NODE_SERIES) {
    for (size_t i = 0; i < node->n_children; i++)
      put_node(buf, node->children[i]);
    return;
  }
  if (node->kind == LCM_NODE_FRAGMENT && !construct)
    return;
  if (buf->len && !strchr("{[(", buf->text[buf->len - 1]))
    lcm_buf_putc(buf, ' ');
  if (node->kind == LCM_NODE_FRAGMENT)
    lcm_buf_printf(buf, "%s", construct);
  else if (node->kind == LCM_NODE_CALL)
    put_call(buf, node);
  else if (node->kind == LCM_NODE_BRANCH)
    put_branch(buf, node);
  else
    put_kind(buf, node);
}

/* Return the function "f" of the C text "text" in short; the caller frees
 * it. */
static char *outline(lcm_ctx *ctx, const char *text,
                     const struct lcm_analyze_options *options) {
  struct lcm_unit unit;
  lcm_buf buf = {0};
  assert_int_equal(lcm_analyze_text(&unit, ctx, "a.c", text, options), LCM_OK);
  assert_non_null(unit.program);
  for (size_t i = 0; i < unit.program->n_functions; i++)
    if (!strcmp(unit.program->functions[i].name, "f"))
      put_node(&buf, unit.program->functions[i].body);
  lcm_buf_puts(&buf, "");
  return lcm_buf_take(&buf);
}

/* Check that f() with the body "body" becomes "expected". */
static void assert_body(lcm_ctx *ctx, const char *body, const char *expected) {
  const struct lcm_analyze_options options = {.jobs = 1};
  lcm_buf text = {0};
  lcm_buf_printf(&text,
                 "#include <setjmp.h>\n"
                 "#include <stdlib.h>\n"
                 "#include <omp.h>\n"
                 "#define ROWS 64\n"
                 "#define HALF(x) ((x) / 2)\n"
                 "#define TIMES(i, n) for (int i = 0; i < (n); i++)\n"
                 "typedef unsigned short small;\n"
                 "struct grid { int rows; int *row; };\n"
                 "static long steps = 500;\n"
                 "static long moving = 5;\n"
                 "int order(const void *, const void *);\n"
                 "int g(void); int h(void); int w(int);\n"
                 "void touch(void) { moving++; }\n"
                 "void f(int n, int m, double *a, int (*hook)(void),\n"
                 "       struct grid *grid) {\n%s\n}\n",
                 body);
  char *got = outline(ctx, text.text, &options);
  assert_string_equal(got, expected);
  free(got);
  lcm_buf_free(&text);
}

/* Headers of loops in all their forms. */
static void loops(void **state) {
  lcm_ctx *ctx = *state;
  assert_body(ctx, "for (int i = 0; i < n; i++) g();", "loop i=0..n - 1{g()}");
  assert_body(ctx, "int i; for (i = 1; n >= i; ++i) g();", "loop i=1..n{g()}");
  assert_body(ctx, "for (int i = n - 1; i >= 0; i--) g();",
              "loop i=0..n - 1{g()}");
  assert_body(ctx, "for (int i = n; i--;) g();", "loop i=0..n - 1{g()}");
  assert_body(ctx, "for (int i = 0; i != n; i += 1) g();",
              "loop i=0..n - 1{g()}");
  assert_body(ctx, "for (int i = 0; i < n; i += 4) g();",
              "loop i=0..n - 1 by 4{g()}");
  assert_body(ctx, "for (int i = 0; i < n; i = i + m) g();",
              "loop i=0..n - 1 by m{g()}");
  assert_body(ctx, "for (int i = 1; i <= n; i *= 2) g();",
              "loop i=1..n times 2{g()}");
  assert_body(ctx, "for (int i = 1; i <= n; i <<= 1) g();",
              "loop i=1..n times 2{g()}");
  assert_body(ctx, "for (int i = 0; i * i < n; i++) g();",
              "loop i=0..ceil(sqrt(n)) - 1{g()}");
  assert_body(ctx, "for (int i = 0; i * i <= n; i++) g();",
              "loop i=0..floor(sqrt(n)){g()}");
  assert_body(ctx, "for (;;) g();", "while{g()}");
  assert_body(ctx, "while (n) g();", "while{g()}");
  assert_body(ctx, "do g(); while (n);", "while{g()}");
  assert_body(ctx, "do g(); while (0);", "g()");
  assert_body(ctx, "// lcm: count m\nwhile (n) g();", "while m{g()}");
}

/* Macros, constants and members in trip counts. */
static void trip_counts(void **state) {
  lcm_ctx *ctx = *state;
  assert_body(ctx, "for (int i = 0; i < ROWS; i++) g();", "loop i=0..63{g()}");
  assert_body(ctx, "for (int i = 0; i < HALF(ROWS); i++) g();",
              "loop i=0..31{g()}");
  assert_body(ctx, "TIMES(i, n + 1) g();", "loop i=0..n{g()}");
  assert_body(ctx, "enum { K = 7 };\nfor (int i = 0; i < K; i++) g();",
              "loop i=0..6{g()}");
  assert_body(ctx, "const int k = 9;\nfor (int i = 0; i < k; i++) g();",
              "let k=9 loop i=0..8{g()}");
  assert_body(ctx, "for (int i = 0; i < (int)sizeof(double); i++) g();",
              "loop i=0..7{g()}");
  assert_body(ctx, "for (int i = 0; i < (small)n; i++) g();",
              "loop i=0..n - 1{g()}");
  assert_body(ctx, "for (int i = 0; i < steps; i++) g();",
              "loop i=0..499{g()}");
  assert_body(ctx, "for (int i = 0; i < moving; i++) g();",
              "loop i=0..moving - 1{g()}");
  assert_body(ctx, "for (int i = 0; i < grid->rows; i++) g();",
              "loop i=0..grid.rows - 1{g()}");
  assert_body(ctx, "grid->rows++;\nfor (int i = 0; i < grid->rows; i++) g();",
              "while{g()}");
  assert_body(ctx, "int k = n / 2;\nfor (int i = 0; i < k; i++) g();",
              "let k=floor(0.5*n) loop i=0..k - 1{g()}");
}

/* Names that the user gives values to stay symbols. */
static void given(void **state) {
  static const char *const NAMES[] = {"N", "size", "steps", "K"};
  const struct lcm_analyze_options options = {
      .jobs = 1, .given = NAMES, .n_given = 4};
  char *got = outline(*state,
                      "#define N 100\n"
                      "#define TWICE (2 * N)\n"
                      "enum { K = 3 };\n"
                      "static int steps = 10;\n"
                      "int g(void);\n"
                      "void f(void) {\n"
                      "  int size = 20;\n"
                      "  int other = 30;\n"
                      "  for (int i = 0; i < N; i++) g();\n"
                      "  for (int i = 0; i < TWICE; i++) g();\n"
                      "  for (int i = 0; i < K; i++) g();\n"
                      "  for (int i = 0; i < steps; i++) g();\n"
                      "  for (int i = 0; i < size; i++) g();\n"
                      "  for (int i = 0; i < other; i++) g();\n"
                      "}\n",
                      &options);
  assert_string_equal(got, "let other=30 loop i=0..N - 1{g()} "
                           "loop i=0..2*N - 1{g()} loop i=0..K - 1{g()} "
                           "loop i=0..steps - 1{g()} loop i=0..size - 1{g()} "
                           "loop i=0..other - 1{g()}");
  free(got);
}

/* Calls in the order of execution, those that may be skipped in branches. */
static void calls(void **state) {
  lcm_ctx *ctx = *state;
  assert_body(ctx, "w(g() + w(h()));", "g() h() w(?) w(?)");
  assert_body(ctx, "w(n + 1);", "w(n + 1)");
  assert_body(ctx, "if (n > 0 && g()) h();", "if(0 < n){g()} if[0.5]{h()}");
  assert_body(ctx, "if (n > 0 || g()) h();", "if(not 0 < n){g()} if[0.5]{h()}");
  assert_body(ctx, "m = n > 0 ? g() : h();", "if(0 < n){g()}(else){h()}");
  assert_body(ctx, "m = sizeof(g());", "");
  assert_body(ctx, "m = ({ g(); h(); });", "g() h()");
  assert_body(ctx, "while (g()) h();", "while{g() h()} g()");
  assert_body(ctx, "for (int i = g(); i < n; i++) h();", "g() while{h()}");
}

/* Pointers to functions, with and without a comment, and callbacks. */
static void indirect(void **state) {
  lcm_ctx *ctx = *state;
  assert_body(ctx, "hook();",
              "opaque <a call through 'hook': say which functions with `// "
              "lcm: call f, g`>{*hook()}");
  assert_body(ctx, "hook = 0;\nhook();",
              "opaque <a call through 'hook': say which functions with `// "
              "lcm: call f, g`>{hook()}");
  assert_body(ctx, "// lcm: call g\nhook();", "g()");
  assert_body(ctx, "// lcm: call g, h\nhook();", "if[0.5]{g()}[0.5]{h()}");
  assert_body(ctx, "atexit(g);",
              "opaque <atexit() may call 'g': how often is not known>");
  assert_body(ctx, "qsort(a, n, 8, order);", "loop n*log2(max(1, n)){order()}");
  assert_body(ctx, "qsort(a, n, 8, 0);", "");
}

/* Exits, jumps and code that control does not reach. */
static void jumps(void **state) {
  lcm_ctx *ctx = *state;
  assert_body(ctx, "if (n < 2) return;\ng();", "if(n < 2){}(else){g()}");
  assert_body(ctx, "if (a[0] > 0) return;\ng();", "if(0){}(else){g()}");
  assert_body(ctx, "g();\nreturn;\nh();", "g() if(0){h()}");
  assert_body(ctx, "g();\ngoto end;\nh();\nend:\nw(1);", "g() if(0){h()} w(1)");
  assert_body(ctx, "if (n < 2) goto end;\ng();\nend:\nh();",
              "if(n < 2){}(else){g()} h()");
  assert_body(ctx,
              "if (n < 2) goto end;\nif (m < 2) goto end;\ng();\nend:\nh();",
              "if(n < 2){}(else){if(m < 2){}(else){g()}} h()");
  assert_body(ctx, "if (n) { if (a[0] > 0) goto end; g(); }\nh();\nend:\nw(1);",
              "if(n){if(0){}(else){g()}} h() w(1)");
  assert_body(ctx, "if (n) { if (m) goto end; g(); }\nh();\nend:\nw(1);",
              "if(n){if(m){}(else){g()}} if(n and m){}(else){h()} w(1)");
  assert_body(ctx, "again:\ng();\nif (a[0] > 0) goto again;",
              "g() if(0){opaque <a jump to 'again', out of what it stands in "
              "or back>}(else){}");
  assert_body(ctx, "again:\ng();\nif (n) goto again;",
              "g() if(n){opaque <a jump to 'again', out of what it stands in "
              "or back>}(else){}");
  assert_body(ctx, "jmp_buf b;\nif (setjmp(b)) g();",
              "opaque <a jump between functions> if[0.5]{g()}");
  assert_body(ctx, "for (int i = 0; i < n; i++) { if (i > m) break; g(); }",
              "loop i=0..min(n - 1, max(0, m + 1)){if(m < i){}(else){g()}}");
}

/* Switches: breaks, falling through, defaults. */
static void switches(void **state) {
  lcm_ctx *ctx = *state;
  assert_body(ctx,
              "switch (n) { case 1: g(); break; case 2: h(); break;"
              " default: w(3); }",
              "if(n == 1){g()}(n == 2){h()}(else){w(3)}");
  assert_body(ctx, "switch (n) { case 1: g(); case 2: h(); }",
              "if(n == 1 or n == 2){if(n == 1){g()} h()}");
  assert_body(ctx, "switch (n) { case 1: case 2: g(); break; case 3: h(); }",
              "if(n == 1 or n == 2){g()}(n == 3){h()}");
}

/* Assembler code. */
static void assembler(void **state) {
  lcm_ctx *ctx = *state;
  assert_body(ctx, "__asm__(\"nop\");", "opaque <assembler code>");
  assert_body(ctx, "__asm__ volatile(\"\" ::: \"memory\"); g();", "g()");
}

/* A directive, what stands behind it, and what both become. */
struct row {
  const char *directive;
  const char *clauses;
  const char *body;
  const char *expected;
};

#define LOOP "for (int i = 0; i < n; i++) g();"

/* What each directive becomes; where the clauses matter, several rows. */
static const struct row ROWS[] = {
    {"allocate", "(a)", "g();", "g()"},
    {"allocators", "allocate(a)", "g();", "g()"},
    {"assume", "no_openmp", "g();", "g()"},
    {"assumes", "no_openmp", "g();", "g()"},
    {"atomic", "", "moving++;", "using atomic moving{}"},
    {"barrier", "", "g();", "barrier g()"},
    {"begin assumes", "no_openmp", "g();", "g()"},
    {"begin declare target", "", "g();", "g()"},
    {"begin declare variant", "match(device={kind(gpu)})", "g();",
     "opaque <declare variant: calls are taken to go to the base function> "
     "g()"},
    {"begin metadirective", "when(:parallel)", "g();",
     "opaque <metadirective: which variant applies is not known; the block is "
     "read without it> g()"},
    {"cancel", "for", "g();",
     "opaque <cancel: how much is left out is not known> g()"},
    {"cancellation point", "for", "g();", "cancellation point g()"},
    {"critical", "", "g();", "using critical{g()}"},
    {"critical", "(name)", "g();", "using name{g()}"},
    {"declare mapper", "(struct grid v) map(v.rows)", "g();", "g()"},
    {"declare reduction", "(plus: int: omp_out += omp_in)", "g();", "g()"},
    {"declare simd", "", "g();", "g()"},
    {"declare target", "(steps)", "g();", "g()"},
    {"declare variant", "(h)", "g();",
     "opaque <declare variant: calls are taken to go to the base function> "
     "g()"},
    {"depobj", "(a) depend(in: a)", "g();", "depobj g()"},
    {"dispatch", "", "g();", "g()"},
    {"distribute", "", LOOP, "parloop i=0..n - 1{g()}"},
    {"distribute parallel for", "", LOOP, "parloop i=0..n - 1{g()}"},
    {"distribute parallel for simd", "", LOOP, "parloop i=0..n - 1{g()}"},
    {"distribute simd", "", LOOP, "parloop i=0..n - 1{g()}"},
    {"end assumes", "", "g();", "g()"},
    {"end declare target", "", "g();", "g()"},
    {"end declare variant", "", "g();", "g()"},
    {"end metadirective", "", "g();", "g()"},
    {"error", "at(execution)", "g();", "g()"},
    {"flush", "", "g();", "flush g()"},
    {"for", "", LOOP, "parloop i=0..n - 1{g()} barrier"},
    {"for", "nowait", LOOP, "parloop i=0..n - 1{g()}"},
    {"for simd", "", LOOP, "parloop i=0..n - 1{g()} barrier"},
    {"interop", "init(targetsync: a)", "g();",
     "opaque <interop: what another runtime does is not followed> g()"},
    {"loop", "", LOOP, "parloop i=0..n - 1{g()} barrier"},
    {"masked", "", "g();", "if(thread == 0){g()}"},
    {"masked", "filter(2)", "g();", "if(thread == 2){g()}"},
    {"masked taskloop", "", LOOP,
     "if(thread == 0){taskgroup{parloop i=0..n - 1{g()}}}"},
    {"masked taskloop simd", "", LOOP,
     "if(thread == 0){taskgroup{parloop i=0..n - 1{g()}}}"},
    {"master", "", "g();", "if(thread == 0){g()}"},
    {"master taskloop", "", LOOP,
     "if(thread == 0){taskgroup{parloop i=0..n - 1{g()}}}"},
    {"master taskloop simd", "", LOOP,
     "if(thread == 0){taskgroup{parloop i=0..n - 1{g()}}}"},
    {"metadirective", "when(:parallel)", "g();",
     "opaque <metadirective: which variant applies is not known; the "
     "statement is read without it> g()"},
    {"nothing", "", "g();", "g()"},
    {"ordered", "", "g();", "using ordered{g()}"},
    {"parallel", "", "g();", "team{g()}"},
    {"parallel", "num_threads(n)", "g();", "team n{g()}"},
    {"parallel for", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"parallel for simd", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"parallel loop", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"parallel masked", "", "g();", "team{if(thread == 0){g()}}"},
    {"parallel masked taskloop", "", LOOP,
     "team{if(thread == 0){taskgroup{parloop i=0..n - 1{g()}}}}"},
    {"parallel masked taskloop simd", "", LOOP,
     "team{if(thread == 0){taskgroup{parloop i=0..n - 1{g()}}}}"},
    {"parallel master", "", "g();", "team{if(thread == 0){g()}}"},
    {"parallel master taskloop", "", LOOP,
     "team{if(thread == 0){taskgroup{parloop i=0..n - 1{g()}}}}"},
    {"parallel master taskloop simd", "", LOOP,
     "team{if(thread == 0){taskgroup{parloop i=0..n - 1{g()}}}}"},
    {"parallel sections", "", "{ g();\n#pragma omp section\nh(); }",
     "team{parallel{g() h()}}"},
    {"requires", "unified_address", "g();", "g()"},
    {"scan", "inclusive(n)", "g();", "scan g()"},
    {"scope", "", "g();", "g() barrier"},
    {"section", "", "g();", "g()"},
    {"sections", "", "{ g();\n#pragma omp section\nh(); }",
     "parallel{g() h()} barrier"},
    {"simd", "", LOOP, "loop i=0..n - 1{g()}"},
    {"single", "", "g();", "parallel{g()} barrier"},
    {"single", "nowait", "g();", "parallel{g()}"},
    {"target", "", "g();", "g()"},
    {"target", "map(tofrom: n)", "g();", "transfer g() transfer"},
    {"target data", "map(to: n)", "g();", "transfer g()"},
    {"target enter data", "map(to: n)", "g();", "transfer g()"},
    {"target exit data", "map(from: n)", "g();", "transfer g()"},
    {"target loop", "", LOOP, "parloop i=0..n - 1{g()} barrier"},
    {"target parallel", "", "g();", "team{g()}"},
    {"target parallel for", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"target parallel for simd", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"target parallel loop", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"target simd", "", LOOP, "loop i=0..n - 1{g()}"},
    {"target teams", "", "g();", "team{g()}"},
    {"target teams distribute", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"target teams distribute parallel for", "", LOOP,
     "team{parloop i=0..n - 1{g()}}"},
    {"target teams distribute parallel for simd", "", LOOP,
     "team{parloop i=0..n - 1{g()}}"},
    {"target teams distribute simd", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"target teams loop", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"target update", "to(n)", "g();", "transfer g()"},
    {"task", "", "g();", "task{g()}"},
    {"taskgroup", "", "g();", "taskgroup{g()}"},
    {"taskloop", "", LOOP, "taskgroup{parloop i=0..n - 1{g()}}"},
    {"taskloop", "nogroup", LOOP, "parloop i=0..n - 1{g()}"},
    {"taskloop simd", "", LOOP, "taskgroup{parloop i=0..n - 1{g()}}"},
    {"taskwait", "", "g();", "taskwait g()"},
    {"taskyield", "", "g();", "taskyield g()"},
    {"teams", "", "g();", "team{g()}"},
    {"teams", "num_teams(n)", "g();", "team n{g()}"},
    {"teams distribute", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"teams distribute parallel for", "", LOOP,
     "team{parloop i=0..n - 1{g()}}"},
    {"teams distribute parallel for simd", "", LOOP,
     "team{parloop i=0..n - 1{g()}}"},
    {"teams distribute simd", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"teams loop", "", LOOP, "team{parloop i=0..n - 1{g()}}"},
    {"threadprivate", "(moving)", "g();", "g()"},
    {"tile", "sizes(4)", LOOP, "loop i=0..n - 1{g()}"},
    {"unroll", "", LOOP, "loop i=0..n - 1{g()}"},
    {"fuse", "", LOOP, "loop i=0..n - 1{g()}"},
    {"groupprivate", "(moving)", "g();", "g()"},
    {"interchange", "", LOOP, "loop i=0..n - 1{g()}"},
    {"reverse", "", LOOP, "loop i=0..n - 1{g()}"},
    {"split", "counts(2, omp_fill)", LOOP, "loop i=0..n - 1{g()}"},
    {"stripe", "sizes(4)", LOOP, "loop i=0..n - 1{g()}"},
    {"task_iteration", "", "g();", "g()"},
    {"taskgraph", "", "g();", "taskgroup{g()}"}};

enum { N_ROWS = sizeof ROWS / sizeof *ROWS };

/* Each directive gives its nodes or an opaque node with a reason. */
static void directives(void **state) {
  for (size_t i = 0; i < N_ROWS; i++) {
    lcm_buf body = {0};
    lcm_buf_printf(&body, "#pragma omp %s %s\n%s", ROWS[i].directive,
                   ROWS[i].clauses, ROWS[i].body);
    assert_body(*state, body.text, ROWS[i].expected);
    lcm_buf_free(&body);
  }
}

/* No directive is missing above. */
static void all_directives(void **state) {
  static const char *const ALL[] = {
#define LCM_OMP(name, standalone) name,
#include "analyzer/text/openmp.def"
#undef LCM_OMP
  };
  (void)state;
  for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
    size_t k = 0;
    while (k < N_ROWS && strcmp(ROWS[k].directive, ALL[i]) != 0)
      k++;
    if (k == N_ROWS)
      print_message("no row for '%s'\n", ALL[i]);
    assert_true(k < N_ROWS);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(loops, set_up, tear_down),
      cmocka_unit_test_setup_teardown(trip_counts, set_up, tear_down),
      cmocka_unit_test_setup_teardown(given, set_up, tear_down),
      cmocka_unit_test_setup_teardown(calls, set_up, tear_down),
      cmocka_unit_test_setup_teardown(indirect, set_up, tear_down),
      cmocka_unit_test_setup_teardown(jumps, set_up, tear_down),
      cmocka_unit_test_setup_teardown(switches, set_up, tear_down),
      cmocka_unit_test_setup_teardown(assembler, set_up, tear_down),
      cmocka_unit_test_setup_teardown(directives, set_up, tear_down),
      cmocka_unit_test(all_directives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
