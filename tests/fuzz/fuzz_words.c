#include <string.h>

#include "analyzer/units/response.h"
#include "base/ctx.h"
#include "tests/fuzz/fuzz.h"

/* A command line is split into words; what is split is not longer than the
 * text, and words that name no file that is there stay as they are. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  lcm_word_list words = {0};
  lcm_word_list expanded = {0};
  const char *text =
      lcm_arena_strndup(lcm_ctx_arena(ctx), (const char *)data, len);
  size_t sum = 0;
  lcm_words_split(&words, ctx, text);
  for (size_t i = 0; i < words.n; i++)
    sum += strlen(words.at[i]);
  fuzz_require(sum <= strlen(text), "words are pieces of the text");
  lcm_words_expand(&expanded, ctx, words.at, words.n, "/nonexistent",
                   (lcm_loc){"f", 1, 1, 0, 0});
  for (size_t i = 0; i < words.n; i++)
    if (words.at[i][0] == '@')
      sum = 0;
  fuzz_require(!sum || expanded.n == words.n, "words stay as many");
  lcm_ctx_free(ctx);
  return 0;
}
