/* Times the layout of a structure of many nodes with nothing folded, and with
 * so much folded as `lcm graph` does.  Prints
 *   nodes  shapes  seconds of the layout  of DOT  of SVG  of a folded layout
 * or, with "dot" behind the number of nodes, the picture itself.
 * usage: layout [nodes [dot]] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/ctx.h"
#include "composer/predict/predict.h"
#include "composer/scope/options.h"
#include "model/expr/parse.h"
#include "render/picture/dot.h"
#include "render/picture/layout.h"
#include "render/picture/layout_whole.h"
#include "render/picture/svg_picture.h"

enum { DEEPEST = 30, MOST_PARTS = 12, USUAL_SHAPES = 300 };

/* A structure being made: the next random number, and the nodes to be made. */
struct making {
  lcm_ctx *ctx;
  uint64_t random;
  size_t left;
  unsigned line;
};

/* Return the processor time that this process has used, in seconds. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Write the diagnostics of "ctx" and end with status 1. */
static void fail(lcm_ctx *ctx) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < n; i++)
    fprintf(stderr, "%s\n", lcm_diag_format(ctx, &all[i]));
  exit(1);
}

/* Return the next random number below "n". */
static unsigned draw(struct making *m, unsigned n) {
  m->random = m->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(m->random >> 33) % n;
}

/* Return a new node of "kind" that is called "label". */
static lcm_node *new_node(struct making *m, lcm_node_kind kind,
                          const char *label) {
  const lcm_loc loc = {.file = "bench.c", .line = ++m->line, .column = 3};
  lcm_node *node = lcm_node_new(m->ctx, kind, loc);
  node->label = label;
  return node;
}

/* Return a fragment with a model. */
static lcm_node *fragment(struct making *m) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  lcm_node *node = new_node(m, LCM_NODE_FRAGMENT, "update the rows");
  lcm_model *model = LCM_NEW(arena, lcm_model);
  char text[32];
  const int len = snprintf(text, sizeof text, "%u us", 1 + draw(m, 999));
  const struct lcm_expr_source source = {.text = text, .len = (size_t)len};
  model->category = lcm_intern(m->ctx, "time");
  if (lcm_expr_parse(&model->expr, m->ctx, &source))
    fail(m->ctx);
  model->provenance = LCM_PROV_ANNOTATED;
  node->models = model;
  node->n_models = 1;
  return node;
}

/* Return a tree of nodes, at "depth", while there are nodes to be made. */
static lcm_node *tree(struct making *m, unsigned depth) {
  if (m->left)
    m->left--;
  if (depth > DEEPEST || (depth > 3 && !draw(m, 3)))
    return fragment(m);
  const bool series = !depth || draw(m, 2);
  lcm_node *node = new_node(m, series ? LCM_NODE_SERIES : LCM_NODE_PARALLEL,
                            series ? NULL : "sections");
  const unsigned wanted = depth ? 2 + draw(m, MOST_PARTS - 1) : 1000000;
  const lcm_node **children = LCM_NEW_ARRAY(
      lcm_ctx_arena(m->ctx), const lcm_node *, depth ? wanted : m->left + 1);
  node->children = children;
  while (node->n_children < wanted && (m->left || !node->n_children))
    children[node->n_children++] = tree(m, depth + 1);
  return node;
}

/* Return a program of about "n" nodes. */
static const lcm_program *program_of(lcm_ctx *ctx, size_t n) {
  struct making m = {.ctx = ctx, .random = 1, .left = n};
  lcm_function *function = LCM_NEW(lcm_ctx_arena(ctx), lcm_function);
  lcm_program *program = LCM_NEW(lcm_ctx_arena(ctx), lcm_program);
  function->key = function->name = lcm_intern(ctx, "main");
  function->flags_hash = "";
  function->body = tree(&m, 0);
  program->functions = function;
  program->n_functions = 1;
  program->entry = function->key;
  if (lcm_program_finish(ctx, program))
    fail(ctx);
  return program;
}

/* Return what "program" is predicted to take. */
static const lcm_prediction *predict(lcm_ctx *ctx, const lcm_program *program) {
  const char *const spec = "p=4";
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  const struct lcm_predict_options options = {.nodes = true};
  if (lcm_grid_parse(&grid, ctx, &spec, 1) ||
      lcm_predict(&prediction, ctx, program, grid, &options))
    fail(ctx);
  return prediction;
}

int main(int argc, char **argv) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *program =
      program_of(ctx, argc > 1 ? strtoul(argv[1], NULL, 10) : 10000);
  struct lcm_picture picture = {.program = program,
                                .prediction = predict(ctx, program)};
  const double start = now();
  const lcm_layout *layout = lcm_layout_new(ctx, &picture);
  const double placed = now();
  char *dot = lcm_layout_dot(ctx, layout, &picture);
  const double written = now();
  char *svg = lcm_layout_svg(ctx, layout, &picture);
  const double drawn = now();
  picture.most = USUAL_SHAPES;
  (void)lcm_layout_new(ctx, &picture);
  const double folded = now();
  if (argc > 2 && !strcmp(argv[2], "dot"))
    fputs(dot, stdout);
  else
    printf("%zu %zu %.4f %.4f %.4f %.4f\n", layout->n_nodes, layout->n_shapes,
           placed - start, written - placed, drawn - written, folded - drawn);
  free(dot);
  free(svg);
  lcm_ctx_free(ctx);
  return 0;
}
