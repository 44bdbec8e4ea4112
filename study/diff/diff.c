/* What changed from one revision to the next. */
#include "study/diff/diff.h"

#include <math.h>
#include <string.h>

#include "base/list.h"
#include "study/compare/compare.h"
#include "study/contract/contract.h"
#include "study/diff/parts.h"
#include "study/growth/growth.h"

/* All doubling of sizes takes so much work at most, some seconds, and that of
 * one variable in one revision may take so much (lcm_ctx_worked). */
static const unsigned long long PATIENCE = 25000000;
static const unsigned long long LEAST_PATIENCE = 1250000;

/* Return the param "name" of "program"; NULL where there is none. */
static const lcm_param *param_of(const lcm_program *program, const char *name) {
  for (size_t i = 0; i < program->n_params; i++)
    if (!strcmp(program->params[i].name, name))
      return &program->params[i];
  return NULL;
}

/* Return whether "name" counts processors. */
static bool is_processors(const char *name) {
  static const char *const NAMES[] = {"p", "procs", "ranks", "threads"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(NAMES[i], name))
      return true;
  return false;
}

/* Put the definitions of "r" but for those of p into "sizes". */
static void take_defines(struct lcm_sizes *sizes,
                         const struct lcm_revisions *r) {
  LCM_LIST(const char *) kept = {0};
  for (size_t i = 0; i < r->n_defines; i++)
    if (!lcm_define_is_of(r->defines[i], "p"))
      LCM_LIST_ADD(lcm_ctx_arena(sizes->ctx), &kept, r->defines[i]);
  sizes->defines = kept.at;
  sizes->n_defines = kept.n;
}

/* Return the exponent with which "growth" grows at size number "k". */
static double exponent_at(const struct lcm_growth *growth, size_t k) {
  return log2(growth->times[k] / growth->times[k - 1]);
}

/* Say in "out" how the times "both" grow, from "first" on. */
static void compare_growth(struct lcm_growth_change *out,
                           const struct lcm_growth *both, double first) {
  const size_t n =
      both[LCM_OLD].n < both[LCM_NEW].n ? both[LCM_OLD].n : both[LCM_NEW].n;
  out->exponents[LCM_OLD] = out->exponents[LCM_NEW] = out->upto = NAN;
  if (n < LCM_LEAST_DOUBLINGS)
    return;
  for (size_t r = 0; r < LCM_N_REVISIONS; r++)
    out->exponents[r] = exponent_at(&both[r], n - 1);
  const double more = out->exponents[LCM_NEW] - out->exponents[LCM_OLD];
  out->upto = ldexp(first, (int)n - 1);
  out->worse = more >= LCM_GROWTH_STEEP;
  out->better = -more >= LCM_GROWTH_STEEP;
  const lcm_occurrence *part =
      out->worse && both[LCM_NEW].n == n
          ? lcm_growth_part(&both[LCM_NEW], exp2(out->exponents[LCM_OLD]))
          : NULL;
  if (part)
    out->cause = part->node->loc;
}

/* Say in "out" how the time grows with "name" in both revisions; no time for so
 * large a size is no error. */
static void grow(struct lcm_growth_change *out, lcm_ctx *ctx,
                 const struct lcm_revisions *r, const char *name,
                 unsigned long long work) {
  struct lcm_growth both[LCM_N_REVISIONS];
  const lcm_program *new = r->variants[LCM_NEW].program;
  const double first = lcm_size_first(new, name);
  struct lcm_sizes sizes = {.ctx = ctx,
                            .options = r->options,
                            .names = &name,
                            .n_names = 1,
                            .firsts = &first,
                            .most = lcm_size_doublings(new, name, first),
                            .work = work};
  take_defines(&sizes, r);
  const bool muted = lcm_ctx_mute(ctx, true);
  for (size_t i = 0; i < LCM_N_REVISIONS; i++) {
    sizes.program = r->variants[i].program;
    (void)!lcm_growth_predict(&both[i], &sizes);
  }
  (void)lcm_ctx_mute(ctx, muted);
  *out = (struct lcm_growth_change){.name = name};
  compare_growth(out, both, first);
}

/* Find how the time grows with each variable that both revisions have. */
static void find_growth(lcm_difference *out, lcm_ctx *ctx,
                        const struct lcm_revisions *r) {
  const lcm_program *old = r->variants[LCM_OLD].program;
  const lcm_program *new = r->variants[LCM_NEW].program;
  struct lcm_growth_change *all = LCM_NEW_ARRAY(
      lcm_ctx_arena(ctx), struct lcm_growth_change, new->n_params + 1);
  const unsigned long long share = PATIENCE / (2 * new->n_params + 1);
  const unsigned long long work =
      share > LEAST_PATIENCE ? share : LEAST_PATIENCE;
  size_t n = 0;
  for (size_t i = 0; i < new->n_params; i++) {
    const char *name = new->params[i].name;
    if (!is_processors(name) && param_of(old, name))
      grow(&all[n++], ctx, r, name, work);
  }
  out->growths = all;
  out->n_growths = n;
}

/* Return the first of "results" behind which as many of the same text are as
 * "taken" says, with the text of "wanted"; NULL where there is none. */
static const struct lcm_contract_result *
find(const lcm_contract_results *results, bool *taken, const char *wanted) {
  for (size_t i = 0; i < results->n; i++)
    if (!taken[i] && !strcmp(results->at[i].of->text, wanted)) {
      taken[i] = true;
      return &results->at[i];
    }
  return NULL;
}

/* Find what became of the contracts of both revisions. */
static lcm_status find_contracts(lcm_difference *out, lcm_ctx *ctx,
                                 const struct lcm_revisions *r) {
  lcm_contract_results both[LCM_N_REVISIONS];
  LCM_LIST(struct lcm_contract_change) all = {0};
  for (size_t i = 0; i < LCM_N_REVISIONS; i++) {
    const lcm_status status =
        lcm_contracts_find(&both[i], ctx, r->variants[i].program, r->options,
                           r->defines, r->n_defines);
    if (status)
      return status;
  }
  bool *taken = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, both[LCM_OLD].n + 1);
  for (size_t i = 0; i < both[LCM_NEW].n; i++) {
    const struct lcm_contract_result *new = &both[LCM_NEW].at[i];
    const struct lcm_contract_change one = {
        {find(&both[LCM_OLD], taken, new->of->text), new}};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, one);
  }
  for (size_t i = 0; i < both[LCM_OLD].n; i++) {
    const struct lcm_contract_change one = {{&both[LCM_OLD].at[i], NULL}};
    if (!taken[i])
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, one);
  }
  out->contracts = all.at;
  out->n_contracts = all.n;
  return LCM_OK;
}

lcm_status lcm_diff(const lcm_difference **out, lcm_ctx *ctx,
                    const struct lcm_revisions *r) {
  lcm_difference *difference = LCM_NEW(lcm_ctx_arena(ctx), lcm_difference);
  struct lcm_predict_options options = *r->options;
  options.nodes = true;
  difference->threshold = r->threshold;
  lcm_status status = lcm_compare(&difference->comparison, ctx, r->variants,
                                  LCM_N_REVISIONS, r->grid, &options);
  if (!status && difference->comparison->n_variants < LCM_N_REVISIONS)
    return LCM_ESTOPPED;
  if (!status && !lcm_ctx_so_far(ctx, NULL))
    status = find_contracts(difference, ctx, r);
  if (status)
    return status;
  lcm_difference_parts(difference, ctx, difference->comparison);
  if (!lcm_ctx_so_far(ctx, NULL))
    find_growth(difference, ctx, r);
  *out = difference;
  return LCM_OK;
}
