/* Preprocessing tokens of C. */
#include "analyzer/text/token.h"

#include <ctype.h>
#include <string.h>

/* Return the offset behind the line splices at "at". */
static size_t unsplice(const lcm_lexer *lexer, size_t at) {
  while (at < lexer->len && lexer->text[at] == '\\') {
    size_t end = at + 1;
    while (end < lexer->len &&
           (lexer->text[end] == ' ' || lexer->text[end] == '\t' ||
            lexer->text[end] == '\r' || lexer->text[end] == '\f' ||
            lexer->text[end] == '\v'))
      end++;
    if (end == lexer->len || lexer->text[end] != '\n')
      return at;
    at = end + 1;
  }
  return at;
}

/* Return the character at "at", splices passed over; NUL at the end. */
static char peek(const lcm_lexer *lexer, size_t at) {
  at = unsplice(lexer, at);
  return at < lexer->len ? lexer->text[at] : '\0';
}

/* Return the offset behind the character at "at". */
static size_t next(const lcm_lexer *lexer, size_t at) {
  at = unsplice(lexer, at);
  return at < lexer->len ? at + 1 : at;
}

/* Return whether "c" can begin a name. */
static bool is_letter(char c) {
  return (unsigned char)((c | 0x20) - 'a') < 26 || c == '_' || c == '$' ||
         (unsigned char)c >= 0x80;
}

/* Return whether "c" can stand in a name. */
static bool is_word(char c) {
  return is_letter(c) || (unsigned char)(c - '0') < 10;
}

/* Go to "at", counting lines. */
static void advance(lcm_lexer *lexer, size_t at) {
  const char *from = lexer->text + lexer->at;
  const char *const end = lexer->text + at;
  while ((from = memchr(from, '\n', (size_t)(end - from)))) {
    lexer->line++;
    from++;
  }
  lexer->at = at;
}

/* Return the offset behind the comment that begins at "at". */
static size_t comment_end(const lcm_lexer *lexer, size_t at, char second) {
  at = next(lexer, next(lexer, at));
  if (second == '/') {
    while (unsplice(lexer, at) < lexer->len && peek(lexer, at) != '\n')
      at = next(lexer, at);
    return at;
  }
  while (at < lexer->len) {
    const char *star = memchr(lexer->text + at, '*', lexer->len - at);
    if (!star)
      return lexer->len;
    at = (size_t)(star - lexer->text) + 1;
    if (peek(lexer, at) == '/')
      return next(lexer, at);
  }
  return at;
}

/* Go behind white space and comments; return whether there were any. */
static bool skip_space(lcm_lexer *lexer) {
  const size_t start = lexer->at;
  size_t at = unsplice(lexer, start);
  for (; at < lexer->len; at = unsplice(lexer, at)) {
    const char c = lexer->text[at];
    if (c == '/') {
      const char second = peek(lexer, at + 1);
      if (second != '/' && second != '*')
        break;
      at = comment_end(lexer, at, second);
    } else if (c != '\n' && isspace((unsigned char)c))
      at++;
    else
      break;
  }
  advance(lexer, at);
  return at > start;
}

/* Return the offset behind the literal whose opening quote is at "at". */
static size_t literal_end(const lcm_lexer *lexer, size_t at) {
  const char quote = lexer->text[at++];
  while (unsplice(lexer, at) < lexer->len) {
    const char c = peek(lexer, at);
    if (c == '\n')
      return unsplice(lexer, at);
    at = next(lexer, at);
    if (c == quote)
      return at;
    if (c == '\\' && peek(lexer, at) != '\n')
      at = next(lexer, at);
  }
  return lexer->len;
}

/* Return the offset behind the preprocessing number at "at". */
static size_t number_end(const lcm_lexer *lexer, size_t at) {
  for (char c = peek(lexer, at); is_word(c) || c == '.'; c = peek(lexer, at)) {
    at = next(lexer, at);
    const char sign = peek(lexer, at);
    if (strchr("eEpP", c) && (sign == '+' || sign == '-'))
      at = next(lexer, at);
  }
  return at;
}

/* Return the offset behind the punctuator at "at", its spelling in "*text"
 * where that is not what stands there. */
static size_t punct_end(const lcm_lexer *lexer, size_t at, const char **text) {
  const char c = peek(lexer, at);
  const size_t one = next(lexer, at);
  const char second = peek(lexer, one);
  if (c == '#' && second == '#')
    return next(lexer, one);
  if (c == '%' && second == ':') {
    *text = "#";
    return next(lexer, one);
  }
  if (c == '.' && second == '.' && peek(lexer, next(lexer, one)) == '.')
    return next(lexer, next(lexer, one));
  return one;
}

/* Put the text of "token" without splices into it. */
static void set_text(lcm_token *token, lcm_lexer *lexer) {
  const char *text = lexer->text + token->begin;
  size_t len = token->end - token->begin;
  if (memchr(text, '\\', len) && token->kind != LCM_TOKEN_END) {
    char *copy = lcm_arena_alloc(lcm_ctx_arena(lexer->ctx), 1, len + 1);
    size_t n = 0;
    for (size_t at = unsplice(lexer, token->begin); at < token->end;
         at = unsplice(lexer, at + 1))
      copy[n++] = lexer->text[at];
    text = copy;
    len = n;
  }
  token->text = token->kind == LCM_TOKEN_NAME
                    ? lcm_intern_n(lexer->ctx, text, len)
                    : text;
  token->len = (unsigned)len;
}

/* Return the kind of the token that begins at "at", and the offset behind it
 * in "*end". */
static lcm_token_kind classify(size_t *end, const char **text,
                               const lcm_lexer *lexer, size_t at) {
  const char c = lexer->text[at];
  if (c == '\n') {
    *end = at + 1;
    return LCM_TOKEN_NEWLINE;
  }
  if (isdigit((unsigned char)c) ||
      (c == '.' && isdigit((unsigned char)peek(lexer, at + 1)))) {
    *end = number_end(lexer, at);
    return LCM_TOKEN_NUMBER;
  }
  *end = at;
  while (is_word(peek(lexer, *end)))
    *end = next(lexer, *end);
  const size_t quote = unsplice(lexer, *end);
  const char q = quote < lexer->len ? lexer->text[quote] : '\0';
  const bool prefix = *end == at || (*end == at + 1 && strchr("LuU", c)) ||
                      (*end == at + 2 && !memcmp(lexer->text + at, "u8", 2));
  if (prefix && (q == '"' || q == '\'')) {
    *end = literal_end(lexer, quote);
    return q == '"' ? LCM_TOKEN_STRING : LCM_TOKEN_CHAR;
  }
  if (*end > at)
    return LCM_TOKEN_NAME;
  *end = punct_end(lexer, at, text);
  return LCM_TOKEN_PUNCT;
}

/* Return the offset behind the name or the punctuator of one character at "at"
 * that no other token can be, 0 where that takes a closer look. */
static size_t plain_end(const lcm_lexer *lexer, size_t at) {
  const char *text = lexer->text;
  size_t end = at + 1;
  if (!is_letter(text[at]))
    return text[at] && strchr("()[]{};,", text[at]) ? end : 0;
  while (end < lexer->len && is_word(text[end]))
    end++;
  return end < lexer->len && strchr("\\\"'", text[end]) ? 0 : end;
}

/* Fill in "token", which is plain and ends at "end". */
static void set_plain(lcm_token *token, lcm_lexer *lexer, size_t end) {
  const char *text = lexer->text + token->begin;
  const bool name = is_letter(*text);
  token->kind = name ? LCM_TOKEN_NAME : LCM_TOKEN_PUNCT;
  token->end = (unsigned)end;
  token->len = token->end - token->begin;
  token->text = name ? lcm_intern_n(lexer->ctx, text, token->len) : text;
  lexer->at = end;
}

lcm_token lcm_lexer_next(lcm_lexer *lexer) {
  lcm_token token = {.kind = LCM_TOKEN_END, .text = ""};
  token.space = skip_space(lexer);
  token.begin = token.end = (unsigned)lexer->at;
  token.line = lexer->line;
  if (lexer->at >= lexer->len)
    return token;
  const size_t plain = plain_end(lexer, lexer->at);
  if (plain) {
    set_plain(&token, lexer, plain);
    return token;
  }
  const char *text = NULL;
  size_t end = 0;
  token.kind = classify(&end, &text, lexer, lexer->at);
  token.end = (unsigned)end;
  advance(lexer, end);
  set_text(&token, lexer);
  if (text) {
    token.text = text;
    token.len = (unsigned)strlen(text);
  }
  return token;
}

void lcm_tokens_read(lcm_token_list *out, lcm_ctx *ctx, const char *text,
                     size_t len) {
  lcm_tokens_read_in(out, ctx, lcm_ctx_arena(ctx), text, len);
}

void lcm_tokens_read_in(lcm_token_list *out, lcm_ctx *ctx, lcm_arena *arena,
                        const char *text, size_t len) {
  lcm_lexer lexer = {ctx, text, len, 0, 1};
  bool space = false;
  for (lcm_token token = lcm_lexer_next(&lexer); token.kind != LCM_TOKEN_END;
       token = lcm_lexer_next(&lexer)) {
    token.space = token.space || space;
    space = token.kind == LCM_TOKEN_NEWLINE;
    if (!space)
      LCM_LIST_ADD(arena, out, token);
  }
}

bool lcm_token_is(const lcm_token *token, const char *text) {
  return token->kind == LCM_TOKEN_PUNCT && token->len == strlen(text) &&
         !memcmp(token->text, text, token->len);
}

/* Return whether "a" and "b" would be read as one token, or others, without a
 * blank between them. */
static bool run_together(const lcm_token *a, const lcm_token *b) {
  const bool word = a->kind == LCM_TOKEN_NAME || a->kind == LCM_TOKEN_NUMBER;
  if (word && (b->kind == LCM_TOKEN_NAME || b->kind == LCM_TOKEN_NUMBER))
    return true;
  if (a->kind != LCM_TOKEN_PUNCT || b->kind != LCM_TOKEN_PUNCT || !b->space)
    return false;
  return a->text[0] == b->text[0] && strchr("+-&|<>=/", a->text[0]);
}

const char *lcm_tokens_text(lcm_ctx *ctx, const lcm_token *first,
                            const lcm_token *last) {
  lcm_buf buf = {0};
  for (const lcm_token *token = first; token < last; token++) {
    if (token > first && run_together(token - 1, token))
      lcm_buf_putc(&buf, ' ');
    lcm_buf_add(&buf, token->text, token->len);
  }
  const char *out =
      lcm_arena_strndup(lcm_ctx_arena(ctx), buf.len ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return out;
}

const char *lcm_token_contents(size_t *len, lcm_ctx *ctx,
                               const lcm_token *token) {
  const char *open = memchr(token->text, '"', token->len);
  const char *end = token->text + token->len;
  char *out = lcm_arena_alloc(lcm_ctx_arena(ctx), 1, token->len + 1);
  *len = 0;
  if (!open)
    return out;
  if (end > open + 1 && end[-1] == '"')
    end--;
  for (const char *at = open + 1; at < end; at++) {
    if (*at == '\\' && at + 1 < end && (at[1] == '"' || at[1] == '\\'))
      at++;
    out[(*len)++] = *at;
  }
  return out;
}

/* Return whether "c" may stand in a name. */
static bool in_name(char c) {
  return is_letter(c) || isdigit((unsigned char)c);
}

size_t lcm_keyword_find(const char *text, const char *word, size_t n) {
  const size_t len = strlen(text);
  const size_t own = strlen(word);
  for (size_t at = 0; at < len; at++) {
    const char quote = text[at];
    if (!strncmp(text + at, word, own) && !in_name(text[at + own]) &&
        (!at || !in_name(text[at - 1])) && !n--)
      return at;
    if (quote != '"' && quote != '\'')
      continue;
    for (at++; at < len && text[at] != quote; at++)
      at += text[at] == '\\';
  }
  return len;
}
