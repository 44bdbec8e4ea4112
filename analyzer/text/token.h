/* Preprocessing tokens of C. */
#pragma once

#include "base/ctx.h"
#include "base/list.h"

typedef enum lcm_token_kind {
  LCM_TOKEN_END,
  LCM_TOKEN_NEWLINE, /* the end of a logical line */
  LCM_TOKEN_NAME,
  LCM_TOKEN_NUMBER,
  LCM_TOKEN_STRING, /* with its quotes and prefix */
  LCM_TOKEN_CHAR,
  LCM_TOKEN_PUNCT /* one character, or ## or ... */
} lcm_token_kind;

/* A name that a token must not be expanded as; a list. */
struct lcm_hidden {
  const char *name;
  const struct lcm_hidden *next;
};

/* A token. */
typedef struct lcm_token {
  lcm_token_kind kind;
  const char *text; /* without line splices; a NAME's is interned */
  unsigned len;
  unsigned begin; /* begin, end: offsets in the text it was read from */
  unsigned end;
  unsigned line; /* of its begin, from 1 */
  bool space;    /* white space or a comment stands before it */
  /* macros that made it, which do not expand it again */
  const struct lcm_hidden *hidden;
} lcm_token;

typedef LCM_LIST(lcm_token) lcm_token_list;

/* A text being read: "len" bytes at "text", from "at", which is on "line". */
typedef struct lcm_lexer {
  lcm_ctx *ctx;
  const char *text;
  size_t len;
  size_t at;
  unsigned line;
} lcm_lexer;

/* Return the next token; END for ever at the end of the text. */
lcm_token lcm_lexer_next(lcm_lexer *lexer);

/* Add the tokens of the "len" bytes at "text" to "out", newlines left out. */
void lcm_tokens_read(lcm_token_list *out, lcm_ctx *ctx, const char *text,
                     size_t len);

/* As lcm_tokens_read, with the list in "arena". */
void lcm_tokens_read_in(lcm_token_list *out, lcm_ctx *ctx, lcm_arena *arena,
                        const char *text, size_t len);

/* Return the offset in "text", C without comments, of the keyword "word" that
 * stands behind "n" others of that name and is in no literal; the length of
 * "text" where there is none. */
size_t lcm_keyword_find(const char *text, const char *word, size_t n);

/* Return whether "token" is the punctuator "text". */
bool lcm_token_is(const lcm_token *token, const char *text);

/* Return the tokens from "first" to "last" - 1 as text: a blank only where
 * two would run together without one. */
const char *lcm_tokens_text(lcm_ctx *ctx, const lcm_token *first,
                            const lcm_token *last);

/* Return the contents of the string literal "token" as `_Pragma` reads them,
 * their length in "*len". */
const char *lcm_token_contents(size_t *len, lcm_ctx *ctx,
                               const lcm_token *token);
