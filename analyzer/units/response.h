/* Words of command lines: response files take the place of their names. */
#pragma once

#include "base/ctx.h"
#include "base/list.h"

typedef LCM_LIST(const char *) lcm_word_list;

/* Add the words of "text" to "words", split as a shell does: quotes and
 * backslashes honoured. */
void lcm_words_split(lcm_word_list *words, lcm_ctx *ctx, const char *text);

/* Add the "n" words at "words" to "out"; what stands in the file FILE for a
 * word `@FILE`, also inside such a file.  Names are relative to "directory"
 * (NULL: the current one) or to the file that has them.  A file that cannot be
 * read is said at "at". */
void lcm_words_expand(lcm_word_list *out, lcm_ctx *ctx,
                      const char *const *words, size_t n, const char *directory,
                      lcm_loc at);
