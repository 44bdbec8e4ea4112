/* The lines of a C file: where a comment can be inserted. */
#include <string.h>

#include "annotations/write_outline.h"
#include "base/list.h"

enum { MAX_CONDITIONS = 64 };

/* A scan of C text for where lines begin. */
struct scan {
  const char *text;
  size_t len;
  size_t at;
  size_t depth; /* of parentheses and brackets */
  /* that of the `#if` of each level that is open */
  size_t saved[MAX_CONDITIONS];
  size_t conditions;
  char quote;     /* that ends the literal; NUL: in none */
  bool block;     /* in a block comment */
  bool line;      /* in a line comment */
  bool directive; /* in a directive of the preprocessor */
  bool joined;    /* a backslash ends the line before */
  bool blank;     /* nothing but white space stands before on the line */
  char last;      /* the last character of code; NUL: a directive */
};

/* Return whether the word behind `#` at the scan is "word". */
static bool is_directive(const struct scan *s, const char *word) {
  size_t at = s->at + 1;
  const size_t n = strlen(word);
  while (at < s->len && (s->text[at] == ' ' || s->text[at] == '\t'))
    at++;
  return s->len - at >= n && !memcmp(s->text + at, word, n);
}

/* Read the beginning of a directive: the alternatives of a condition begin at
 * the same depth. */
static void begin_directive(struct scan *s) {
  s->directive = true;
  if (is_directive(s, "if")) {
    if (s->conditions < MAX_CONDITIONS)
      s->saved[s->conditions] = s->depth;
    s->conditions++;
  } else if (is_directive(s, "el")) {
    if (s->conditions && s->conditions <= MAX_CONDITIONS)
      s->depth = s->saved[s->conditions - 1];
  } else if (is_directive(s, "endif") && s->conditions)
    s->conditions--;
}

/* Go over a character of code. */
static void pass_code(struct scan *s) {
  const char c = s->text[s->at];
  const char next = s->at + 1 < s->len ? s->text[s->at + 1] : '\0';
  if (c == '/' && (next == '*' || next == '/')) {
    s->block = next == '*';
    s->line = !s->block;
    s->at++;
  } else if (c == '"' || c == '\'')
    s->quote = c;
  else if (c == '#' && s->blank)
    begin_directive(s);
  else if (!s->directive && (c == '(' || c == '['))
    s->depth++;
  else if (!s->directive && (c == ')' || c == ']'))
    s->depth -= s->depth > 0;
  if (s->directive)
    s->last = '\0';
  else if (!s->block && !s->line && !strchr(" \t\r\f\v", c))
    s->last = c;
  s->blank = s->blank && (c == ' ' || c == '\t' || c == '\f' || c == '\v');
}

/* Return whether a backslash stands before the newline at "at". */
static bool is_joined(const char *text, size_t at) {
  if (at && text[at - 1] == '\r')
    at--;
  return at && (text[at - 1] == '\\' ||
                (at >= 3 && !memcmp(text + at - 3, "?\?/", 3)));
}

/* Go over the end of a line. */
static void pass_newline(struct scan *s) {
  s->joined = is_joined(s->text, s->at);
  if (s->joined)
    return;
  s->line = false;
  s->quote = '\0';
  s->directive = s->directive && s->block;
  s->blank = !s->block;
}

/* Go over one character, or two. */
static void step(struct scan *s) {
  const char c = s->text[s->at];
  if (c == '\n')
    pass_newline(s);
  else if (s->block) {
    if (c == '*' && s->at + 1 < s->len && s->text[s->at + 1] == '/') {
      s->block = false;
      s->at++;
    }
  } else if (s->quote) {
    if (c == '\\' && s->at + 1 < s->len && s->text[s->at + 1] != '\n' &&
        s->text[s->at + 1] != '\r')
      s->at++;
    else if (c == s->quote)
      s->quote = '\0';
  } else if (!s->line)
    pass_code(s);
  s->at++;
}

void lcm_outline_read(struct lcm_outline *out, lcm_ctx *ctx, const char *text,
                      size_t len) {
  LCM_LIST(size_t) starts = {0};
  LCM_LIST(bool) open = {0};
  LCM_LIST(char) before = {0};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct scan s = {.text = text, .len = len, .blank = true};
  bool fresh = true;
  while (s.at < len || fresh) {
    if (fresh) {
      if (s.at < len && !s.block && (text[s.at] == '}' || text[s.at] == '{'))
        s.depth = 0;
      LCM_LIST_ADD(arena, &starts, s.at);
      LCM_LIST_ADD(arena, &open,
                   !s.block && !s.line && !s.quote && !s.directive &&
                       !s.joined && !s.depth);
      LCM_LIST_ADD(arena, &before, s.last);
    }
    if (s.at >= len)
      break;
    fresh = text[s.at] == '\n';
    step(&s);
  }
  *out = (struct lcm_outline){starts.at, open.at, before.at, starts.n};
}

size_t lcm_outline_line(const struct lcm_outline *outline, size_t at) {
  size_t low = 0;
  size_t high = outline->n;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (outline->starts[middle] <= at)
      low = middle;
    else
      high = middle;
  }
  return low;
}
