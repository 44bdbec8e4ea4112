#include <string.h>

#include "analyzer/analyzer.h"
#include "base/ctx.h"
#include "model/lcs/parse.h"
#include "model/lcs/print.h"
#include "model/structure/structure.h"
#include "tests/common/program_equal.h"
#include "tests/fuzz/fuzz.h"

/* Any text is analysed as C, with all that is asked for; where nothing in it is
 * wrong, the structure prints to a text that parses to it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const char *const flags[] = {"-nostdinc", "-fopenmp"};
  const struct lcm_analyze_options options = {.flags = flags,
                                              .n_flags = 2,
                                              .costs = true,
                                              .slow = true,
                                              .in_process = true,
                                              .alone = true};
  const struct lcm_unit_input input = {
      .file = "f.c", .flags = flags, .n_flags = 2};
  struct lcm_unit unit = {0};
  const lcm_program *again = NULL;
  if (lcm_analyze_source(&unit, ctx, &input, (const char *)data, len, &options))
    fuzz_require(lcm_diag_count(ctx, LCM_WARNING) > 0, "what is wrong is said");
  if (unit.program && !lcm_diag_count(ctx, LCM_ERROR)) {
    char *text = lcm_program_to_str(unit.program);
    lcm_ctx_refill(ctx);
    fuzz_require(!lcm_program_parse(&again, ctx, "f.lcs", text, strlen(text)),
                 "a structure prints to one that parses");
    char *twice = lcm_program_to_str(again);
    fuzz_require(!strcmp(text, twice), "and prints the same");
    fuzz_require(lcm_program_equal(unit.program, again), "and is the same");
    free(twice);
    free(text);
  }
  lcm_ctx_free(ctx);
  return 0;
}
