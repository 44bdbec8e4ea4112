/* Cutting the text of a model into tokens. */
#include <ctype.h>
#include <string.h>

#include "pamela/token.h"

/* A text being taken apart. */
struct lexer {
  lcm_ctx *ctx;
  const struct lcm_pamela_text *source;
  const char *file;
  /* at, line, start: offset of the next byte, its line, and where that
   * begins */
  size_t at;
  unsigned line;
  size_t start;
};

/* Return byte "by" from the next one on, NUL behind the end. */
static char peek(const struct lexer *x, size_t by) {
  return x->at + by < x->source->len ? x->source->text[x->at + by] : '\0';
}

/* Skip white space and comments. */
static void skip(struct lexer *x) {
  while (x->at < x->source->len) {
    const char c = peek(x, 0);
    if (c == '#') {
      const char *rest = x->source->text + x->at;
      const char *end = memchr(rest, '\n', x->source->len - x->at);
      x->at = end ? (size_t)(end - x->source->text) : x->source->len;
    } else if (c == '\n') {
      x->line++;
      x->start = ++x->at;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v')
      x->at++;
    else
      break;
  }
}

/* Return how many digits stand "by" bytes on. */
static size_t digits(const struct lexer *x, size_t by) {
  size_t n = 0;
  while (isdigit((unsigned char)peek(x, by + n)))
    n++;
  return n;
}

/* Return how long the number at hand is, 0 where there is none.  The dots of
 * `1..3` do not belong to it. */
static size_t number_length(const struct lexer *x) {
  size_t n = digits(x, 0);
  size_t fraction = 0;
  if (peek(x, n) == '.' && peek(x, n + 1) != '.') {
    fraction = digits(x, n + 1);
    if (!n && !fraction)
      return 0;
    n += 1 + fraction;
  }
  if (n && (peek(x, n) == 'e' || peek(x, n) == 'E')) {
    const size_t sign = peek(x, n + 1) == '+' || peek(x, n + 1) == '-';
    const size_t exponent = digits(x, n + 1 + sign);
    n += exponent ? 1 + sign + exponent : 0;
  }
  return n;
}

/* Return how long the name at hand is, 0 where there is none. */
static size_t name_length(const struct lexer *x) {
  size_t n = 0;
  if (isdigit((unsigned char)peek(x, 0)))
    return 0;
  while (isalnum((unsigned char)peek(x, n)) || peek(x, n) == '_')
    n++;
  return n;
}

/* Return how long the text in quotes at hand is with them, 0 where there is
 * none; it ends on its line. */
static size_t text_length(const struct lexer *x) {
  size_t n = 1;
  if (peek(x, 0) != '"')
    return 0;
  while ((unsigned char)peek(x, n) >= ' ' && peek(x, n) != '"')
    n++;
  return peek(x, n) == '"' ? n + 1 : 0;
}

/* Put which sign stands at hand into "*kind"; return its length, 0 for none. */
static size_t sign_length(const struct lexer *x, pml_kind *kind) {
  static const char *const SIGNS[] = {
#define PML_TOKEN(name, text) text,
#include "pamela/tokens.def"
#undef PML_TOKEN
  };
  for (size_t i = 0; i < PML_COUNT; i++) {
    const size_t n = strlen(SIGNS[i]);
    if (n && SIGNS[i][0] == peek(x, 0) &&
        (n == 1 || SIGNS[i][1] == peek(x, 1))) {
      *kind = (pml_kind)i;
      return n;
    }
  }
  return 0;
}

/* Read the token at hand into "*token"; its kind is PML_COUNT where there is
 * none. */
static void read_token(struct lexer *x, struct pml_token *token) {
  size_t n = 0;
  *token = (struct pml_token){.line = x->line,
                              .column = (unsigned)(x->at - x->start) + 1,
                              .begin = (unsigned)x->at};
  if (x->at >= x->source->len)
    token->kind = PML_END;
  else if ((n = name_length(x))) {
    token->kind = PML_WORD;
    token->name = lcm_intern_n(x->ctx, x->source->text + x->at, n);
  } else if ((n = text_length(x))) {
    token->kind = PML_TEXT;
    token->name = lcm_intern_n(x->ctx, x->source->text + x->at + 1, n - 2);
  } else if ((n = number_length(x)))
    token->kind = PML_NUMBER;
  else if (!(n = sign_length(x, &token->kind)))
    token->kind = PML_COUNT;
  x->at += n;
  token->end = (unsigned)x->at;
}

/* Report the byte at hand, which begins no token. */
static lcm_status bad_byte(struct lexer *x, const struct pml_token *token) {
  const unsigned char c = (unsigned char)peek(x, 0);
  const lcm_loc at = {x->file, token->line, token->column, token->begin,
                      token->begin + 1};
  if (c > ' ' && c < 127)
    lcm_report(x->ctx, LCM_DIAG_SYNTAX, at, "'%c' means nothing here", c);
  else
    lcm_report(x->ctx, LCM_DIAG_SYNTAX, at, "byte 0x%02x means nothing here",
               c);
  return LCM_EPARSE;
}

lcm_status pml_tokens(struct pml_text *out, lcm_ctx *ctx,
                      const struct lcm_pamela_text *source) {
  struct lexer x = {.ctx = ctx,
                    .source = source,
                    .file = lcm_intern(ctx, source->file),
                    .line = 1};
  LCM_LIST(struct pml_token) tokens = {0};
  struct pml_token token = {.kind = PML_COUNT};
  while (token.kind != PML_END) {
    skip(&x);
    read_token(&x, &token);
    if (token.kind == PML_COUNT)
      return bad_byte(&x, &token);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &tokens, token);
  }
  *out = (struct pml_text){.file = x.file,
                           .bytes = source->text,
                           .tokens = tokens.at,
                           .n_tokens = tokens.n};
  return LCM_OK;
}
