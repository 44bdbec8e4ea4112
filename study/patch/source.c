/* The text of a file and what is to change in it. */
#include "study/patch/source.h"

#include <string.h>

/* ---- reading ------------------------------------------------------------- */

/* Note the directive that begins with the token "hash" of "lexer", if it is one
 * of OpenMP; behind it the lexer is at the next line. */
static void read_directive(struct lcm_patch_source *source, lcm_lexer *lexer,
                           const lcm_token *hash) {
  lcm_token words[2];
  size_t n = 0;
  size_t end = hash->end;
  lcm_token next = lcm_lexer_next(lexer);
  for (; next.kind != LCM_TOKEN_NEWLINE && next.kind != LCM_TOKEN_END;
       next = lcm_lexer_next(lexer)) {
    if (n < 2)
      words[n++] = next;
    end = next.end;
  }
  if (n < 2 || words[0].len != 6 || memcmp(words[0].text, "pragma", 6) != 0 ||
      words[1].len != 3 || memcmp(words[1].text, "omp", 3) != 0)
    return;
  lcm_pragma pragma = {0};
  lcm_pragma_parse(&pragma, source->ctx, source->text + words[1].end,
                   end - words[1].end);
  struct lcm_patch_directive one = {
      .begin = hash->begin, .end = end, .name = pragma.construct};
  for (size_t i = 0; i < pragma.n_clauses; i++)
    LCM_LIST_ADD(lcm_ctx_arena(source->ctx), &one.clauses, pragma.clauses[i]);
  LCM_LIST_ADD(lcm_ctx_arena(source->ctx), &source->directives, one);
}

void lcm_source_open(struct lcm_patch_source *out, lcm_ctx *ctx,
                     const char *path, const char *text, size_t len) {
  lcm_lexer lexer = {.ctx = ctx, .text = text, .len = len, .line = 1};
  *out = (struct lcm_patch_source){
      .ctx = ctx, .path = path, .text = text, .len = len};
  bool fresh = true;
  for (;;) {
    const lcm_token token = lcm_lexer_next(&lexer);
    if (token.kind == LCM_TOKEN_END)
      return;
    if (token.kind != LCM_TOKEN_NEWLINE && fresh && lcm_token_is(&token, "#")) {
      read_directive(out, &lexer, &token);
      continue;
    }
    fresh = token.kind == LCM_TOKEN_NEWLINE;
    if (!fresh)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->code, token);
  }
}

/* ---- changes ------------------------------------------------------------- */

void lcm_source_insert(struct lcm_patch_source *source, size_t at,
                       const char *text) {
  const struct lcm_patch_change one = {.begin = at, .end = at, .text = text};
  LCM_LIST_ADD(lcm_ctx_arena(source->ctx), &source->changes, one);
}

void lcm_source_delete(struct lcm_patch_source *source, size_t begin,
                       size_t end) {
  size_t line = 0;
  size_t rest = end;
  lcm_source_indent(&line, source, begin);
  while (rest < source->len && strchr(" \t\r", source->text[rest]))
    rest++;
  const bool whole = lcm_source_is_first(source, begin) &&
                     (rest == source->len || source->text[rest] == '\n');
  const struct lcm_patch_change one = {
      .begin = whole ? line : begin,
      .end = whole && rest < source->len ? rest + 1 : end};
  LCM_LIST_ADD(lcm_ctx_arena(source->ctx), &source->changes, one);
}

bool lcm_source_is_changed(const struct lcm_patch_source *source, size_t at) {
  for (size_t i = 0; i < source->changes.n; i++)
    if (source->changes.at[i].begin == at &&
        (source->changes.at[i].text || source->changes.at[i].to))
      return true;
  return false;
}

bool lcm_source_changes(const struct lcm_patch_source *source) {
  bool changes = source->changes.n > 0;
  for (size_t i = 0; i < source->directives.n; i++)
    changes = changes || source->directives.at[i].changed ||
              source->directives.at[i].dropped;
  return changes;
}

/* A part of a text that is rendered: from "from" to "to", so far up to "at",
 * where changes come next whose number is "next" or more. */
struct part {
  size_t from;
  size_t to;
  size_t at;
  size_t next;
};

/* Return the change of "source" that comes next in "part", NULL where none
 * does.  One that takes all of the part away is why it is rendered. */
static const struct lcm_patch_change *
next_change(struct part *part, const struct lcm_patch_source *source) {
  const struct lcm_patch_change *best = NULL;
  for (size_t i = 0; i < source->changes.n; i++) {
    const struct lcm_patch_change *one = &source->changes.at[i];
    const bool due =
        one->begin > part->at || (one->begin == part->at && i >= part->next);
    const bool all = one->begin <= part->from && one->end >= part->to &&
                     one->end > one->begin;
    if (due && !all && one->begin < part->to &&
        (!best || one->begin < best->begin))
      best = one;
  }
  if (best)
    part->next = (size_t)(best - source->changes.at) + 1;
  return best;
}

/* Append "text", which comes to "source", to "out", with the ends that lines
 * have there. */
static void put_text(lcm_buf *out, const struct lcm_patch_source *source,
                     const char *text) {
  const char *end = memchr(source->text, '\n', source->len);
  const bool carriage = end && end > source->text && end[-1] == '\r';
  for (const char *at = text; *at; at++) {
    if (carriage && *at == '\n')
      lcm_buf_putc(out, '\r');
    lcm_buf_putc(out, *at);
  }
}

/* Append what becomes of the bytes from "from" to "to" to "out". */
static void render(lcm_buf *out, const struct lcm_patch_source *source,
                   size_t from, size_t to) {
  struct part part = {.from = from, .to = to, .at = from};
  const struct lcm_patch_change *one = next_change(&part, source);
  for (; one; one = next_change(&part, source)) {
    if (one->begin > part.at)
      lcm_buf_add(out, source->text + part.at, one->begin - part.at);
    put_text(out, source, one->text ? one->text : "");
    if (one->from < one->to)
      render(out, source, one->from, one->to);
    part.at = one->begin;
    if (one->end > one->begin) {
      part.at = one->end;
      part.next = 0;
    }
  }
  if (part.at < to)
    lcm_buf_add(out, source->text + part.at, to - part.at);
}

const char *lcm_source_render(size_t *len,
                              const struct lcm_patch_source *source,
                              size_t from, size_t to) {
  lcm_buf out = {0};
  render(&out, source, from, to);
  const char *text = lcm_arena_strndup(lcm_ctx_arena(source->ctx),
                                       out.text ? out.text : "", out.len);
  *len = out.len;
  lcm_buf_free(&out);
  return text;
}

/* ---- places -------------------------------------------------------------- */

size_t lcm_source_token(const struct lcm_patch_source *source, size_t at) {
  size_t low = 0;
  size_t high = source->code.n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (source->code.at[middle].begin < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

size_t lcm_source_closed(size_t *close, const struct lcm_patch_source *source,
                         size_t i) {
  size_t depth = 0;
  for (; i < source->code.n; i++) {
    const lcm_token *token = &source->code.at[i];
    if (token->kind != LCM_TOKEN_PUNCT || token->len != 1)
      continue;
    depth += strchr("([{", *token->text) != NULL;
    depth -= depth && strchr(")]}", *token->text) != NULL;
    if (depth)
      continue;
    *close = i;
    return token->end;
  }
  return 0;
}

/* Return whether token "i" of "source" is "word". */
static bool is_word(const struct lcm_patch_source *source, size_t i,
                    const char *word) {
  const lcm_token *token = i < source->code.n ? &source->code.at[i] : NULL;
  return token && token->len == strlen(word) &&
         !memcmp(token->text, word, token->len);
}

/* Return the number of the token behind the semicolon that ends what begins
 * with token "i"; 0 where a bracket closes before. */
static size_t behind_semicolon(const struct lcm_patch_source *source,
                               size_t i) {
  size_t close = 0;
  for (; i < source->code.n; i++) {
    const lcm_token *token = &source->code.at[i];
    if (lcm_token_is(token, ";"))
      return i + 1;
    if (lcm_token_is(token, ")") || lcm_token_is(token, "]") ||
        lcm_token_is(token, "}"))
      return 0;
    if (!lcm_token_is(token, "(") && !lcm_token_is(token, "[") &&
        !lcm_token_is(token, "{"))
      continue;
    if (!lcm_source_closed(&close, source, i))
      return 0;
    i = close;
  }
  return 0;
}

/* Return the number of the token behind the brackets at token "i"; 0 where
 * there are none. */
static size_t behind_brackets(const struct lcm_patch_source *source, size_t i) {
  size_t close = 0;
  return is_word(source, i, "(") && lcm_source_closed(&close, source, i)
             ? close + 1
             : 0;
}

static size_t behind_statement(const struct lcm_patch_source *source, size_t i,
                               unsigned depth);

/* Return the number of the token behind the `if` at token "i". */
static size_t behind_if(const struct lcm_patch_source *source, size_t i,
                        unsigned depth) {
  const size_t then = behind_brackets(source, i + 1);
  const size_t end = then ? behind_statement(source, then, depth) : 0;
  return end && is_word(source, end, "else")
             ? behind_statement(source, end + 1, depth)
             : end;
}

/* Return the number of the token behind the `do` at token "i". */
static size_t behind_do(const struct lcm_patch_source *source, size_t i,
                        unsigned depth) {
  const size_t body = behind_statement(source, i + 1, depth);
  return body && is_word(source, body, "while") ? behind_semicolon(source, body)
                                                : 0;
}

/* Return the number of the token behind the statement that begins with token
 * "i", "depth" deep in others; 0 where that is not to be seen. */
static size_t behind_statement(const struct lcm_patch_source *source, size_t i,
                               unsigned depth) {
  size_t close = 0;
  if (depth > LCM_MAX_DEPTH || i >= source->code.n)
    return 0;
  if (is_word(source, i, "{"))
    return lcm_source_closed(&close, source, i) ? close + 1 : 0;
  if (is_word(source, i, "if"))
    return behind_if(source, i, depth + 1);
  if (is_word(source, i, "do"))
    return behind_do(source, i, depth + 1);
  if (is_word(source, i, "for") || is_word(source, i, "while") ||
      is_word(source, i, "switch")) {
    const size_t body = behind_brackets(source, i + 1);
    return body ? behind_statement(source, body, depth + 1) : 0;
  }
  return behind_semicolon(source, i);
}

size_t lcm_source_statement_end(const struct lcm_patch_source *source,
                                size_t begin, size_t end) {
  size_t i = lcm_source_token(source, begin);
  do
    i = behind_statement(source, i, 0);
  while (i && i < source->code.n && source->code.at[i].begin < end);
  return i ? source->code.at[i - 1].end : 0;
}

size_t lcm_source_statement_begin(const struct lcm_patch_source *source,
                                  size_t at) {
  const size_t here = lcm_source_token(source, at);
  size_t depth = 0;
  if (source->text[at] == '#')
    return lcm_source_is_statement(source, at) ? at : 0;
  for (size_t i = here < source->code.n ? here : 0; i-- > 0;) {
    const lcm_token *token = &source->code.at[i];
    if (!depth && (lcm_token_is(token, ";") || lcm_token_is(token, "{") ||
                   lcm_token_is(token, "}")))
      return source->code.at[i + 1].begin;
    depth += lcm_token_is(token, ")") || lcm_token_is(token, "]");
    depth -= depth && (lcm_token_is(token, "(") || lcm_token_is(token, "["));
  }
  return 0;
}

bool lcm_source_is_statement(const struct lcm_patch_source *source, size_t at) {
  const size_t i = lcm_source_token(source, at);
  const lcm_token *before = i ? &source->code.at[i - 1] : NULL;
  return i < source->code.n && before &&
         (source->code.at[i].begin == at || source->text[at] == '#') &&
         (lcm_token_is(before, ";") || lcm_token_is(before, "{") ||
          lcm_token_is(before, "}"));
}

const char *lcm_source_indent(size_t *line,
                              const struct lcm_patch_source *source,
                              size_t at) {
  size_t begin = at;
  size_t n = 0;
  while (begin && source->text[begin - 1] != '\n')
    begin--;
  while (begin + n < source->len && strchr(" \t", source->text[begin + n]))
    n++;
  *line = begin;
  return lcm_arena_strndup(lcm_ctx_arena(source->ctx), source->text + begin, n);
}

bool lcm_source_is_first(const struct lcm_patch_source *source, size_t at) {
  size_t line = 0;
  const char *indent = lcm_source_indent(&line, source, at);
  return line + strlen(indent) >= at;
}
