/* Whether what `expect` promises of a program holds. */
#include "study/contract/contract.h"

#include <math.h>
#include <string.h>

#include "model/edit/edit.h"
#include "render/table/table.h"
#include "study/contract/growth.h"
#include "study/contract/limit.h"
#include "study/variants/variants.h"

/* Say whether nothing races. */
static lcm_status check_races(struct lcm_contract_result *out,
                              const struct lcm_checking *c,
                              const struct lcm_promise *terms) {
  const lcm_program *program = c->program;
  const lcm_grid *grid = NULL;
  lcm_buf buf = {0};
  const lcm_status status = lcm_contract_grid(&grid, c, terms);
  if (status)
    return status;
  const bool muted = lcm_ctx_mute(c->ctx, true);
  lcm_races_check(&program, c->ctx, grid);
  (void)lcm_ctx_mute(c->ctx, muted);
  if (program->n_races) {
    out->verdict = LCM_VERDICT_BROKEN;
    out->cause = program->races[0].at;
    lcm_buf_printf(&buf, "'%s' races: %s (%s:%u)", program->races[0].datum,
                   program->races[0].text, out->cause.file, out->cause.line);
  } else if (program->n_undecided) {
    out->verdict = LCM_VERDICT_OPEN;
    out->cause = program->undecided[0];
    lcm_buf_printf(&buf,
                   "no race is proved, but accesses of %zu loop%s or regions "
                   "cannot be decided, first at %s:%u",
                   program->n_undecided, program->n_undecided == 1 ? "" : "s",
                   out->cause.file, out->cause.line);
  } else
    lcm_buf_puts(&buf, "no accesses of parallel loops and regions collide");
  out->why = lcm_cell_take(c->ctx, &buf);
  return LCM_OK;
}

/* Report what "terms", of the contract at "loc", speak of that is not there;
 * LCM_EPARSE then. */
static lcm_status check_point(const struct lcm_checking *c,
                              const struct lcm_promise *terms, lcm_loc loc) {
  bool wrong = false;
  for (size_t i = 0; i < terms->n_at; i++) {
    const char *name = terms->at[i].name;
    const bool number = !isnan(lcm_contract_number(terms->at[i].value));
    const bool there =
        lcm_grid_is_of_all(name) || lcm_program_mentions(c->program, name);
    if (!number)
      lcm_report(c->ctx, LCM_DIAG_CONTRACT, loc,
                 "the value of '%s' is no number", name);
    else if (!there)
      lcm_report(c->ctx, LCM_DIAG_CONTRACT, loc,
                 "nothing in the program depends on a variable '%s'; `lcm "
                 "predict` names those that there are",
                 name);
    wrong = wrong || !number || !there;
  }
  return wrong ? LCM_EPARSE : LCM_OK;
}

/* Report that "terms", of the contract at "loc", need a number of processors
 * where nobody says one; LCM_EPARSE then. */
static lcm_status check_processors(const struct lcm_checking *c,
                                   const struct lcm_promise *terms,
                                   lcm_loc loc) {
  const bool parallel = !strcmp(terms->quantity, "speedup") ||
                        !strcmp(terms->quantity, "efficiency");
  for (size_t i = 0; i < terms->n_at; i++)
    if (lcm_grid_is_of_all(terms->at[i].name))
      return LCM_OK;
  if (!parallel || lcm_grid_says_processors(c->defines, c->n_defines))
    return LCM_OK;
  lcm_report(c->ctx, LCM_DIAG_CONTRACT, loc,
             "%s of how many processors? Write `at p = 16`, or give -D p=16",
             terms->quantity);
  return LCM_EPARSE;
}

/* Say whether "contract" holds. */
static lcm_status check(struct lcm_contract_result *out,
                        const struct lcm_checking *c,
                        const lcm_contract *contract) {
  struct lcm_promise terms;
  lcm_status status = lcm_contract_read(&terms, c->ctx, contract->text,
                                        strlen(contract->text), contract->loc);
  *out = (struct lcm_contract_result){.of = contract,
                                      .value = NAN,
                                      .low = NAN,
                                      .high = NAN,
                                      .limit = NAN,
                                      .found = ""};
  status = status ? status : check_point(c, &terms, contract->loc);
  status = status ? status : check_processors(c, &terms, contract->loc);
  if (status)
    return status;
  switch (terms.kind) {
  case LCM_CONTRACT_LIMIT:
    return lcm_contract_limit(out, c, &terms);
  case LCM_CONTRACT_GROWTH:
    return lcm_contract_growth(out, c, &terms);
  case LCM_CONTRACT_RACE:
    return check_races(out, c, &terms);
  }
  return LCM_OK;
}

/* Report what is found of a contract. */
static void report(lcm_ctx *ctx, const struct lcm_contract_result *one) {
  static const lcm_diag_id IDS[] = {LCM_DIAG_CONTRACT_HOLDS,
                                    LCM_DIAG_CONTRACT_BROKEN,
                                    LCM_DIAG_CONTRACT_OPEN};
  static const char *const WHETHER[] = {"", "", "nobody can say whether "};
  static const char *const IS[] = {"holds", "is broken", "holds"};
  lcm_report(ctx, IDS[one->verdict], one->of->loc, "%s'%s' %s: %s",
             WHETHER[one->verdict], one->of->text, IS[one->verdict], one->why);
}

lcm_status lcm_contracts_find(lcm_contract_results *out, lcm_ctx *ctx,
                              const lcm_program *program,
                              const struct lcm_predict_options *options,
                              const char *const *defined, size_t n_defined) {
  const struct lcm_checking c = {ctx, program, options, defined, n_defined};
  struct lcm_contract_result *all = LCM_NEW_ARRAY(
      lcm_ctx_arena(ctx), struct lcm_contract_result, program->n_contracts + 1);
  lcm_status status = LCM_OK;
  size_t n = 0;
  while (n < program->n_contracts && !status) {
    status = check(&all[n], &c, &program->contracts[n]);
    n += !status;
  }
  *out = (lcm_contract_results){all, n};
  return status;
}

void lcm_contracts_report(lcm_ctx *ctx, const lcm_contract_results *results) {
  for (size_t i = 0; i < results->n; i++)
    report(ctx, &results->at[i]);
}
