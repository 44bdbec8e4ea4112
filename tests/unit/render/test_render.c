#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/fs.h"
#include "model/expr/parse.h"
#include "model/results/comparison.h"
#include "model/results/data.h"
#include "render/picture/dot.h"
#include "render/picture/layout_whole.h"
#include "render/table/name.h"
#include "render/table/number.h"
#include "render/table/style.h"
#include "render/text/comparison.h"
#include "render/text/data.h"
#include "render/text/nodes.h"
#include "render/text/prediction.h"
#include "render/text/structure.h"

enum { CATS = LCM_CAT_USER + 1, TREES = 60 };

static const char *const CAT_NAMES[CATS] = {"pc", "li", "ip",      "sl",
                                            "cl", "rc", "unsplit", "io"};

/* ---- values built by hand ------------------------------------------------
 */

/* Return the grid of the "n" specifications "specs". */
static const lcm_grid *grid_of(lcm_ctx *ctx, const char *const *specs,
                               size_t n) {
  const lcm_grid *grid = NULL;
  assert_int_equal(lcm_grid_parse(&grid, ctx, specs, n), LCM_OK);
  return grid;
}

/* Return the expression "text". */
static const lcm_expr *expr_of(lcm_ctx *ctx, const char *text) {
  const lcm_expr *e = NULL;
  const struct lcm_expr_source source = {.text = text, .len = strlen(text)};
  assert_int_equal(lcm_expr_parse(&e, ctx, &source), LCM_OK);
  return e;
}

/* Return a node of "kind" in line "line" of a.c. */
static lcm_node *node_of(lcm_ctx *ctx, lcm_node_kind kind, const char *label,
                         unsigned line) {
  lcm_node *node = lcm_node_new(
      ctx, kind, (lcm_loc){.file = "a.c", .line = line, .column = 3});
  node->label = label;
  return node;
}

/* Put the "n" children at "children" below "node". */
static void adopt(lcm_ctx *ctx, lcm_node *node, lcm_node *const *children,
                  size_t n) {
  const lcm_node **all =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, n + 1);
  for (size_t i = 0; i < n; i++)
    all[i] = children[i];
  node->children = all;
  node->n_children = n;
}

/* Give the loop "node" the range "index" = "from".."to". */
static void set_range(lcm_ctx *ctx, lcm_node *node, const char *index,
                      const char *from, const char *to) {
  lcm_iteration *range = LCM_NEW(lcm_ctx_arena(ctx), lcm_iteration);
  range->index = index;
  range->from = expr_of(ctx, from);
  range->to = expr_of(ctx, to);
  node->u.loop.ranges = range;
  node->u.loop.n_ranges = 1;
}

/* Return a prediction of "points" over "grid". */
static lcm_prediction prediction_of(const lcm_grid *grid,
                                    const lcm_point *points) {
  return (lcm_prediction){
      .grid = grid, .points = points, .cat_names = CAT_NAMES, .n_cats = CATS};
}

/* Assert that the text "actual", which is freed, is "expected". */
static void expect(char *actual, const char *expected) {
  assert_non_null(actual);
  assert_string_equal(actual, expected);
  free(actual);
}

/* Assert that "text" holds "part". */
static void holds(const char *text, const char *part) {
  if (!strstr(text, part))
    fail_msg("'%s' is not in:\n%s", part, text);
}

/* Return how often "part" stands in "text". */
static size_t count(const char *text, const char *part) {
  size_t n = 0;
  for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
    n++;
  return n;
}

/* ---- numbers and names ---------------------------------------------------
 */

/* Times get the unit in which they read best. */
static void times_have_units(void **state) {
  (void)state;
  static const struct {
    double seconds;
    const char *text;
  } CASES[] = {{0, "0 s"},         {1.23456, "1.235 s"}, {0.0123, "12.3 ms"},
               {4.5e-6, "4.5 us"}, {2e-10, "0.2 ns"},    {7200, "7200 s"},
               {-0.002, "-2 ms"},  {0.99999, "1 s"},     {NAN, "-"}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_buf buf = {0};
    lcm_put_time(&buf, CASES[i].seconds);
    expect(lcm_buf_take(&buf), CASES[i].text);
  }
}

/* Shares round so that small ones do not vanish and no part is all. */
static void shares_round(void **state) {
  (void)state;
  static const struct {
    double fraction;
    const char *text;
  } CASES[] = {{0, "0 %"},         {1, "100 %"},      {0.453, "45 %"},
               {0.0453, "4.5 %"},  {0.997, "99.7 %"}, {0.00002, "< 0.01 %"},
               {0.0996, "10 %"},   {1.35, "135 %"},   {0.0025, "0.25 %"},
               {-0.031, "-3.1 %"}, {NAN, "-"}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_buf buf = {0};
    lcm_put_percent(&buf, CASES[i].fraction);
    expect(lcm_buf_take(&buf), CASES[i].text);
  }
}

/* Long texts are cut between characters, white space is one blank. */
static void texts_are_cut(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  assert_string_equal(lcm_text_shorten(ctx, "a\n\t b ", 10), "a b");
  assert_string_equal(lcm_text_shorten(ctx, "abcdefgh", 8), "abcdefgh");
  assert_string_equal(lcm_text_shorten(ctx, "abcdefghi", 8), "abcde...");
  assert_string_equal(lcm_text_shorten(ctx, "abcd efghi", 8), "abcd...");
  assert_string_equal(lcm_text_shorten(ctx, "if (ab < cde)", 12),
                      "if (ab <...");
  assert_string_equal(
      lcm_text_shorten(ctx, "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9", 5),
      "\u00e9\u00e9...");
  assert_int_equal(lcm_text_width("\u00e9t\u00e9"), 3);
  lcm_ctx_free(ctx);
}

/* A node is called after its fragment, its range, its resource, its label. */
static void nodes_have_titles(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_node *loop = node_of(ctx, LCM_NODE_LOOP, "for (int i = 0", 1);
  set_range(ctx, loop, "i", "0", "n - 1");
  assert_string_equal(lcm_node_title(ctx, loop), "for i = 0..n - 1");
  loop->name = "sweep";
  assert_string_equal(lcm_node_title(ctx, loop), "sweep");
  lcm_node *any = node_of(ctx, LCM_NODE_WHILE, NULL, 1);
  assert_string_equal(lcm_node_title(ctx, any), "while");
  lcm_node *barrier = node_of(ctx, LCM_NODE_BARRIER, NULL, 1);
  assert_string_equal(lcm_node_title(ctx, barrier), "barrier");
  lcm_node *wait = node_of(ctx, LCM_NODE_WAIT, NULL, 1);
  const lcm_expr *index = expr_of(ctx, "i + 1");
  wait->u.condition = (struct lcm_instance){"done", &index, 1};
  assert_string_equal(lcm_node_title(ctx, wait), "wait done[i + 1]");
  lcm_node *call = node_of(ctx, LCM_NODE_CALL, NULL, 1);
  call->u.call.callee = "fft";
  assert_string_equal(lcm_node_title(ctx, call), "fft()");
  lcm_node *let = node_of(ctx, LCM_NODE_LET, "int left", 1);
  let->u.let = (struct lcm_assign){"left", expr_of(ctx, "rank + 1")};
  assert_string_equal(lcm_node_title(ctx, let), "left = rank + 1");
  lcm_ctx_free(ctx);
}

/* ---- predictions ---------------------------------------------------------
 */

/* 2 s on one processor, then 10 s that divide evenly (Amdahl). */
static void prediction_is_a_sentence_and_a_table(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const char *specs[] = {"p=1,4"};
  const double one[CATS] = {12};
  const double four[CATS] = {12, 0, 6};
  const lcm_point points[] = {{.p = 1,
                               .time = 12,
                               .speedup = 1,
                               .efficiency = 1,
                               .low = 12,
                               .high = 12,
                               .cats = one},
                              {.p = 4,
                               .time = 4.5,
                               .speedup = 12 / 4.5,
                               .efficiency = 3 / 4.5,
                               .low = 4.5,
                               .high = 4.5,
                               .cats = four}};
  const lcm_prediction prediction =
      prediction_of(grid_of(ctx, specs, 1), points);
  const struct lcm_style style = {.width = 80};
  expect(lcm_render_prediction(ctx, &prediction, LCM_FORMAT_TEXT, &style),
         "fastest at p = 4: 4.5 s, speedup 2.67, efficiency 67 %; 33 % of the "
         "cycles are lost, all to insufficient parallelism\n"
         "\n"
         "p  time [s]  speedup  eff. [%]  lost [%]  pc [s]  ip [s]\n"
         "1        12        1     100.0       0.0      12       0\n"
         "4       4.5    2.667      66.7      33.3      12       6\n"
         "pc pure computation, ip insufficient parallelism;\n"
         "in processor-s, together p x time\n");
  lcm_ctx_free(ctx);
}

/* Units, intervals, the binding resource, what is missing, what is assumed;
 * p stands in the table though it is no variable. */
static void prediction_says_what_it_rests_on(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const char *specs[] = {"n=64,128"};
  const double small[CATS] = {0.002, 0, 0, 0.001, 0, 0, 0.001};
  const double large[CATS] = {0.008, 0, 0, 0.004, 0, 0, 0, 0.004};
  const lcm_point points[] = {{.p = 2,
                               .time = 0.002,
                               .speedup = NAN,
                               .efficiency = NAN,
                               .low = 0.0018,
                               .high = 0.0022,
                               .cats = small},
                              {.p = 2,
                               .time = 0.008,
                               .speedup = NAN,
                               .efficiency = NAN,
                               .low = 0.007,
                               .high = 0.009,
                               .bound = 0.0075,
                               .binding = "lock",
                               .cats = large}};
  const struct lcm_unknown unknown[] = {
      {.id = "main/3",
       .loc = {.file = "a.c", .line = 7, .column = 1},
       .reason = "inline assembly"},
      {.id = "main/9", .reason = "an external function"}};
  const char *assumed[] = {"n mod p = 0"};
  lcm_prediction prediction = prediction_of(grid_of(ctx, specs, 1), points);
  const char *titles[] = {"input and output"};
  prediction.name = "locks";
  prediction.user_titles = titles;
  prediction.unknown = unknown;
  prediction.n_unknown = 2;
  prediction.assumptions = assumed;
  prediction.n_assumptions = 1;
  expect(lcm_render_prediction(ctx, &prediction, LCM_FORMAT_TEXT, NULL),
         "locks, at n = 128, p = 2: 8 ms; 50 % of the cycles are lost, most "
         "to synchronization loss\n"
         "bound 7.5 ms, set by lock\n"
         "\n"
         "  n  p  time [ms]  lost [%]  pc [ms]  sl [ms]  unsplit [ms]  "
         "io [ms]  90 % interval [ms]\n"
         " 64  2          2      25.0        2        1             1        "
         "0            1.8..2.2\n"
         "128  2          8      50.0        8        4             0        "
         "4                7..9\n"
         "pc pure computation, sl synchronization loss, unsplit unsplit time,\n"
         "io input and output; in processor-ms, together p x time\n"
         "\n"
         "not in these times:\n"
         "  a.c:7: inline assembly\n"
         "  main/9: an external function\n"
         "\n"
         "assumed:\n"
         "  n mod p = 0\n");
  lcm_ctx_free(ctx);
}

/* CSV and TSV are exact, with every category, empty where there is nothing. */
static void prediction_is_exact_for_programs(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const char *specs[] = {"p=3"};
  const double cats[CATS] = {0.1, 0.2};
  const lcm_point points[] = {{.p = 3,
                               .time = 0.1,
                               .time1 = NAN,
                               .speedup = NAN,
                               .efficiency = NAN,
                               .work = 0.1,
                               .span = 0.05,
                               .bound = 0.05,
                               .low = 0.1,
                               .high = 0.1,
                               .least = 0.08,
                               .most = NAN,
                               .cats = cats,
                               .binding = "lock \"a\", b"}};
  const lcm_prediction prediction =
      prediction_of(grid_of(ctx, specs, 1), points);
  expect(lcm_render_prediction(ctx, &prediction, LCM_FORMAT_CSV, NULL),
         "p,time,time1,speedup,efficiency,pc,li,ip,sl,cl,rc,unsplit,io,work,"
         "span,bound,low,high,least,most,binding\n"
         "3,0.1,,,,0.1,0.2,0,0,0,0,0,0,0.1,0.05,0.05,0.1,0.1,0.08,,"
         "\"lock \"\"a\"\", b\"\n");
  expect(lcm_render_prediction(ctx, &prediction, LCM_FORMAT_TSV, NULL),
         "p\ttime\ttime1\tspeedup\tefficiency\tpc\tli\tip\tsl\tcl\trc\t"
         "unsplit\tio\twork\tspan\tbound\tlow\thigh\tleast\tmost\tbinding\n"
         "3\t0.1\t\t\t\t0.1\t0.2\t0\t0\t0\t0\t0\t0\t0.1\t0.05\t0.05\t0.1\t0."
         "1\t0.08\t\t"
         "lock \"a\", b\n");
  lcm_ctx_free(ctx);
}

/* A prediction without any cost says so. */
static void prediction_without_costs(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const double cats[CATS] = {0};
  const lcm_point points[] = {
      {.p = 1, .speedup = NAN, .efficiency = NAN, .cats = cats}};
  const lcm_prediction prediction =
      prediction_of(grid_of(ctx, NULL, 0), points);
  expect(lcm_render_prediction(ctx, &prediction, LCM_FORMAT_TEXT, NULL),
         "p = 1: no cost is known\n"
         "\n"
         "p  time [s]  lost [%]  pc [s]\n"
         "1         0         -       0\n"
         "pc pure computation; in processor-s, together p x time\n");
  lcm_ctx_free(ctx);
}

/* ---- a program with its occurrences --------------------------------------
 */

/* A series of a setup, a parallel loop over rows, two sections and a barrier:
 * 1 s, 2 s, 1 s (and 0.004 s beside it), nothing, on 2 processors.
 * nodes, occurrences   in preorder */
struct program {
  lcm_ctx *ctx;
  lcm_node *nodes[9];
  lcm_occurrence occurrences[9];
  double cats[9][CATS];
  double total[CATS];
  lcm_function function;
  lcm_point point;
  lcm_prediction prediction;
  lcm_program program;
};

/* Set occurrence "i": its depth, seconds and the computation in it. */
static void occur(struct program *p, size_t i, unsigned depth, double time,
                  double computed) {
  p->cats[i][LCM_CAT_PC] = computed;
  p->cats[i][LCM_CAT_IP] = 2 * time - computed;
  p->occurrences[i] = (lcm_occurrence){.id = "main/1",
                                       .node = p->nodes[i],
                                       .function = &p->function,
                                       .depth = depth,
                                       .visits = 1,
                                       .time = time,
                                       .cats = p->cats[i],
                                       .processors = 2,
                                       .share = time / 4,
                                       .critical = i != 6,
                                       .provenance = "annotated"};
}

/* Build "p" in "ctx". */
static void build(struct program *p, lcm_ctx *ctx) {
  static const char *const SPECS[] = {"p=2"};
  *p = (struct program){.ctx = ctx};
  lcm_node **n = p->nodes;
  n[0] = node_of(ctx, LCM_NODE_SERIES, NULL, 1);
  n[1] = node_of(ctx, LCM_NODE_FRAGMENT, "read(\"in\") && x < y", 2);
  n[2] = node_of(ctx, LCM_NODE_TEAM, "parallel for", 4);
  n[3] = node_of(ctx, LCM_NODE_PARLOOP, "parallel for", 5);
  n[4] = node_of(ctx, LCM_NODE_FRAGMENT, "a[i] = b[i]", 6);
  n[5] = node_of(ctx, LCM_NODE_PARALLEL, "sections", 8);
  n[6] = node_of(ctx, LCM_NODE_FRAGMENT, "tiny()", 9);
  n[7] = node_of(ctx, LCM_NODE_FRAGMENT, "big()", 10);
  n[8] = node_of(ctx, LCM_NODE_BARRIER, NULL, 12);
  n[4]->name = "row";
  set_range(ctx, n[3], "i", "0", "n - 1");
  adopt(ctx, n[0], (lcm_node *[]){n[1], n[2], n[5], n[8]}, 4);
  adopt(ctx, n[2], &n[3], 1);
  adopt(ctx, n[3], &n[4], 1);
  adopt(ctx, n[5], &n[6], 2);
  occur(p, 0, 0, 4, 6);
  occur(p, 1, 1, 1, 1);
  occur(p, 2, 1, 2, 4);
  occur(p, 3, 2, 2, 4);
  occur(p, 4, 3, 2, 4);
  occur(p, 5, 1, 1, 1);
  occur(p, 6, 2, 0.004, 0.008);
  occur(p, 7, 2, 1, 1);
  occur(p, 8, 1, 0, 0);
  p->function = (lcm_function){.key = "main", .name = "main", .body = n[0]};
  p->total[LCM_CAT_PC] = 6;
  p->total[LCM_CAT_IP] = 2;
  p->point = (lcm_point){.p = 2,
                         .time = 4,
                         .speedup = 1.5,
                         .efficiency = 0.75,
                         .low = 4,
                         .high = 4,
                         .least = NAN,
                         .most = NAN,
                         .cats = p->total,
                         .occurrences = p->occurrences,
                         .n_occurrences = 9};
  p->prediction = prediction_of(grid_of(ctx, SPECS, 1), &p->point);
  p->program = (lcm_program){
      .functions = &p->function, .n_functions = 1, .entry = "main"};
}

/* Nodes are an indented tree with cost, share, loss and source; the headline
 * of a single point stands above the table of points already. */
static void nodes_are_a_tree(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct program p;
  build(&p, ctx);
  const struct lcm_style style = {.width = 100};
  expect(
      lcm_render_nodes(ctx, &p.prediction, 0, &style),
      "time  share [%]    lost  node (* on the critical path)    cost       "
      "source\n"
      " 4 s      100.0  2 s ip  * series                         annotated  "
      "a.c:1\n"
      " 1 s       25.0  1 s ip    * read(\"in\") && x < y          annotated  "
      "a.c:2\n"
      " 2 s       50.0            * parallel for                 annotated  "
      "a.c:4\n"
      " 2 s       50.0              * parallel for i = 0..n - 1  annotated  "
      "a.c:5\n"
      " 2 s       50.0                * row                      annotated  "
      "a.c:6\n"
      " 1 s       25.0  1 s ip    * sections                     annotated  "
      "a.c:8\n"
      "4 ms        0.1              - tiny()                     annotated  "
      "a.c:9\n"
      " 1 s       25.0  1 s ip      * big()                      annotated  "
      "a.c:10\n"
      " 0 s        0.0            * barrier                      annotated  "
      "a.c:12\n");
  lcm_ctx_free(ctx);
}

/* Colours appear where they are asked for, and only there. */
static void colour_is_asked_for(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct program p;
  build(&p, ctx);
  for (int colour = 0; colour < 2; colour++) {
    const struct lcm_style style = {.colour = colour};
    char *texts[] = {
        lcm_render_prediction(ctx, &p.prediction, LCM_FORMAT_TEXT, &style),
        lcm_render_nodes(ctx, &p.prediction, 0, &style),
        lcm_render_structure(ctx, &p.program, &style)};
    for (size_t i = 0; i < 3; i++) {
      assert_int_equal(strchr(texts[i], '\033') != NULL, colour);
      free(texts[i]);
    }
  }
  lcm_ctx_free(ctx);
}

/* ---- comparisons, data, structures ---------------------------------------
 */

/* Build a comparison of the "times" of two variants, n = 50, 100, p = 26. */
static lcm_comparison compare_of(lcm_ctx *ctx, lcm_point points[2][2],
                                 lcm_prediction variants[2],
                                 const lcm_prediction *both[2]) {
  static const char *const SPECS[] = {"n=50,100", "p=26"};
  static const char *const NAMES[] = {"tp", "dp"};
  static const double CAT[CATS] = {0};
  const lcm_grid *grid = grid_of(ctx, SPECS, 2);
  for (size_t v = 0; v < 2; v++) {
    for (size_t i = 0; i < 2; i++)
      points[v][i].cats = CAT;
    variants[v] = prediction_of(grid, points[v]);
    variants[v].name = NAMES[v];
    both[v] = &variants[v];
  }
  return (lcm_comparison){.grid = grid, .variants = both, .n_variants = 2};
}

/* The winner of each point is marked, crossovers are sentences. */
static void comparison_names_winners(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_point points[2][2] = {
      {{.p = 26, .time = 0.001}, {.p = 26, .time = 0.004}},
      {{.p = 26, .time = 0.002}, {.p = 26, .time = 0.003}}};
  lcm_prediction variants[2];
  const lcm_prediction *both[2];
  lcm_comparison c = compare_of(ctx, points, variants, both);
  const size_t winners[] = {0, 1};
  const double low[] = {0.0008, -0.0002};
  const double high[] = {0.0012, 0.0022};
  const double chances[] = {1, 0.875};
  const struct lcm_reason reasons[] = {{"li", 0.0005}, {NULL, 0}};
  const double others[] = {62.5, 26};
  const lcm_crossover crossover = {
      .variable = "n", .value = 62.503, .from = 0, .to = 1, .others = others};
  c.winners = winners;
  c.difference_low = low;
  c.difference_high = high;
  c.chances = chances;
  c.reasons = reasons;
  c.crossovers = &crossover;
  c.n_crossovers = 1;
  c.complete = true;
  expect(lcm_render_comparison(ctx, &c, LCM_FORMAT_TEXT, NULL),
         "p = 26: tp is fastest at 1 of 2 points, dp is fastest at 1 of 2 "
         "points\n"
         "\n"
         "  n  tp [ms]  dp [ms]  fastest  by         chance  why\n"
         " 50       *1        2  tp       x 2     > 99.99 %  li\n"
         "100        4       *3  dp       33 % ?       88 %\n"
         "?: less than the 90 % interval of the difference\n"
         "why: the category in which the fastest is ahead most of the next\n"
         "\n"
         "dp overtakes tp at n = 62.5\n"
         "there are no other crossovers in this range\n");
  expect(lcm_render_comparison(ctx, &c, LCM_FORMAT_CSV, NULL),
         "n,p,tp,dp,winner,margin,difference_low,difference_high,chance,why\n"
         "50,26,0.001,0.002,tp,1,0.0008,0.0012,1,li\n"
         "100,26,0.004,0.003,dp,0.33333333333333326,-0.0002,0.0022,0.875,\n");
  lcm_ctx_free(ctx);
}

/* Ties, steps and exact values are told apart; what is not proved is said. */
static void comparison_says_what_is_open(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_point points[2][2] = {{{.p = 26, .time = 2}, {.p = 26, .time = 4}},
                            {{.p = 26, .time = 2}, {.p = 26, .time = 3}}};
  lcm_prediction variants[2];
  const lcm_prediction *both[2];
  lcm_comparison c = compare_of(ctx, points, variants, both);
  const size_t winners[] = {0, 1};
  const lcm_crossover crossover = {.variable = "n",
                                   .value = 4096,
                                   .from = 0,
                                   .to = 1,
                                   .step = true,
                                   .exact = expr_of(ctx, "64*p")};
  const double low[] = {-0.1, 0.5};
  const double high[] = {0.1, 1.5};
  c.difference_low = low;
  c.difference_high = high;
  c.winners = winners;
  expect(lcm_render_comparison(ctx, &c, LCM_FORMAT_TEXT, NULL),
         "p = 26: dp is fastest at 1 of 2 points, equally fast at 1\n"
         "\n"
         "  n  tp [s]  dp [s]  fastest  by\n"
         " 50       2       2  =\n"
         "100       4      *3  dp       33 %\n"
         "\n"
         "no crossover was found; crossovers between neighbouring points are "
         "not ruled out\n");
  c.crossovers = &crossover;
  c.n_crossovers = 1;
  char *text = lcm_render_comparison(ctx, &c, LCM_FORMAT_TEXT, NULL);
  holds(text, "\ndp overtakes tp at n = 4096, in a step, exactly 64*p\n"
              "other crossovers between neighbouring points are not ruled "
              "out\n");
  free(text);
  const lcm_crossover tie = {.variable = "n", .value = 50, .from = 1, .to = 0};
  c.crossovers = &tie;
  text = lcm_render_comparison(ctx, &c, LCM_FORMAT_TEXT, NULL);
  holds(text, "\ntp catches up with dp at n = 50\n");
  free(text);
  lcm_ctx_free(ctx);
}

/* Times that no unit suits have their own; what has no cost is counted. */
static void comparison_over_many_sizes(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_point points[2][2] = {
      {{.p = 26, .time = 2e-5}, {.p = 26, .time = 4}},
      {{.p = 26, .time = 3e-5}, {.p = 26, .time = 0.0625}}};
  lcm_prediction variants[2];
  const lcm_prediction *both[2];
  lcm_comparison c = compare_of(ctx, points, variants, both);
  const size_t winners[] = {0, 1};
  variants[1].n_unknown = 3;
  c.winners = winners;
  c.complete = true;
  expect(lcm_render_comparison(ctx, &c, LCM_FORMAT_TEXT, NULL),
         "p = 26: tp is fastest at 1 of 2 points, dp is fastest at 1 of 2 "
         "points\n"
         "\n"
         "  n      tp        dp  fastest  by\n"
         " 50  *20 us     30 us  tp       50 %\n"
         "100     4 s  *62.5 ms  dp       x 64\n"
         "\n"
         "there are no crossovers in this range\n"
         "\n"
         "without a cost: 3 of dp (`lcm predict` lists them)\n");
  lcm_ctx_free(ctx);
}

/* Movements name what moves, from where to where, how much, how often. */
static void data_is_a_table(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct program p;
  build(&p, ctx);
  const struct lcm_extent extents[] = {
      {expr_of(ctx, "0"), expr_of(ctx, "n"), NULL},
      {expr_of(ctx, "k"), expr_of(ctx, "1"), NULL},
      {NULL, NULL, NULL}};
  const lcm_section section = {
      .datum = "a", .extents = extents, .n_extents = 3};
  const lcm_movement movements[] = {{.from = "main/7",
                                     .to = "main/8",
                                     .from_node = p.nodes[6],
                                     .to_node = p.nodes[7],
                                     .section = &section,
                                     .kind = LCM_DEP_ANTI,
                                     .bytes = expr_of(ctx, "8*n"),
                                     .count = expr_of(ctx, "1"),
                                     .lca = "main/6",
                                     .lca_node = p.nodes[5]},
                                    {.from = "main/5",
                                     .to = "main/5",
                                     .section = &section,
                                     .kind = LCM_DEP_TRUE,
                                     .lca = "main/3",
                                     .crossing = true}};
  const lcm_data data = {
      .program = &p.program, .movements = movements, .n_movements = 2};
  expect(lcm_render_data(ctx, &data, LCM_FORMAT_TEXT, NULL),
         "1 movement between parallel parts, 1 crossing inside teams\n"
         "\n"
         "data          from            to              kind      bytes    "
         "times    inside\n"
         "a[0:n][k][:]  tiny() (a.c:9)  big() (a.c:10)  anti      8*n      1"
         "        sections (a.c:8)\n"
         "a[0:n][k][:]  main/5          main/5          crossing  unknown  "
         "unknown  main/3\n");
  expect(lcm_render_data(ctx, &data, LCM_FORMAT_TSV, NULL),
         "type\tfrom\tto\tdatum\tsection\tkind\tbytes\tcount\tlca\twhy\n"
         "movement\tmain/7\tmain/8\ta\ta[0:n][k][:]\tanti\t8*n\t1\tmain/6\t"
         "\n"
         "crossing\tmain/5\tmain/5\ta\ta[0:n][k][:]\ttrue\t\t\tmain/3\t\n");
  lcm_ctx_free(ctx);
}

/* The structure says of each node what the source and its author say. */
static void structure_is_a_tree(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct program p;
  build(&p, ctx);
  const lcm_section section = {.datum = "a", .is_private = true};
  const lcm_model model = {.category = "time",
                           .expr = expr_of(ctx, "2*n*s"),
                           .per = LCM_PER_ITERATION,
                           .provenance = LCM_PROV_ANNOTATED};
  const char *params[] = {"n", ""};
  const lcm_param param = {.name = "n",
                           .value = expr_of(ctx, "64"),
                           .low = expr_of(ctx, "1"),
                           .high = expr_of(ctx, "1024"),
                           .description = "side"};
  p.nodes[3]->u.loop.schedule = LCM_SCHED_DYNAMIC;
  p.nodes[3]->u.loop.chunk = expr_of(ctx, "4");
  p.nodes[3]->models = &model;
  p.nodes[3]->n_models = 1;
  p.nodes[4]->reads = &section;
  p.nodes[4]->n_reads = 1;
  p.nodes[8]->ignored = true;
  p.function.params = params;
  p.function.n_params = 2;
  p.function.loc = (lcm_loc){.file = "a.c", .line = 1};
  p.program.params = &param;
  p.program.n_params = 1;
  expect(lcm_render_structure(ctx, &p.program, NULL),
         "1 function, 1 parallel region, 1 parallel loop, 1 group of sections, "
         "1 part with a model\n"
         "\n"
         "param n = 64 in 1..1024  side\n"
         "\n"
         "main(n, _)  a.c:1  the run begins here\n"
         "  series  a.c:1\n"
         "    fragment read(\"in\") && x < y  a.c:2\n"
         "    team parallel for  a.c:4\n"
         "        team of threads\n"
         "      parloop parallel for i = 0..n - 1  a.c:5\n"
         "          schedule dynamic, 4\n"
         "          time per iteration = 2*n*s (annotated)\n"
         "        fragment row  a.c:6\n"
         "            reads a (private)\n"
         "    parallel sections  a.c:8\n"
         "      fragment tiny()  a.c:9\n"
         "      fragment big()  a.c:10\n"
         "    barrier  a.c:12 (ignored)\n");
  lcm_ctx_free(ctx);
}

/* ---- pictures ------------------------------------------------------------
 */

/* Assert that Graphviz can read "dot"; nothing where it is not installed. */
static void parses(lcm_ctx *ctx, const char *dot) {
  const char *argv[] = {"dot", "-Tcanon", NULL};
  const struct lcm_child child = {
      .argv = argv, .input = dot, .input_len = strlen(dot), .seconds = 60};
  char *out = NULL;
  size_t len = 0;
  int status = 0;
  assert_int_equal(lcm_child_run(&out, &len, &status, ctx, &child), LCM_OK);
  assert_true(status == 0 || status == 127);
}

/* A picture has the sentence, costs, shares, frames, links; the path where it
 * could have gone another way, as wide as 0.9 and 4 times its share. */
static void picture_shows_costs_and_the_path(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct program p;
  build(&p, ctx);
  const struct lcm_picture picture = {.program = &p.program,
                                      .prediction = &p.prediction,
                                      .links = "src/",
                                      .title = "a < b"};
  char *dot = lcm_render_dot(ctx, &picture);
  holds(dot, "<B>a &lt; b</B>");
  holds(dot, "p = 2: 4 s, speedup 1.5, efficiency 75 %");
  holds(dot, "25 % of the cycles are lost, all to insufficient parallelism");
  holds(dot, "read(&quot;in&quot;) &amp;&amp; x &lt; y");
  holds(dot, "URL=\"src/a.c#L10\", tooltip=\"big()\\nfragment, a.c:10\\n1 s, "
             "25 % of the time, 1 visit, 2 processors\\n50 % pure computation"
             "\\n50 % insufficient parallelism\\ncost: annotated\\non the "
             "critical path\"");
  holds(dot, ">row<");
  holds(dot, "2 s \u00b7 50 %");
  assert_int_equal(count(dot, "subgraph cluster_"), 2);
  assert_int_equal(count(dot, "[color=\"#D55E00\", penwidth=1.9, "), 1);
  holds(dot, "[arrowhead=none, color=\"#D55E00\", penwidth=1.9, ");
  assert_int_equal(count(dot, ", color=\"#D55E00\", penwidth=2.4"), 1);
  holds(dot, "<B>big()</B>");
  assert_int_equal(count(dot, "</FONT> critical path"), 1);
  assert_int_equal(count(dot, "</FONT> loop or branch"), 0);
  assert_null(strstr(dot, "(null)"));
  parses(ctx, dot);
  free(dot);
  lcm_ctx_free(ctx);
}

/* What takes less than the fold is one grey node; what does not stays. */
static void picture_folds_small_parts(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct program p;
  build(&p, ctx);
  struct lcm_picture picture = {
      .program = &p.program, .prediction = &p.prediction, .fold = 0.3};
  char *dot = lcm_render_dot(ctx, &picture);
  holds(dot, ">row<");
  holds(dot, ">sections<");
  holds(dot, ">3 nodes, 25 % of the time<");
  holds(dot, "\\n3 folded: 1 s \u00b7 25 %\"");
  holds(dot, ">barrier<");
  assert_null(strstr(dot, "big()"));
  assert_null(strstr(dot, "URL="));
  assert_int_equal(count(dot, "fillcolor=\"#E6E6E6\""), 2);
  parses(ctx, dot);
  free(dot);
  picture.fold = 0.6;
  dot = lcm_render_dot(ctx, &picture);
  holds(dot, ">7 nodes, 100 % of the time<");
  holds(dot, "\\n7 folded: 4 s \u00b7 100 %\"");
  assert_int_equal(count(dot, "fillcolor=\"#E6E6E6\""), 1);
  free(dot);
  picture.fold = 0.01;
  dot = lcm_render_dot(ctx, &picture);
  holds(dot, "tiny()");
  holds(dot, "big()");
  assert_int_equal(count(dot, "fillcolor=\"#E6E6E6\""), 1);
  free(dot);
  lcm_ctx_free(ctx);
}

/* Without a prediction a picture has every function and no costs. */
static void picture_of_the_bare_structure(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct program p;
  build(&p, ctx);
  lcm_function functions[] = {{.key = "aux", .name = "aux", .body = p.nodes[7]},
                              p.function,
                              {.key = "extern", .name = "extern"}};
  p.program.functions = functions;
  p.program.n_functions = 3;
  const struct lcm_picture picture = {.program = &p.program};
  char *dot = lcm_render_dot(ctx, &picture);
  const char *first = strstr(dot, "main()");
  const char *second = strstr(dot, "aux()");
  assert_non_null(first);
  assert_non_null(second);
  assert_true(first < second);
  assert_null(strstr(dot, "extern"));
  assert_null(strstr(dot, "25 %"));
  assert_int_equal(count(dot, "subgraph cluster_"), 4);
  parses(ctx, dot);
  free(dot);
  lcm_ctx_free(ctx);
}

/* Odd names of files and bytes that are no text do no harm. */
static void picture_survives_odd_text(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct program p;
  build(&p, ctx);
  p.nodes[1]->loc.file = "a b%\"<.c";
  p.nodes[1]->name = "\xff\\N \xc3\xa9 \xe2\x82 ]]> &lt; \\";
  p.nodes[7]->label = "\\\"";
  const struct lcm_picture picture = {
      .program = &p.program, .prediction = &p.prediction, .links = ""};
  char *dot = lcm_render_dot(ctx, &picture);
  holds(dot, "URL=\"a%20b%25%22%3C.c#L2\"");
  holds(dot, "?\\N \u00e9 ?? ]]&gt; &amp;lt; \\</FONT>");
  holds(dot, "tooltip=\"\\\\\\\"\\nfragment, a.c:10");
  parses(ctx, dot);
  free(dot);
  lcm_ctx_free(ctx);
}

/* The same picture is the same text, whatever the context. */
static void picture_is_deterministic(void **state) {
  (void)state;
  char *texts[2];
  for (size_t i = 0; i < 2; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    struct program p;
    (void)lcm_arena_alloc(lcm_ctx_arena(ctx), 8, 1 + 4096 * i);
    build(&p, ctx);
    const struct lcm_picture picture = {
        .program = &p.program, .prediction = &p.prediction, .links = ""};
    texts[i] = lcm_render_dot(ctx, &picture);
    lcm_ctx_free(ctx);
  }
  assert_string_equal(texts[0], texts[1]);
  free(texts[0]);
  free(texts[1]);
}

/* An occurrence that comes late stands under the parent whose node holds it. */
static void picture_finds_parents(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct program p;
  build(&p, ctx);
  const lcm_occurrence late = p.occurrences[6];
  p.occurrences[6] = p.occurrences[7];
  p.occurrences[7] = p.occurrences[8];
  p.occurrences[8] = late;
  const struct lcm_picture picture = {.program = &p.program,
                                      .prediction = &p.prediction};
  const lcm_shape *root = lcm_layout_new(ctx, &picture)->root;
  assert_int_equal(root->n_parts, 4);
  assert_int_equal(root->parts[2]->kind, LCM_SHAPE_ROW);
  assert_int_equal(root->parts[2]->n_parts, 2);
  assert_string_equal(root->parts[2]->parts[1]->title.text, "tiny()");
  lcm_ctx_free(ctx);
}

/* Return the next number below "n" of the sequence "seed". */
static unsigned draw(uint64_t *seed, unsigned n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*seed >> 33) % n;
}

/* Return a random tree of at most "*left" nodes. */
static lcm_node *random_tree(lcm_ctx *ctx, uint64_t *seed, unsigned *left,
                             unsigned depth) {
  static const lcm_node_kind INNER[] = {
      LCM_NODE_SERIES, LCM_NODE_PARALLEL, LCM_NODE_TEAM,   LCM_NODE_LOOP,
      LCM_NODE_SERIES, LCM_NODE_PARLOOP,  LCM_NODE_BRANCH, LCM_NODE_CALL};
  static const char *const LABELS[] = {"f()", "a longer label for a node", "x"};
  lcm_node *children[40];
  size_t n = 0;
  const bool inner = depth < 8 && (depth < 2 || draw(seed, 3));
  const lcm_node_kind kind = inner           ? INNER[draw(seed, 8)]
                             : draw(seed, 9) ? LCM_NODE_FRAGMENT
                                             : LCM_NODE_BARRIER;
  lcm_node *node = node_of(ctx, kind, LABELS[draw(seed, 3)], 1);
  const unsigned wanted = draw(seed, 10) ? 1 + draw(seed, 5) : 40;
  for (unsigned i = 0; inner && i < wanted && *left; i++) {
    (*left)--;
    children[n++] = random_tree(ctx, seed, left, depth + 1);
  }
  adopt(ctx, node, children, n);
  return node;
}

/* Return whether "a" and "b" have room in common. */
static bool overlap(const lcm_shape *a, const lcm_shape *b) {
  const double e = 1e-6;
  return a->x + e < b->x + b->w && b->x + e < a->x + a->w &&
         a->y + e < b->y + b->h && b->y + e < a->y + a->h;
}

/* Assert that the parts of "shape" lie in it and apart; return their number. */
static size_t check_places(const lcm_shape *shape, uint64_t seed) {
  size_t n = 1;
  for (size_t i = 0; i < shape->n_parts; i++) {
    const lcm_shape *part = shape->parts[i];
    const double e = 1e-6;
    if (part->x < shape->x - e || part->y < shape->y - e ||
        part->x + part->w > shape->x + shape->w + e ||
        part->y + part->h > shape->y + shape->h + e || !(part->w > 0) ||
        !(part->h > 0))
      fail_msg("seed %llu: part %u is not inside %u", (unsigned long long)seed,
               part->id, shape->id);
    for (size_t k = 0; k < i; k++)
      if (overlap(part, shape->parts[k]))
        fail_msg("seed %llu: parts %u and %u overlap", (unsigned long long)seed,
                 part->id, shape->parts[k]->id);
    n += check_places(part, seed);
  }
  return n;
}

/* In random pictures nothing overlaps, and none is far wider than high or the
 * other way round. */
static void layout_keeps_parts_apart(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= TREES; seed++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    uint64_t random = seed * 7919;
    unsigned left = seed % 10 ? 60 : 1500;
    const lcm_function function = {.key = "main",
                                   .name = "main",
                                   .body = random_tree(ctx, &random, &left, 0)};
    const lcm_program program = {.functions = &function, .n_functions = 1};
    const struct lcm_picture picture = {.program = &program};
    const lcm_shape *root = lcm_layout_new(ctx, &picture)->root;
    const size_t n = check_places(root, seed);
    if (n > 300 && (root->w > 6 * root->h || root->h > 6 * root->w))
      fail_msg("seed %llu: %.0f x %.0f", (unsigned long long)seed, root->w,
               root->h);
    if (seed % 10 == 0) {
      char *dot = lcm_render_dot(ctx, &picture);
      parses(ctx, dot);
      free(dot);
    }
    lcm_ctx_free(ctx);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(times_have_units),
      cmocka_unit_test(shares_round),
      cmocka_unit_test(texts_are_cut),
      cmocka_unit_test(nodes_have_titles),
      cmocka_unit_test(prediction_is_a_sentence_and_a_table),
      cmocka_unit_test(prediction_says_what_it_rests_on),
      cmocka_unit_test(prediction_is_exact_for_programs),
      cmocka_unit_test(prediction_without_costs),
      cmocka_unit_test(nodes_are_a_tree),
      cmocka_unit_test(colour_is_asked_for),
      cmocka_unit_test(comparison_names_winners),
      cmocka_unit_test(comparison_says_what_is_open),
      cmocka_unit_test(comparison_over_many_sizes),
      cmocka_unit_test(data_is_a_table),
      cmocka_unit_test(structure_is_a_tree),
      cmocka_unit_test(picture_shows_costs_and_the_path),
      cmocka_unit_test(picture_folds_small_parts),
      cmocka_unit_test(picture_of_the_bare_structure),
      cmocka_unit_test(picture_survives_odd_text),
      cmocka_unit_test(picture_is_deterministic),
      cmocka_unit_test(picture_finds_parents),
      cmocka_unit_test(layout_keeps_parts_apart)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
