#include <string.h>

#include "base/ctx.h"
#include "model/measurement/fit.h"
#include "model/measurement/fit_parse.h"
#include "tests/fuzz/fuzz.h"

/* A fit that is read is written so that it is read again as the same. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const lcm_fit *fit = NULL;
  const lcm_fit *again = NULL;
  if (lcm_fit_parse(&fit, ctx, "fit.json", (const char *)data, len)) {
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > 0, "an error is reported");
    lcm_ctx_free(ctx);
    return 0;
  }
  char *text = lcm_fit_to_json(ctx, fit);
  fuzz_require(!lcm_fit_parse(&again, ctx, "fit.json", text, strlen(text)),
               "what is written can be read");
  char *twice = lcm_fit_to_json(ctx, again);
  fuzz_require(!strcmp(text, twice), "and is the same");
  for (size_t i = 0; i < fit->n_models; i++)
    fuzz_require(fit->models[i].expr == again->models[i].expr,
                 "with the same expressions");
  free(text);
  free(twice);
  lcm_ctx_free(ctx);
  return 0;
}
