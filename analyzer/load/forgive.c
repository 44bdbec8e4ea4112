/* Errors after which something can still be shown become warnings. */
#include "analyzer/load/forgive.h"
#include "base/list.h"

bool lcm_diag_is_of_reading(const lcm_diag *diag) {
  return diag->id == LCM_DIAG_WORKER || diag->id == LCM_DIAG_PARSE_ERROR ||
         diag->id == LCM_DIAG_MISSING_HEADER;
}

const char *lcm_forgive(lcm_ctx *ctx) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *why = NULL;
  LCM_LIST(lcm_diag) errors = {0};
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].severity == LCM_ERROR && !lcm_diag_is_of_reading(&all[i]) &&
        all[i].id != LCM_DIAG_IO && all[i].id != LCM_DIAG_NOT_PREDICTED)
      LCM_LIST_ADD(arena, &errors, all[i]);
  for (size_t i = 0; i < errors.n; i++) {
    const char *text = lcm_arena_strdup(arena, errors.at[i].message);
    (void)lcm_diag_withdraw(ctx, errors.at[i].id, errors.at[i].at);
    lcm_report(ctx, LCM_DIAG_NOT_PREDICTED, errors.at[i].at, "%s", text);
    why = why ? why : text;
  }
  return why;
}
