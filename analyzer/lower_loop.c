#include <ctype.h>
#include <string.h>

#include "analyzer/lower_internal.h"

/* A piece of the file: offsets. */
struct slice {
  size_t begin;
  size_t end;
};

/* The header of a loop taken apart. */
struct header {
  struct slice init;
  struct slice cond;
  struct slice step;
  const char *index;
};

/* Drop blanks at both ends. */
static struct slice trim(const struct lcm_lowering *l, struct slice s) {
  while (s.begin < s.end && isspace((unsigned char)l->text[s.begin]))
    s.begin++;
  while (s.end > s.begin && isspace((unsigned char)l->text[s.end - 1]))
    s.end--;
  return s;
}

/* Return the offset of "c" outside parentheses from "from" on, or "end". */
static size_t find(const struct lcm_lowering *l, size_t from, size_t end,
                   char c) {
  int nesting = 0;
  for (size_t i = from; i < end; i++) {
    if (l->text[i] == c && !nesting)
      return i;
    nesting += l->text[i] == '(' || l->text[i] == '[';
    nesting -= l->text[i] == ')' || l->text[i] == ']';
  }
  return end;
}

/* Take the header of "loop" apart; false where it is made by a macro. */
static bool take_apart(struct header *out, const struct lcm_lowering *l,
                       const lcm_ast *loop) {
  const size_t end = loop->end < l->len ? loop->end : l->len;
  size_t at = loop->begin;
  if (end < at + 5 || memcmp(l->text + at, "for", 3) != 0)
    return false;
  at = find(l, at, end, '(');
  if (at == end)
    return false;
  const size_t first = find(l, at + 1, end, ';');
  const size_t second = first < end ? find(l, first + 1, end, ';') : end;
  const size_t close = second < end ? find(l, second + 1, end, ')') : end;
  if (close == end)
    return false;
  out->init = trim(l, (struct slice){at + 1, first});
  out->cond = trim(l, (struct slice){first + 1, second});
  out->step = trim(l, (struct slice){second + 1, close});
  return true;
}

/* Return whether the identifier "name" stands at offset "at". */
static bool name_at(const struct lcm_lowering *l, size_t at, const char *name) {
  const size_t n = strlen(name);
  const char before = at ? l->text[at - 1] : ' ';
  const char after = at + n < l->len ? l->text[at + n] : ' ';
  return at + n <= l->len && !memcmp(l->text + at, name, n) &&
         !isalnum((unsigned char)before) && before != '_' &&
         !isalnum((unsigned char)after) && after != '_';
}

/* Read `type i = e` or `i = e` into the header's index and "*from". */
static bool read_init(struct header *h, const lcm_expr **from,
                      struct lcm_lowering *l) {
  const size_t equals = find(l, h->init.begin, h->init.end, '=');
  size_t end = equals;
  if (equals == h->init.end)
    return false;
  while (end > h->init.begin && isspace((unsigned char)l->text[end - 1]))
    end--;
  size_t begin = end;
  while (begin > h->init.begin && (isalnum((unsigned char)l->text[begin - 1]) ||
                                   l->text[begin - 1] == '_'))
    begin--;
  if (begin == end)
    return false;
  h->index = lcm_intern_n(l->ctx, l->text + begin, end - begin);
  const size_t comma = find(l, equals + 1, h->init.end, ',');
  *from = lcm_lower_expr(l, equals + 1, comma);
  return *from != NULL;
}

/* A comparison of the index with a bound: its operator, the bound. */
struct bound {
  char op;
  bool equal;
  const lcm_expr *value;
};

/* Read `i < e` or `e > i` into "*out". */
static bool read_cond(struct bound *out, const struct header *h,
                      struct lcm_lowering *l) {
  const struct slice c = h->cond;
  for (size_t i = c.begin; i < c.end; i++) {
    const char op = l->text[i];
    if (op != '<' && op != '>' && op != '!')
      continue;
    if (i + 1 < c.end && l->text[i + 1] == op)
      return false;
    out->equal = i + 1 < c.end && l->text[i + 1] == '=';
    const struct slice left = trim(l, (struct slice){c.begin, i});
    const struct slice right =
        trim(l, (struct slice){i + 1 + out->equal, c.end});
    const size_t n = strlen(h->index);
    if (name_at(l, left.begin, h->index) && left.end - left.begin == n) {
      out->op = op;
      out->value = lcm_lower_expr(l, right.begin, right.end);
    } else if (name_at(l, right.begin, h->index) &&
               right.end - right.begin == n) {
      out->op = op == '<' ? '>' : op == '>' ? '<' : '!';
      out->value = lcm_lower_expr(l, left.begin, left.end);
    } else
      return false;
    return out->value != NULL &&
           !lcm_expr_has(out->value, lcm_lower_name(l, h->index));
  }
  return false;
}

/* How the index changes: added or multiplied. */
struct change {
  int sign;
  bool factor;
  const lcm_expr *by;
};

/* Read `i = i + e` behind the "=" at offset "at". */
static bool read_long_step(struct change *out, const struct header *h,
                           struct lcm_lowering *l, size_t at) {
  const lcm_expr *next = lcm_lower_expr(l, at + 1, h->step.end);
  const lcm_expr *index =
      lcm_expr_symbol(l->ctx, lcm_lower_name(l, h->index), LCM_DIM_NONE);
  const lcm_expr *by = lcm_expr_sub(l->ctx, next, index);
  double value = 0;
  if (by && !lcm_expr_has(by, lcm_lower_name(l, h->index))) {
    const bool down = lcm_expr_is_number(by, &value) && value < 0;
    *out = (struct change){down ? -1 : 1, false,
                           down ? lcm_expr_neg(l->ctx, by) : by};
    return true;
  }
  by = next ? lcm_expr_div(l->ctx, next, index) : NULL;
  *out = (struct change){1, true, by};
  return by && !lcm_expr_has(by, lcm_lower_name(l, h->index));
}

/* Read the step of the loop into "*out". */
static bool read_step(struct change *out, const struct header *h,
                      struct lcm_lowering *l) {
  const char *text = l->text + h->step.begin;
  const size_t len = h->step.end - h->step.begin;
  const size_t n = strlen(h->index);
  const bool prefix = len > 2 && (text[0] == '+' || text[0] == '-');
  const char *op = prefix ? text : text + n;
  *out = (struct change){1, false, lcm_expr_int(l->ctx, 1)};
  if (!prefix && !name_at(l, h->step.begin, h->index))
    return false;
  while (!prefix && op < text + len && isspace((unsigned char)*op))
    op++;
  if (op + 2 > text + len)
    return false;
  if ((op[0] == '+' || op[0] == '-') && op[1] == op[0]) {
    out->sign = op[0] == '+' ? 1 : -1;
    return true;
  }
  const size_t at = (size_t)(op - l->text);
  if (op[0] == '=')
    return read_long_step(out, h, l, at);
  if (op[1] == '=' && strchr("+-*/", op[0])) {
    out->by = lcm_lower_expr(l, at + 2, h->step.end);
    out->sign = op[0] == '-' || op[0] == '/' ? -1 : 1;
    out->factor = op[0] == '*' || op[0] == '/';
    return out->by != NULL;
  }
  if (!strncmp(op, "<<=", 3) || !strncmp(op, ">>=", 3)) {
    const lcm_expr *by = lcm_lower_expr(l, at + 3, h->step.end);
    out->by = lcm_expr_pow(l->ctx, lcm_expr_int(l->ctx, 2), by);
    out->sign = op[0] == '<' ? 1 : -1;
    out->factor = true;
    return by != NULL;
  }
  return false;
}

bool lcm_lower_header(lcm_iteration *out, struct lcm_lowering *l,
                      const lcm_ast *loop) {
  struct header h = {.index = NULL};
  struct bound bound = {.value = NULL};
  struct change change = {.by = NULL};
  const lcm_expr *from = NULL;
  if (!take_apart(&h, l, loop) || !read_init(&h, &from, l) ||
      !read_cond(&bound, &h, l) || !read_step(&change, &h, l))
    return false;
  const bool up = change.sign > 0;
  if ((bound.op == '<' && !up) || (bound.op == '>' && up))
    return false;
  const lcm_expr *one = lcm_expr_int(l->ctx, 1);
  const bool open = !bound.equal || bound.op == '!';
  const lcm_expr *last = bound.value;
  if (open)
    last =
        up ? lcm_expr_sub(l->ctx, last, one) : lcm_expr_add(l->ctx, last, one);
  *out = (lcm_iteration){lcm_lower_name(l, h.index), up ? from : last,
                         up ? last : from, NULL, NULL};
  if (change.factor)
    out->factor = change.by;
  else if (!lcm_expr_is_int(change.by, 1))
    out->step = change.by;
  return true;
}
