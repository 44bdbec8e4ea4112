#include <string.h>

#include "base/ctx.h"
#include "model/lcs/json.h"
#include "model/lcs/parse.h"
#include "model/lcs/print.h"
#include "model/structure/structure.h"
#include "tests/common/program_equal.h"
#include "tests/fuzz/fuzz.h"

/* A text that parses prints to one that parses to the same program and prints
 * the same; one that does not has a diagnostic. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const lcm_program *program = NULL;
  const lcm_program *again = NULL;
  if (lcm_program_parse(&program, ctx, "f.lcs", (const char *)data, len)) {
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > 0, "an error is reported");
    lcm_ctx_free(ctx);
    return 0;
  }
  char *text = lcm_program_to_str(program);
  fuzz_require(!lcm_program_parse(&again, ctx, "f.lcs", text, strlen(text)),
               "what is printed parses");
  char *twice = lcm_program_to_str(again);
  fuzz_require(lcm_program_equal(program, again), "and is the same");
  fuzz_require(!strcmp(text, twice), "and prints the same");
  free(lcm_program_to_json(ctx, program));
  free(twice);
  free(text);
  lcm_ctx_free(ctx);
  return 0;
}
