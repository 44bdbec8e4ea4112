/* Composing a function whose text a test has: its time and lost cycles. */
#pragma once

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/ctx.h"
#include "composer/predict/predict.h"
#include "model/lcs/parse.h"

/* What a body comes to at one point.
 * cats    processor-seconds by the built-in categories
 * closed  it has a closed form */
struct composed {
  double time;
  double cats[LCM_CAT_USER];
  bool closed;
};

/* Return what the function with the body "body" comes to on "p" processors with
 * the parameter n: by executing it, or where "form" by its closed form if it
 * has one.  There is one lock, "lock"; nothing but the models in "body" takes
 * time.  Fails the test where it cannot be predicted. */
static struct composed compose(const char *body, int n, int p, bool form) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_program *program = NULL;
  const lcm_prediction *prediction = NULL;
  const lcm_grid *grid = NULL;
  struct composed out = {0};
  const char *text = lcm_arena_printf(arena,
                                      "lcs 1\nentry main\nparam n value=(%d)\n"
                                      "resource lock multiplicity=(1) lock\n"
                                      "function main {\nseries {\n%s}\n}\n",
                                      n, body);
  const char *spec = lcm_arena_printf(arena, "n=%d p=%d", n, p);
  const struct lcm_predict_options options = {
      .formula = form, .interpret = !form, .check = true};
  if (lcm_program_parse(&program, ctx, "p.lcs", text, strlen(text)) ||
      lcm_grid_parse(&grid, ctx, &spec, 1) ||
      lcm_predict(&prediction, ctx, program, grid, &options))
    fail_msg("n = %d, p = %d, not predicted: %s", n, p, text);
  out.closed = prediction->formula != NULL;
  out.time = prediction->points[0].time;
  for (size_t c = 0; c < LCM_CAT_USER; c++)
    out.cats[c] = prediction->points[0].cats[c];
  lcm_ctx_free(ctx);
  return out;
}

/* Whether "a" and "b" are equal but for rounding. */
static bool is_near(double a, double b) {
  return fabs(a - b) <= 1e-9 * fmax(1, fabs(b));
}
