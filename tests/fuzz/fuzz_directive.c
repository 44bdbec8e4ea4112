#include <string.h>

#include "annotations/comment.h"
#include "annotations/declare.h"
#include "annotations/directive.h"
#include "annotations/mean.h"
#include "base/ctx.h"
#include "tests/common/directive_print.h"
#include "tests/fuzz/fuzz.h"

/* Print "directive" and parse it again: the same must come back. */
static void print_and_parse(lcm_ctx *ctx, const lcm_directive *directive) {
  const lcm_directive *again = NULL;
  size_t n = 0;
  char *text = lcm_directive_to_str(directive);
  const char *comment =
      lcm_arena_printf(lcm_ctx_arena(ctx), "// lcm: %s", text);
  const struct lcm_comment one = {
      comment, strlen(comment), {lcm_intern(ctx, "f.c"), 1, 1, 0, 0}};
  const lcm_status status = lcm_directives_parse(&again, &n, ctx, &one, 1);
  const bool same = !status && n == 1 && lcm_directive_equal(directive, again);
  if (!same)
    fprintf(stderr, "%s\n", text);
  fuzz_require(same, "what is printed parses to the same");
  free(text);
}

/* Return whether "directive" means something by itself; where it does not,
 * that was reported. */
static bool is_meaningful(lcm_ctx *ctx, const lcm_directive *directive) {
  struct lcm_declarations declared = {0};
  struct lcm_meaning meaning;
  const size_t before = lcm_diag_count(ctx, LCM_ERROR);
  lcm_ctx_refill(ctx);
  const bool good =
      !lcm_directives_mean(&meaning, ctx, &directive, 1, NULL, NULL) &&
      !lcm_directives_declare(&declared, ctx, directive, 1, NULL, NULL);
  fuzz_require(good || lcm_diag_count(ctx, LCM_ERROR) > before,
               "an error is reported");
  return good;
}

/* Comments are found, directives parsed; those that mean something are
 * printed. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const struct lcm_comment *comments = NULL;
  const lcm_directive *directives = NULL;
  size_t n = 0;
  const size_t found =
      lcm_comments_scan(&comments, ctx, "f.c", (const char *)data, len);
  if (lcm_directives_parse(&directives, &n, ctx, comments, found))
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > 0, "an error is reported");
  for (size_t i = 0; i < n; i++)
    if (is_meaningful(ctx, &directives[i]))
      print_and_parse(ctx, &directives[i]);
  lcm_ctx_free(ctx);
  return 0;
}
