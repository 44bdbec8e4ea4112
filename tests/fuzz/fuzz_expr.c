#include <string.h>

#include "base/ctx.h"
#include "model/expr/expr.h"
#include "model/expr/parse.h"
#include "model/expr/print.h"
#include "tests/fuzz/fuzz.h"

/* Parse the "len" bytes at "text"; NULL on error. */
static const lcm_expr *parse(lcm_ctx *ctx, const char *text, size_t len) {
  const struct lcm_expr_source source = {
      .text = text, .len = len, .at = {"f", 1, 1, 0, 0}};
  const lcm_expr *e = NULL;
  return lcm_expr_parse(&e, ctx, &source) ? NULL : e;
}

/* An expression prints to a text that parses to it, and prints in every
 * notation; what is none has a diagnostic. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const lcm_expr *e = parse(ctx, (const char *)data, len);
  fuzz_require(e || lcm_diag_count(ctx, LCM_ERROR), "an error is reported");
  for (int notation = 0; e && notation <= (int)LCM_PYTHON; notation++) {
    char *text = lcm_expr_to_str(e, (lcm_notation)notation);
    if (notation == (int)LCM_TEXT) {
      lcm_ctx_refill(ctx);
      if (parse(ctx, text, strlen(text)) != e)
        fprintf(stderr, "%s\n", text);
      fuzz_require(parse(ctx, text, strlen(text)) == e,
                   "print and parse give the same expression");
    }
    free(text);
  }
  lcm_ctx_free(ctx);
  return 0;
}
