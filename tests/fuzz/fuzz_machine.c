#include <string.h>

#include "base/ctx.h"
#include "model/machine/json.h"
#include "model/machine/machine.h"
#include "tests/fuzz/fuzz.h"

/* A description that is read is written so that it can be read. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const lcm_machine *machine = NULL;
  const lcm_machine *again = NULL;
  if (lcm_machine_parse(&machine, ctx, "m.json", (const char *)data, len)) {
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > 0, "an error is reported");
    lcm_ctx_free(ctx);
    return 0;
  }
  char *text = lcm_machine_to_json(ctx, machine);
  fuzz_require(!lcm_machine_parse(&again, ctx, "m.json", text, strlen(text)),
               "what is written can be read");
  fuzz_require(again->n_costs == machine->n_costs &&
                   again->n_levels == machine->n_levels &&
                   again->n_resources == machine->n_resources,
               "and is the same");
  free(text);
  lcm_ctx_free(ctx);
  return 0;
}
