#include <string.h>

#include "base/ctx.h"
#include "model/edit/edit.h"
#include "model/lcs/parse.h"
#include "model/lcs/print.h"
#include "model/structure/structure.h"
#include "tests/fuzz/fuzz.h"

/* Make "edits" in "program": what comes out is a structure that prints and
 * parses; otherwise an error is reported. */
static void restructure(lcm_ctx *ctx, const lcm_program *program,
                        const lcm_restructuring *edits) {
  const lcm_program *edited = NULL;
  const lcm_program *again = NULL;
  const size_t before = lcm_diag_count(ctx, LCM_ERROR);
  if (lcm_program_restructure(&edited, ctx, program, edits, true)) {
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > before,
                 "an edit that cannot be made is said");
    return;
  }
  char *text = lcm_program_to_str(edited);
  lcm_ctx_refill(ctx);
  fuzz_require(!lcm_program_parse(&again, ctx, "e.lcs", text, strlen(text)),
               "an edited program prints to one that parses");
  char *twice = lcm_program_to_str(again);
  fuzz_require(!strcmp(text, twice), "and prints the same");
  free(twice);
  free(text);
}

/* The first line is a list of edits, the rest a program.  The program is the
 * same after an edit of it as before. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const char *text = (const char *)data;
  const char *end = len ? memchr(text, '\n', len) : NULL;
  const lcm_restructuring *edits = NULL;
  const lcm_program *program = NULL;
  if (end && !lcm_program_parse(&program, ctx, "f.lcs", end + 1,
                                len - (size_t)(end + 1 - text))) {
    char *before = lcm_program_to_str(program);
    const char *line =
        lcm_arena_strndup(lcm_ctx_arena(ctx), text, (size_t)(end - text));
    const size_t errors = lcm_diag_count(ctx, LCM_ERROR);
    if (!lcm_restructuring_parse(&edits, ctx, line))
      restructure(ctx, program, edits);
    else
      fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > errors,
                   "what is no edit is said");
    char *after = lcm_program_to_str(program);
    fuzz_require(!strcmp(before, after), "an edit leaves its program alone");
    free(before);
    free(after);
  }
  lcm_ctx_free(ctx);
  return 0;
}
