/* Finding comments of C source that begin with `lcm:`, without a compiler.
 * Cutting comments into the text of single directives, `...` continuing the
 * one before. */
#include "annotations/comment.h"

#include <ctype.h>
#include <string.h>

#include "base/find.h"

/* Blank the "n" bytes at "text". */
static void blank(char *text, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (text[i] != '\n')
      text[i] = ' ';
}

/* Extend the piece "last" by the line of length "len" at "start",
 * whose first "skip" bytes are leader. */
static void extend(lcm_ctx *ctx, struct lcm_directive_piece *last,
                   const char *start, size_t len, size_t skip, unsigned begin) {
  const size_t gap = begin - (last->loc.begin + (unsigned)last->len);
  const size_t whole = last->len + gap + len;
  if (whole > last->cap) {
    char *text = lcm_arena_alloc(lcm_ctx_arena(ctx), 1, 2 * whole);
    memcpy(text, last->text, last->len);
    last->text = text;
    last->cap = 2 * whole;
  }
  memcpy(last->text + last->len, start - gap, gap + len);
  blank(last->text + last->len, gap + skip);
  last->len = whole;
}

lcm_status lcm_piece_add(lcm_ctx *ctx, lcm_piece_list *pieces, const char *text,
                         size_t len, lcm_loc loc) {
  size_t skip = 0;
  while (skip < len && (isspace((unsigned char)text[skip])))
    skip++;
  if (skip == len)
    return LCM_OK;
  const bool goes_on = len - skip >= 3 && !memcmp(text + skip, "...", 3);
  if (goes_on && pieces->n) {
    extend(ctx, &pieces->at[pieces->n - 1], text, len, skip + 3, loc.begin);
    return LCM_OK;
  }
  loc.column += (unsigned)skip;
  loc.begin += (unsigned)skip;
  if (goes_on) {
    lcm_report(ctx, LCM_DIAG_SYNTAX, loc, "nothing stands before '...'");
    return LCM_EPARSE;
  }
  const struct lcm_directive_piece piece = {
      lcm_arena_strndup(lcm_ctx_arena(ctx), text + skip, len - skip),
      len - skip, len - skip, loc};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), pieces, piece);
  return LCM_OK;
}

lcm_status lcm_piece_add_comment(lcm_ctx *ctx, lcm_piece_list *pieces,
                                 const struct lcm_comment *comment) {
  const bool block = comment->text[1] == '*';
  lcm_status status = LCM_OK;
  size_t end = comment->len;
  if (block && end >= 4 && !memcmp(comment->text + end - 2, "*/", 2))
    end -= 2;
  const char *colon = memchr(comment->text, ':', comment->len);
  size_t at = (size_t)(colon + 1 - comment->text);
  unsigned line = comment->at.line;
  size_t line_start = 0;
  for (size_t i = 0; i < at; i++)
    if (comment->text[i] == '\n') {
      line++;
      line_start = i + 1;
    }
  while (at < end) {
    const char *newline = memchr(comment->text + at, '\n', end - at);
    const size_t stop = newline ? (size_t)(newline - comment->text) : end;
    size_t from = at;
    while (block && line > comment->at.line && from < stop &&
           (comment->text[from] == ' ' || comment->text[from] == '\t'))
      from++;
    if (block && line > comment->at.line && from < stop &&
        comment->text[from] == '*')
      from++;
    const lcm_loc loc = {comment->at.file, line,
                         (line == comment->at.line ? comment->at.column : 1) +
                             (unsigned)(from - line_start),
                         comment->at.begin + (unsigned)from, 0};
    const lcm_status own =
        lcm_piece_add(ctx, pieces, comment->text + from, stop - from, loc);
    status = status ? status : own;
    line++;
    at = stop + 1;
    line_start = at;
  }
  return status;
}

/* A scan of C text for comments. */
struct scan {
  const char *text;
  size_t len;
  size_t at;
  unsigned line;
  size_t line_start;
};

/* Go to the next byte, counting lines. */
static void step(struct scan *s) {
  if (s->text[s->at++] == '\n') {
    s->line++;
    s->line_start = s->at;
  }
}

/* Skip the string or character literal that starts here. */
static void skip_literal(struct scan *s) {
  const char quote = s->text[s->at];
  step(s);
  while (s->at < s->len && s->text[s->at] != quote && s->text[s->at] != '\n') {
    if (s->text[s->at] == '\\' && s->at + 1 < s->len)
      step(s);
    step(s);
  }
  if (s->at < s->len && s->text[s->at] == quote)
    step(s);
}

/* Go behind the comment that starts here. */
static void skip_comment(struct scan *s) {
  const bool block = s->text[s->at + 1] == '*';
  s->at += 2;
  while (s->at < s->len) {
    if (block && s->text[s->at] == '*' && s->at + 1 < s->len &&
        s->text[s->at + 1] == '/') {
      s->at += 2;
      return;
    }
    if (!block && s->text[s->at] == '\n' && s->text[s->at - 1] != '\\')
      return;
    step(s);
  }
}

/* Return whether "text" (of length "len") starts with lcm: after blanks. */
static bool starts_ours(const char *text, size_t len) {
  size_t i = 0;
  while (i < len && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' ||
                     text[i] == '\r' || text[i] == '*'))
    i++;
  return len - i >= 4 && !memcmp(text + i, "lcm:", 4);
}

bool lcm_comment_is_ours(const struct lcm_comment *comment) {
  return comment->len > 2 && starts_ours(comment->text + 2, comment->len - 2);
}

size_t lcm_comments_scan(const struct lcm_comment **comments, lcm_ctx *ctx,
                         const char *file, const char *text, size_t len) {
  LCM_LIST(struct lcm_comment) found = {0};
  struct scan s = {.text = text, .len = len, .line = 1};
  const char *name = lcm_intern(ctx, file);
  *comments = NULL;
  if (!lcm_find(text, len, "lcm:"))
    return 0;
  while (s.at < len) {
    const char c = text[s.at];
    if (c == '"' || c == '\'') {
      skip_literal(&s);
    } else if (c == '/' && s.at + 1 < len &&
               (text[s.at + 1] == '/' || text[s.at + 1] == '*')) {
      struct lcm_comment comment = {text + s.at,
                                    0,
                                    {name, s.line,
                                     (unsigned)(s.at - s.line_start) + 1,
                                     (unsigned)s.at, 0}};
      skip_comment(&s);
      comment.len = (size_t)(text + s.at - comment.text);
      comment.at.end = (unsigned)s.at;
      if (lcm_comment_is_ours(&comment))
        LCM_LIST_ADD(lcm_ctx_arena(ctx), &found, comment);
    } else
      step(&s);
  }
  *comments = found.at;
  return found.n;
}
