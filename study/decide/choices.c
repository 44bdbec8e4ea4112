/* All choices of the decisions of a model, as variants that are compared. */
#include <stdlib.h>
#include <string.h>

#include "study/compare/compare.h"
#include "study/decide/choices.h"

/* Return the program of "d" with choice "c" made. */
static const lcm_program *choose(lcm_ctx *ctx, const struct lcm_choices *d,
                                 size_t c) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_program *chosen = LCM_NEW(arena, lcm_program);
  lcm_param *params = LCM_NEW_ARRAY(arena, lcm_param, d->program->n_params);
  *chosen = *d->program;
  memcpy(params, d->program->params, chosen->n_params * sizeof *params);
  for (size_t i = 0; i < d->n; i++)
    params[d->params[i]].value = lcm_expr_int(ctx, (long long)(c >> i & 1));
  chosen->params = params;
  return chosen;
}

/* Return choice "c" as text: "vectorise = 1, remap = 0". */
static const char *choice_name(lcm_ctx *ctx, const struct lcm_choices *d,
                               size_t c) {
  const char *name = "";
  for (size_t i = 0; i < d->n; i++)
    name = lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s%s = %zu", name,
                            i ? ", " : "", d->names[i], c >> i & 1);
  return name;
}

/* Return whether "comparison" has the crossover that "threshold" is about. */
static bool is_crossed(const lcm_comparison *comparison,
                       const struct lcm_threshold *threshold) {
  for (size_t i = 0; i < comparison->n_crossovers; i++) {
    const lcm_crossover *found = &comparison->crossovers[i];
    if (threshold->above && !strcmp(found->variable, threshold->name) &&
        found->from == threshold->worse && found->to == threshold->better)
      return true;
  }
  return false;
}

lcm_status lcm_choices_find(struct lcm_choices *out, lcm_ctx *ctx,
                            const lcm_program *program, const lcm_grid *grid) {
  size_t n = 0;
  *out = (struct lcm_choices){.program = program, .grid = grid};
  for (size_t i = 0; i < program->n_params; i++) {
    bool given = !lcm_param_is_decision(&program->params[i]);
    for (size_t j = 0; j < grid->n_names; j++)
      given = given || grid->names[j] == program->params[i].name;
    if (given)
      continue;
    if (n < LCM_MAX_DECISIONS) {
      out->params[n] = i;
      out->names[n] = program->params[i].name;
    }
    n++;
  }
  out->n = n;
  if (n > LCM_MAX_DECISIONS)
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "%zu decisions are too many; give all but %d of them by -D", n,
               LCM_MAX_DECISIONS);
  else if (!n)
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "there is nothing to decide: the model declares no 'decision' "
               "that -D leaves open");
  return n && n <= LCM_MAX_DECISIONS ? LCM_OK : LCM_EUSAGE;
}

lcm_status lcm_choices_compare(const lcm_comparison **out, lcm_ctx *ctx,
                               const struct lcm_choices *d) {
  const size_t n = (size_t)1 << d->n;
  const struct lcm_predict_options options = {.skewed = true};
  struct lcm_variant *variants =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_variant, n);
  for (size_t c = 0; c < n; c++)
    variants[c] =
        (struct lcm_variant){choice_name(ctx, d, c), choose(ctx, d, c)};
  return lcm_compare(out, ctx, variants, n, d->grid, &options);
}

void lcm_choices_put(lcm_buf *buf, lcm_ctx *ctx,
                     const lcm_comparison *comparison,
                     const struct lcm_choices *d) {
  const lcm_decisions *known = NULL;
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_status status = lcm_decide(&known, ctx, d->program, d->names, d->n);
  (void)lcm_ctx_mute(ctx, muted);
  for (size_t i = 0; !status && i < known->n_thresholds; i++) {
    if (!is_crossed(comparison, &known->thresholds[i]))
      continue;
    char *line = lcm_threshold_to_str(known, i);
    lcm_buf_printf(buf, "%s\n", line);
    free(line);
  }
}
