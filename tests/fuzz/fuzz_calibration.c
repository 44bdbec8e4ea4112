#include <string.h>

#include "base/ctx.h"
#include "model/machine/calibration.h"
#include "model/machine/calibration_solve.h"
#include "model/machine/machine.h"
#include "tests/fuzz/fuzz.h"

/* Samples that are read become a description that can be read. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  lcm_calibration *calibration = lcm_calibration_new(ctx);
  bool whole = false;
  if (lcm_calibration_add(calibration, "f", (const char *)data, len, &whole)) {
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > 0, "an error is reported");
    lcm_ctx_free(ctx);
    return 0;
  }
  const lcm_machine *read = NULL;
  char *text =
      lcm_calibration_to_json(calibration, lcm_calibration_solve(calibration));
  lcm_ctx_refill(ctx);
  fuzz_require(!lcm_machine_parse(&read, ctx, "m.json", text, strlen(text)),
               "a calibration writes a description that can be read");
  free(text);
  lcm_ctx_free(ctx);
  return 0;
}
