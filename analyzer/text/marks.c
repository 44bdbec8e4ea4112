/* The order of pragmas and statements that one use of a macro makes. */
#include "analyzer/text/marks.h"

#include <string.h>

/* The deepest nesting of statements that is followed. */
enum { MAX_DEPTH = 200 };

/* Tokens being read for their statements. */
struct reader {
  const lcm_token *at;
  size_t n;
  size_t i;         /* the next of "n" */
  unsigned *orders; /* as in lcm_marks_read */
  lcm_buf marks;    /* so far */
  bool failed;      /* they are nested too deeply */
};

/* Return whether the next token is "text". */
static bool is_next(const struct reader *r, const char *text) {
  const size_t len = strlen(text);
  return r->i < r->n && r->at[r->i].len == len &&
         !memcmp(r->at[r->i].text, text, len);
}

/* Go past the next token where it is "text"; return whether it was. */
static bool take(struct reader *r, const char *text) {
  const bool found = is_next(r, text);
  r->i += found;
  return found;
}

/* Go past the parentheses that come next, if any do. */
static void skip_parentheses(struct reader *r) {
  size_t nesting = 0;
  if (!is_next(r, "("))
    return;
  do {
    nesting += is_next(r, "(");
    nesting -= is_next(r, ")");
    r->i++;
  } while (nesting && r->i < r->n);
}

/* Go past the operators `_Pragma` that come next. */
static void skip_pragmas(struct reader *r) {
  while (is_next(r, "_Pragma")) {
    r->orders[r->i++] = (unsigned)r->marks.len + 1;
    skip_parentheses(r);
  }
}

/* Go behind the next "last" that stands in no brackets. */
static void skip_to(struct reader *r, const char *last) {
  size_t nesting = 0;
  while (r->i < r->n) {
    const bool closes = is_next(r, ")") || is_next(r, "}") || is_next(r, "]");
    if (closes && !nesting)
      return;
    nesting += is_next(r, "(") || is_next(r, "{") || is_next(r, "[");
    nesting -= closes;
    const bool found = !nesting && is_next(r, last);
    r->i++;
    if (found)
      return;
  }
}

/* Go past a label, `case` or `default` that comes next; return whether one
 * does. */
static bool take_label(struct reader *r) {
  const size_t start = r->i;
  if (take(r, "case") || take(r, "default")) {
    skip_to(r, ":");
    return true;
  }
  if (r->i < r->n && r->at[r->i].kind == LCM_TOKEN_NAME) {
    r->i++;
    if (take(r, ":"))
      return true;
  }
  r->i = start;
  return false;
}

static void read_statement(struct reader *r, unsigned depth);

/* Read the statements of a block whose "{" has been taken. */
static void read_block(struct reader *r, unsigned depth) {
  for (;;) {
    skip_pragmas(r);
    if (r->i == r->n || r->failed)
      return;
    if (take(r, "}")) {
      lcm_buf_putc(&r->marks, LCM_MARK_END);
      return;
    }
    read_statement(r, depth);
  }
}

/* Read what a loop or branch governs. */
static void read_body(struct reader *r, unsigned depth) {
  skip_pragmas(r);
  if (r->i < r->n && !is_next(r, "}"))
    read_statement(r, depth);
}

/* Read the statement that begins with the next token. */
static void read_statement(struct reader *r, unsigned depth) {
  r->failed = r->failed || depth > MAX_DEPTH;
  if (r->failed)
    return;
  if (take(r, "{")) {
    lcm_buf_putc(&r->marks, LCM_MARK_BLOCK);
    read_block(r, depth + 1);
  } else if (take(r, "for") || take(r, "while")) {
    lcm_buf_putc(&r->marks, LCM_MARK_LOOP);
    skip_parentheses(r);
    read_body(r, depth + 1);
  } else if (take(r, "do")) {
    lcm_buf_putc(&r->marks, LCM_MARK_LOOP);
    read_body(r, depth + 1);
    skip_to(r, ";");
  } else if (take(r, "if") || take(r, "switch")) {
    lcm_buf_putc(&r->marks, LCM_MARK_BRANCH);
    skip_parentheses(r);
    read_body(r, depth + 1);
    if (take(r, "else"))
      read_body(r, depth + 1);
  } else {
    const size_t start = r->i;
    lcm_buf_putc(&r->marks, LCM_MARK_OTHER);
    if (!take_label(r))
      skip_to(r, ";");
    r->i += r->i == start;
  }
}

const struct lcm_marks *lcm_marks_read(unsigned *orders, lcm_ctx *ctx,
                                       const lcm_token *tokens, size_t n) {
  struct lcm_marks *marks = LCM_NEW(lcm_ctx_arena(ctx), struct lcm_marks);
  struct reader r = {.at = tokens, .n = n, .orders = orders};
  while (r.i < r.n && !r.failed) {
    skip_pragmas(&r);
    if (r.i < r.n && !take(&r, "}") && !take(&r, ")"))
      read_statement(&r, 0);
  }
  marks->marks = lcm_arena_strndup(
      lcm_ctx_arena(ctx), r.marks.text ? r.marks.text : "", r.marks.len);
  marks->n = r.marks.len;
  marks->broken = r.failed;
  lcm_buf_free(&r.marks);
  return marks;
}
