/* Lint of all that is named: each unit and structure by itself, what they make
 * together, and the model of the .pam files. */
#include "study/check/check.h"
#include "base/list.h"
#include "model/link/link.h"
#include "study/check/model.h"
#include "study/check/names.h"

/* Put the structures among the inputs behind the "*n" units at "*units".  What
 * is wrong with one is reported, and it has no program. */
static lcm_status add_structures(const struct lcm_unit **units, size_t *n,
                                 lcm_ctx *ctx,
                                 const struct lcm_load_options *options) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  LCM_LIST(struct lcm_unit) all = {0};
  for (size_t i = 0; i < *n; i++)
    LCM_LIST_ADD(arena, &all, (*units)[i]);
  for (size_t i = 0; i < options->n_inputs; i++) {
    struct lcm_unit one = {.file = options->inputs[i]};
    if (!lcm_load_is_structure(one.file))
      continue;
    const lcm_status status =
        lcm_load_structure(&one.program, ctx, one.file, options);
    if (status == LCM_ENOMEM || status == LCM_EIO)
      return status;
    one.failed = status != LCM_OK;
    LCM_LIST_ADD(arena, &all, one);
  }
  *units = all.at;
  *n = all.n;
  return LCM_OK;
}

/* Link the "n" units at "units", which are given together: what is said of
 * calls that one of them resolves for another is taken back, as `analyze`
 * does. */
static lcm_status link_units(lcm_ctx *ctx, const struct lcm_unit *units,
                             size_t n) {
  LCM_LIST(const lcm_program *) programs = {0};
  const lcm_program *joined = NULL;
  for (size_t i = 0; i < n; i++)
    if (units[i].program)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &programs, units[i].program);
  const lcm_status status =
      lcm_program_join(&joined, ctx, programs.at, programs.n, true);
  if (!status)
    (void)lcm_program_specialise(ctx, joined, false, false);
  return status;
}

lcm_status lcm_check(lcm_ctx *ctx, const struct lcm_load_options *options) {
  struct lcm_load_options open = *options;
  const struct lcm_unit *units = NULL;
  const lcm_program *model = NULL;
  size_t n = 0;
  open.open = true;
  lcm_status status = lcm_load_units(&units, &n, ctx, &open);
  status = status ? status : add_structures(&units, &n, ctx, &open);
  status = status ? status : lcm_check_names(ctx, units, n);
  status = status ? status : link_units(ctx, units, n);
  status = status ? status : lcm_load_model(&model, ctx, &open);
  return status || !model ? status : lcm_check_model(ctx, model);
}
