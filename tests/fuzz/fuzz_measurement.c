#include <string.h>

#include "base/ctx.h"
#include "model/measurement/measurement.h"
#include "model/measurement/print.h"
#include "model/measurement/read.h"
#include "tests/fuzz/fuzz.h"

/* Whatever is read is written, as lcm-measurement/1 so that it is read again
 * as the same, and nothing is left out in silence. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  lcm_measurements all;
  lcm_measurements again;
  const lcm_status status = lcm_measurements_parse(
      &all, ctx, "f", (const char *)data, len, LCM_MEASURED_ANY);
  fuzz_require(!status == (all.n > 0), "the status says whether there are any");
  fuzz_require(all.n || lcm_diag_count(ctx, LCM_WARNING) > 0,
               "what is wrong is reported");
  for (int f = LCM_MEASURED_JSONL; f <= LCM_MEASURED_EXTRAP_JSONL; f++)
    free(lcm_measurements_print(ctx, &all, (lcm_measurement_format)f));
  char *text = lcm_measurements_print(ctx, &all, LCM_MEASURED_JSONL);
  if (all.n) {
    const size_t errors = lcm_diag_count(ctx, LCM_ERROR);
    fuzz_require(!lcm_measurements_parse(&again, ctx, "again", text,
                                         strlen(text), LCM_MEASURED_JSONL),
                 "what is written can be read");
    fuzz_require(again.n == all.n && lcm_diag_count(ctx, LCM_ERROR) == errors,
                 "all of it");
    char *twice = lcm_measurements_print(ctx, &again, LCM_MEASURED_JSONL);
    fuzz_require(!strcmp(text, twice), "and is the same");
    free(twice);
  }
  free(text);
  lcm_ctx_free(ctx);
  return 0;
}
