/* Comparing variants of a program. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/handles.h"
#include "api/prediction.h"
#include "api/program.h"
#include "api/request.h"
#include "study/compare/compare.h"

/* A comparison. */
struct liblcm_comparison {
  lcm_ctx *ctx; /* holds "comparison" */
  const lcm_comparison *comparison;
  const liblcm_prediction *predictions; /* a handle for each of its variants */
  /* the text of each crossover's value, or NULL */
  const char *const *exact;
};

/* A comparison being made. */
struct comparing {
  const struct liblcm_variant *variants;
  size_t n;
  const struct liblcm_predict_options *options;
  liblcm_comparison *out;
};

/* Fill in the rest of the handle, whose context is "ctx". */
static void fill(lcm_ctx *ctx, liblcm_comparison *out) {
  const lcm_comparison *c = out->comparison;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  liblcm_prediction *predictions =
      LCM_NEW_ARRAY(arena, liblcm_prediction, c->n_variants + 1);
  const char **exact = LCM_NEW_ARRAY(arena, const char *, c->n_crossovers + 1);
  for (size_t v = 0; v < c->n_variants; v++)
    predictions[v].prediction = c->variants[v];
  for (size_t i = 0; i < c->n_crossovers; i++)
    exact[i] = lcm_api_expr(ctx, c->crossovers[i].exact);
  out->predictions = predictions;
  out->exact = exact;
}

/* Compare what "user" says. */
static lcm_status compare(lcm_ctx *ctx, void *user) {
  struct comparing *c = user;
  struct lcm_predict_options options;
  const lcm_grid *grid = NULL;
  struct lcm_variant *variants =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_variant, c->n);
  lcm_status status = lcm_api_read_options(&options, &grid, ctx, c->options);
  for (size_t v = 0; v < c->n && !status; v++) {
    variants[v].name = lcm_intern(ctx, c->variants[v].name);
    status = lcm_api_enter_program(&variants[v].program, ctx,
                                   c->variants[v].program);
  }
  if (!status)
    status =
        lcm_compare(&c->out->comparison, ctx, variants, c->n, grid, &options);
  if (!status)
    fill(ctx, c->out);
  return status;
}

liblcm_code liblcm_compare(liblcm_comparison **out,
                           const struct liblcm_variant *variants, size_t n,
                           const struct liblcm_predict_options *options,
                           liblcm_log *log) {
  struct comparing c = {.variants = variants, .n = n, .options = options};
  const struct lcm_api_request request = {
      .body = compare, .user = &c, .log = log};
  if (!out || n < 2 || !variants || !lcm_api_check_options(options))
    return LIBLCM_ERROR_USAGE;
  for (size_t v = 0; v < n; v++)
    if (!variants[v].name || !variants[v].program)
      return LIBLCM_ERROR_USAGE;
  c.out = calloc(1, sizeof *c.out);
  if (!c.out)
    return LIBLCM_ERROR_MEMORY;
  const liblcm_code code = lcm_api_run(&c.out->ctx, &request);
  if (code)
    free(c.out);
  else
    *out = c.out;
  return code;
}

void liblcm_comparison_free(liblcm_comparison *comparison) {
  if (comparison)
    lcm_ctx_free(comparison->ctx);
  free(comparison);
}

size_t liblcm_comparison_variants(const liblcm_comparison *comparison) {
  return comparison ? comparison->comparison->n_variants : 0;
}

const liblcm_prediction *
liblcm_comparison_prediction(const liblcm_comparison *comparison, size_t v) {
  return v < liblcm_comparison_variants(comparison)
             ? &comparison->predictions[v]
             : NULL;
}

liblcm_code liblcm_comparison_winner(struct liblcm_winner *out,
                                     const liblcm_comparison *comparison,
                                     size_t i) {
  if (!out || !comparison || i >= comparison->comparison->grid->n_points)
    return LIBLCM_ERROR_USAGE;
  const lcm_comparison *c = comparison->comparison;
  *out = (struct liblcm_winner){c->winners[i], c->difference_low[i],
                                c->difference_high[i]};
  return LIBLCM_OK;
}

size_t liblcm_comparison_crossovers(const liblcm_comparison *comparison) {
  return comparison ? comparison->comparison->n_crossovers : 0;
}

liblcm_code liblcm_comparison_crossover(struct liblcm_crossover *out,
                                        const liblcm_comparison *comparison,
                                        size_t i) {
  if (!out || i >= liblcm_comparison_crossovers(comparison))
    return LIBLCM_ERROR_USAGE;
  const lcm_crossover *x = &comparison->comparison->crossovers[i];
  *out = (struct liblcm_crossover){.variable = x->variable,
                                   .value = x->value,
                                   .from = x->from,
                                   .to = x->to,
                                   .step = x->step,
                                   .exact = comparison->exact[i]};
  return LIBLCM_OK;
}

double liblcm_comparison_crossover_value(const liblcm_comparison *comparison,
                                         size_t i, const char *variable) {
  if (!variable || i >= liblcm_comparison_crossovers(comparison))
    return NAN;
  const lcm_comparison *c = comparison->comparison;
  const lcm_crossover *x = &c->crossovers[i];
  for (size_t j = 0; j < c->grid->n_names; j++)
    if (!strcmp(c->grid->names[j], variable))
      return strcmp(variable, x->variable) ? x->others[j] : x->value;
  return NAN;
}

int liblcm_comparison_is_complete(const liblcm_comparison *comparison) {
  return comparison && comparison->comparison->complete;
}

/* Return the JSON of the comparison "of". */
static char *print_json(lcm_ctx *ctx, const void *of) {
  (void)ctx;
  return lcm_comparison_to_json(of);
}

liblcm_code liblcm_comparison_json(char **out,
                                   const liblcm_comparison *comparison) {
  if (!out || !comparison)
    return LIBLCM_ERROR_USAGE;
  const struct lcm_api_printing printing = {print_json, comparison->comparison};
  return lcm_api_print(out, &printing);
}
