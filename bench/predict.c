/* Times predictions of one structure of many fragments: composed once, then
 * evaluated on a grid.  Prints
 *   fragments  seconds of the first point  fragment evaluations a second
 * usage: predict [fragments [points]] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "composer/predict/predict.h"
#include "composer/scope/options.h"
#include "model/expr/parse.h"

/* Return the processor time that this process has used, in seconds. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Return a fragment with the model text "text". */
static const lcm_node *fragment(lcm_ctx *ctx, const char *text, size_t len) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_node *node = lcm_node_new(ctx, LCM_NODE_FRAGMENT, (lcm_loc){0});
  lcm_model *model = LCM_NEW(arena, lcm_model);
  const struct lcm_expr_source source = {.text = text, .len = len};
  model->category = lcm_intern(ctx, "time");
  if (lcm_expr_parse(&model->expr, ctx, &source))
    exit(1);
  model->provenance = LCM_PROV_ANNOTATED;
  node->models = model;
  node->n_models = 1;
  return node;
}

/* Return a program whose main is a series of "n" fragments, each with a model
 * of its own. */
static lcm_program *series(lcm_ctx *ctx, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, n);
  for (size_t i = 0; i < n; i++) {
    char text[128];
    const int len = snprintf(text, sizeof text,
                             "%zu.5e-10 s * n^2 * log2(n) + %zue-9 s * n",
                             i % 97, i % 89 + 1);
    children[i] = fragment(ctx, text, (size_t)len);
  }
  lcm_node *body = lcm_node_new(ctx, LCM_NODE_SERIES, (lcm_loc){0});
  body->children = children;
  body->n_children = n;
  lcm_function *function = LCM_NEW(arena, lcm_function);
  function->key = function->name = lcm_intern(ctx, "main");
  function->flags_hash = "";
  function->body = body;
  lcm_program *program = LCM_NEW(arena, lcm_program);
  program->functions = function;
  program->n_functions = 1;
  program->entry = function->key;
  if (lcm_program_finish(ctx, program))
    exit(1);
  return program;
}

/* Return the seconds that predicting "program" on the grid of "specs" takes.
 */
static double seconds(lcm_ctx *ctx, const lcm_program *program,
                      const char *const specs[2]) {
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  const struct lcm_predict_options options = {0};
  if (lcm_grid_parse(&grid, ctx, specs, 2))
    exit(1);
  const double start = now();
  if (lcm_predict(&prediction, ctx, program, grid, &options))
    exit(1);
  return now() - start;
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
  const char *const points = argc > 2 ? argv[2] : "1000";
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *program = series(ctx, n);
  char axis[64];
  snprintf(axis, sizeof axis, "n=1:%s", points);
  const char *const one[] = {"n=64", "p=4"};
  const char *const many[] = {axis, "p=4"};
  const double first = seconds(ctx, program, one);
  const double all = seconds(ctx, program, many);
  printf("%zu %.6f %.4g\n", n, first, (double)n * strtod(points, NULL) / all);
  lcm_ctx_free(ctx);
  return 0;
}
