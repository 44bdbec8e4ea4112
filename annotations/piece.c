/* Cutting comments into the text of single directives, `...` continuing the
 * one before. */
#include <ctype.h>
#include <string.h>

#include "annotations/piece.h"

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
