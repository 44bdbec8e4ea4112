#include <string.h>

#include "base/ctx.h"
#include "model/lcs/json.h"
#include "pamela/pamela.h"
#include "pamela/print.h"
#include "pamela/read.h"
#include "tests/fuzz/fuzz.h"

/* A model that reads prints to one that reads and prints the same; one that
 * does not read has a diagnostic. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const struct lcm_pamela_text text = {"f.pam", (const char *)data, len};
  const struct lcm_pamela_options options = {.open = true};
  const lcm_program *program = NULL;
  const lcm_program *again = NULL;
  struct lcm_pamela_losses losses;
  if (lcm_pamela_read_all(&program, ctx, &text, 1, &options)) {
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > 0, "an error is reported");
    lcm_ctx_free(ctx);
    return 0;
  }
  char *printed = lcm_pamela_print(&losses, ctx, program);
  const struct lcm_pamela_text next = {"f.pam", printed, strlen(printed)};
  fuzz_require(!lcm_pamela_read_all(&again, ctx, &next, 1, &options),
               "what is printed reads");
  char *twice = lcm_pamela_print(&losses, ctx, again);
  fuzz_require(!strcmp(printed, twice), "and prints the same");
  free(lcm_program_to_json(ctx, program));
  free(twice);
  free(printed);
  lcm_ctx_free(ctx);
  return 0;
}
