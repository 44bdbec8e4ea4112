/* Finding comments of C source that begin with `lcm:`, without a compiler. */
#include <string.h>

#include "annotations/comment.h"
#include "annotations/directive.h"
#include "base/find.h"

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
