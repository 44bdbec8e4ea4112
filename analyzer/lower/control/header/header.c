/* The header of a loop: index, bounds and step. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/header/pointers.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/order.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/ends.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/run/decimals.h"
#include "analyzer/lower/values/sign.h"

/* The bound of an index: it stays below ('<') or above ('>') "value" or differs
 * from it ('!'), or may "equal" it. */
struct bound {
  char op;
  bool equal;
  const lcm_expr *value;
};

/* How the index changes: added or multiplied. */
struct change {
  int sign;
  bool factor;
  const lcm_expr *by;
};

static size_t length(struct lcm_slice s) { return s.end - s.begin; }

/* Drop blanks at both ends. */
static struct lcm_slice trim(const char *text, struct lcm_slice s) {
  while (s.begin < s.end && isspace((unsigned char)text[s.begin]))
    s.begin++;
  while (s.end > s.begin && isspace((unsigned char)text[s.end - 1]))
    s.end--;
  return s;
}

/* Return the offset of "c" outside parentheses in "s", or its end. */
static size_t find(const char *text, struct lcm_slice s, char c) {
  int nesting = 0;
  for (size_t i = s.begin; i < s.end; i++) {
    if (text[i] == c && !nesting)
      return i;
    nesting += text[i] == '(' || text[i] == '[';
    nesting -= text[i] == ')' || text[i] == ']';
  }
  return s.end;
}

/* Return whether "c" may stand in a name. */
static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Return the offset of the name "name" in "s", or its end. */
static size_t find_name(const char *text, struct lcm_slice s,
                        const char *name) {
  const size_t n = strlen(name);
  for (size_t i = s.begin; i + n <= s.end; i++)
    if (!memcmp(text + i, name, n) && (i == s.begin || !in_name(text[i - 1])) &&
        (i + n == s.end || !in_name(text[i + n])))
      return i;
  return s.end;
}

static bool is_name(const char *text, struct lcm_slice s, const char *name) {
  return length(s) == strlen(name) && find_name(text, s, name) == s.begin;
}

/* Parse the slice "s" as C. */
static const lcm_expr *parse(struct lcm_lowering *l, const struct lcm_header *h,
                             struct lcm_slice s);

/* Parse the slice "s" as a number of C. */
static const lcm_expr *parse_number(struct lcm_lowering *l,
                                    const struct lcm_header *h,
                                    struct lcm_slice s) {
  if (h->raw)
    return lcm_lower_expr(l, s.begin, s.end);
  return lcm_lower_clause(l, lcm_arena_strndup(lcm_ctx_arena(l->ctx),
                                               h->text + s.begin, length(s)));
}

/* Return whether nothing but where it is declared gives "local" a value. */
static bool is_set_once(const struct lcm_local *local) {
  return local && local->begins && !local->n_assigned && !local->is_param &&
         !local->is_static && !local->is_pointed && !local->is_stored;
}

/* Return whether "name" is an array, or a variable of the function that is set
 * once. */
static bool is_steady(struct lcm_lowering *l, const char *name) {
  size_t found = 0;
  const struct lcm_local *local = lcm_lower_local(l, name);
  if (local)
    return is_set_once(local) || ((local->is_pointer || local->is_param) &&
                                  !local->n_assigned && !local->is_pointed);
  return lcm_map_get(&l->globals.declarations, name, &found) &&
         ((const lcm_ast *)(uintptr_t)found)->is_array;
}

/* Return whether all that "e" (NULL: nothing is known) speaks of stays as it
 * is. */
static bool is_fixed(struct lcm_lowering *l, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, l->ctx, e) : 0;
  bool fixed = e != NULL;
  for (size_t i = 0; i < n && fixed; i++)
    fixed = is_steady(l, lcm_intern(l->ctx, lcm_name_plain(names[i])));
  return fixed;
}

/* Return where the pointer called as "s" says points, in terms of what else
 * points to the same memory: it is a variable that is set once, where it is
 * declared; NULL where that is not known. */
static const lcm_expr *parse_pointer(struct lcm_lowering *l,
                                     const struct lcm_header *h,
                                     struct lcm_slice s) {
  const char *name = lcm_intern_n(l->ctx, h->text + s.begin, length(s));
  const struct lcm_local *local = lcm_lower_local(l, name);
  if (name == h->index || !is_set_once(local) || !local->is_pointer)
    return NULL;
  const lcm_ast *var = lcm_syntax_at(l->function, local->begin);
  if (!var || var->kind != LCM_AST_VAR || var->key != local->key ||
      var->is_array || !var->last || lcm_syntax_recasts(var))
    return NULL;
  const struct lcm_header own = {.text = l->text, .raw = true};
  const lcm_expr *start =
      parse(l, &own, (struct lcm_slice){var->last->begin, var->last->end});
  return is_fixed(l, start) ? start : NULL;
}

/* Return the place `&a[i]` that "s" is, as a + i; NULL where it is none, or has
 * several subscripts. */
static const lcm_expr *parse_address(struct lcm_lowering *l,
                                     const struct lcm_header *h,
                                     struct lcm_slice s) {
  const char *text = h->text;
  const size_t open = find(text, s, '[');
  if (text[s.begin] != '&' || open == s.end || text[s.end - 1] != ']' ||
      find(text, (struct lcm_slice){open + 1, s.end}, ']') != s.end - 1)
    return NULL;
  const struct lcm_slice base = {s.begin + 1, open};
  for (size_t i = base.begin; i < base.end; i++)
    if (!in_name(text[i]))
      return NULL;
  const lcm_expr *from = parse(l, h, base);
  const lcm_expr *by = parse(l, h, (struct lcm_slice){open + 1, s.end - 1});
  return from && by ? lcm_expr_add(l->ctx, from, by) : NULL;
}

static const lcm_expr *parse(struct lcm_lowering *l, const struct lcm_header *h,
                             struct lcm_slice s) {
  s = trim(h->text, s);
  const lcm_expr *place = length(s) ? parse_address(l, h, s) : NULL;
  place = place || !length(s) ? place : parse_pointer(l, h, s);
  return place ? place : parse_number(l, h, s);
}

/* Take the header behind the `for` at the offset "at" of the "len" bytes at
 * "out->text" apart. */
static bool split(struct lcm_header *out, size_t at, size_t len) {
  const char *text = out->text;
  if (at + 5 > len || memcmp(text + at, "for", 3) != 0 || in_name(text[at + 3]))
    return false;
  at = find(text, (struct lcm_slice){at, len}, '(');
  const size_t first = find(text, (struct lcm_slice){at + 1, len}, ';');
  if (at == len || first == len)
    return false;
  const size_t second = find(text, (struct lcm_slice){first + 1, len}, ';');
  if (second == len)
    return false;
  const size_t close = find(text, (struct lcm_slice){second + 1, len}, ')');
  out->init = trim(text, (struct lcm_slice){at + 1, first});
  out->cond = trim(text, (struct lcm_slice){first + 1, second});
  out->step = trim(text, (struct lcm_slice){second + 1, close});
  return close < len;
}

bool lcm_header_read(struct lcm_header *out, struct lcm_lowering *l,
                     const lcm_ast *loop) {
  const size_t end = loop->end < l->len ? loop->end : l->len;
  *out = (struct lcm_header){.text = l->text, .raw = true};
  if (loop->begin > end || split(out, loop->begin, end))
    return loop->begin <= end;
  out->raw = false;
  out->text =
      lcm_lower_preprocessed(l, loop->begin, lcm_lower_use_end(l, loop->begin));
  const size_t len = strlen(out->text);
  const size_t at = lcm_keyword_find(out->text, "for", lcm_order_among(loop));
  return at < len && split(out, at, len);
}

/* Return the item, between commas, of "s" that names "name"; an empty slice
 * where none does. */
static struct lcm_slice item_of(const char *text, struct lcm_slice s,
                                const char *name) {
  for (size_t at = s.begin; at < s.end;) {
    const size_t end = find(text, (struct lcm_slice){at, s.end}, ',');
    const struct lcm_slice item = {at, end};
    if (find_name(text, item, name) < end)
      return trim(text, item);
    at = end + 1;
  }
  return (struct lcm_slice){s.end, s.end};
}

/* Return the name that stands before the '=' at "equals" in "s", or NULL. */
static const char *name_before(struct lcm_lowering *l, const char *text,
                               struct lcm_slice s, size_t equals) {
  size_t end = equals;
  while (end > s.begin && isspace((unsigned char)text[end - 1]))
    end--;
  size_t begin = end;
  while (begin > s.begin && in_name(text[begin - 1]))
    begin--;
  return begin == end || isdigit((unsigned char)text[begin])
             ? NULL
             : lcm_intern_n(l->ctx, text + begin, end - begin);
}

/* Return the first name in "item", such as `++i` or `i += e`, or NULL. */
static const char *stepped(struct lcm_lowering *l, const char *text,
                           struct lcm_slice item) {
  size_t at = item.begin;
  while (at < item.end && !in_name(text[at]))
    at++;
  size_t end = at;
  while (end < item.end && in_name(text[end]))
    end++;
  return at == end ? NULL : lcm_intern_n(l->ctx, text + at, end - at);
}

/* Take `--` off the condition, where it counts down itself. */
static void take_decrement(struct lcm_header *h) {
  const char *text = h->text;
  struct lcm_slice c = h->cond;
  const size_t greater = find(text, c, '>');
  const struct lcm_slice zero = trim(
      text, (struct lcm_slice){greater < c.end ? greater + 1 : c.end, c.end});
  if (length(zero) > 1 || (length(zero) == 1 && text[zero.begin] != '0'))
    return;
  c = trim(text, (struct lcm_slice){c.begin, greater});
  if (length(c) < 3 || memcmp(text + c.end - 2, "--", 2) != 0)
    return;
  h->cond = trim(text, (struct lcm_slice){c.begin, c.end - 2});
  h->before = true;
}

bool lcm_header_index(struct lcm_header *h, struct lcm_lowering *l) {
  const char *text = h->text;
  take_decrement(h);
  if (h->before) {
    h->index = stepped(l, text, h->cond);
    return h->index && is_name(text, h->cond, h->index) && !length(h->step);
  }
  for (size_t at = h->step.begin; at < h->step.end;) {
    const size_t end = find(text, (struct lcm_slice){at, h->step.end}, ',');
    const struct lcm_slice item = trim(text, (struct lcm_slice){at, end});
    const char *name = stepped(l, text, item);
    if (name && find_name(text, h->cond, name) < h->cond.end) {
      h->index = name;
      h->step = item;
      return true;
    }
    at = end + 1;
  }
  return false;
}

/* Read where the index of "loop" begins: `type i = e`, `i = e`, `i = j = e`, or
 * the value that it has where nothing is said. */
static const lcm_expr *read_init(const struct lcm_header *h,
                                 struct lcm_lowering *l, const lcm_ast *loop) {
  const struct lcm_slice item = item_of(h->text, h->init, h->index);
  size_t equals = find(h->text, item, '=');
  if (!length(item)) {
    const lcm_expr *start = lcm_counter_start(l, loop, h->index);
    return start || loop->kind != LCM_AST_FOR ? start
                                              : lcm_lower_clause(l, h->index);
  }
  if (equals == item.end || name_before(l, h->text, item, equals) != h->index)
    return NULL;
  for (;;) {
    const struct lcm_slice rest = {equals + 1, item.end};
    const size_t next = find(h->text, rest, '=');
    if (next == item.end || !name_before(l, h->text, rest, next))
      return parse(l, h, rest);
    equals = next;
  }
}

/* Put the comparison of the square of the index with "e" into "*out". */
static bool solve_square(struct bound *out, struct lcm_lowering *l,
                         const lcm_expr *e) {
  const lcm_expr *root = lcm_expr_apply(l->ctx, LCM_X_SQRT, e);
  out->value = lcm_expr_apply(
      l->ctx, out->equal == (out->op == '<') ? LCM_X_FLOOR : LCM_X_CEIL, root);
  return out->op != '!' && out->value;
}

/* Put the comparison of "left" with "right" solved for the index into
 * "*out". */
static bool solve(struct bound *out, const struct lcm_header *h,
                  struct lcm_lowering *l, const lcm_expr *const sides[2]) {
  const char *name = lcm_lower_name(l, h->index);
  const lcm_expr *index = lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE);
  if (sides[0] == lcm_expr_mul(l->ctx, index, index) &&
      !lcm_expr_has(sides[1], name))
    return solve_square(out, l, sides[1]);
  const lcm_expr *rest = lcm_expr_sub(l->ctx, sides[1], sides[0]);
  const lcm_expr *value = lcm_expr_add(l->ctx, rest, index);
  if (value && !lcm_expr_has(value, name)) {
    out->value = value;
    return true;
  }
  value = lcm_expr_sub(l->ctx, index, rest);
  if (!value || lcm_expr_has(value, name))
    return false;
  out->value = value;
  out->op = out->op == '<' ? '>' : out->op == '>' ? '<' : '!';
  return true;
}

/* Let "out" be the bound for what does not keep it; false where that is
 * none. */
static bool turn(struct bound *out) {
  const char was = out->op;
  out->op = was == '=' ? '!' : was == '<' ? '>' : '<';
  out->equal = was == '=' || !out->equal;
  return was != '!';
}

/* Read the comparison "c" of the condition into "*out". */
static bool read_comparison(struct bound *out, const struct lcm_header *h,
                            struct lcm_lowering *l, struct lcm_slice c) {
  const char *text = h->text;
  int nesting = 0;
  const lcm_expr *sides[2] = {lcm_lower_clause(l, h->index),
                              lcm_expr_int(l->ctx, 0)};
  *out = (struct bound){.op = '!'};
  const bool negated = h->left && length(c) > 1 && text[c.begin] == '!';
  const struct lcm_slice all = {c.begin + negated, c.end};
  if (negated == (h->left != NULL) && is_name(text, trim(text, all), h->index))
    return solve(out, h, l, sides);
  for (size_t i = c.begin; i < c.end; i++) {
    const char op = text[i];
    nesting += op == '(' || op == '[';
    nesting -= op == ')' || op == ']';
    const bool same = op == '=' && h->left && i + 1 < c.end;
    if (nesting || (op != '<' && op != '>' && op != '!' && !same))
      continue;
    out->op = op;
    out->equal = i + 1 < c.end && text[i + 1] == '=';
    if ((op != '=' && i + 1 < c.end && text[i + 1] == op) ||
        ((op == '!' || op == '=') && !out->equal) ||
        (op == '>' && i > c.begin && text[i - 1] == '-'))
      return false;
    sides[0] = parse(l, h, (struct lcm_slice){c.begin, i});
    sides[1] = parse(l, h, (struct lcm_slice){i + 1 + out->equal, c.end});
    if (h->left && !turn(out))
      return false;
    return sides[0] && sides[1] && solve(out, h, l, sides);
  }
  return false;
}

/* Return "s" without a pair of parentheses around all of it. */
static struct lcm_slice unwrap(const char *text, struct lcm_slice s) {
  s = trim(text, s);
  while (length(s) > 2 && text[s.begin] == '(' && text[s.end - 1] == ')') {
    int nesting = 0;
    for (size_t i = s.begin; i < s.end - 1; i++) {
      nesting += (text[i] == '(') - (text[i] == ')');
      if (!nesting)
        return s;
    }
    s = trim(text, (struct lcm_slice){s.begin + 1, s.end - 1});
  }
  return s;
}

/* Let "out" be the closer of itself and "other", which is for an index that
 * goes the same way; false where they are no such bounds. */
static bool join_bounds(struct bound *out, lcm_ctx *ctx,
                        const struct bound *other) {
  const struct bound *both[] = {out, other};
  const lcm_expr *values[2];
  const bool up = out->op == '<';
  if (out->op == '!' || out->op != other->op)
    return false;
  for (int i = 0; i < 2; i++)
    values[i] = both[i]->equal == out->equal ? both[i]->value
                : (both[i]->equal != 0) == up
                    ? lcm_expr_add(ctx, both[i]->value, lcm_expr_int(ctx, 1))
                    : lcm_expr_sub(ctx, both[i]->value, lcm_expr_int(ctx, 1));
  out->value = lcm_expr_nary(ctx, up ? LCM_X_MIN : LCM_X_MAX, values, 2);
  return true;
}

/* Return the offset of the next '&' of "s" that is no address, or its end. */
static size_t find_and(const char *text, struct lcm_slice s) {
  for (;;) {
    const size_t at = find(text, s, '&');
    size_t before = at;
    while (before > s.begin && isspace((unsigned char)text[before - 1]))
      before--;
    const bool address = at < s.end && at + 1 < s.end && text[at + 1] != '&' &&
                         before > s.begin && strchr("<>=!", text[before - 1]);
    if (!address)
      return at;
    s.begin = at + 1;
  }
}

/* Read the condition into "*out": a comparison, or several that all have to
 * hold. */
static bool read_cond(struct bound *out, const struct lcm_header *h,
                      struct lcm_lowering *l) {
  const char *text = h->text;
  bool any = false;
  const struct lcm_slice all = unwrap(text, h->cond);
  const char joint = h->left ? '|' : '&';
  if (find(text, all, h->left ? '&' : '|') < all.end ||
      find(text, all, '?') < all.end || find(text, all, ',') < all.end)
    return false;
  for (size_t at = all.begin; at < all.end;) {
    struct bound one;
    const struct lcm_slice rest = {at, all.end};
    const size_t end = h->left ? find(text, rest, joint) : find_and(text, rest);
    const bool read =
        (end == all.end || text[end + 1] == joint) &&
        read_comparison(&one, h, l,
                        unwrap(text, (struct lcm_slice){at, end})) &&
        (!any || join_bounds(out, l->ctx, &one));
    if (!read && !h->partly)
      return false;
    *out = any || !read ? *out : one;
    any = any || read;
    at = end + 2;
  }
  return any;
}

/* Read `i = i * e` or `i = i / e`, where "e" stands behind the "=" and may be
 * shifted instead; false where it is something else. */
static bool read_scaled(struct change *out, const struct lcm_header *h,
                        struct lcm_lowering *l, struct lcm_slice e) {
  e = trim(h->text, e);
  const size_t name = strlen(h->index);
  struct lcm_slice rest =
      trim(h->text,
           (struct lcm_slice){e.begin + (length(e) < name ? 0 : name), e.end});
  const char *op = h->text + rest.begin;
  if (find_name(h->text, e, h->index) != e.begin || length(rest) < 2 ||
      !strchr("*/<>", op[0]))
    return false;
  const bool shift = op[0] == '<' || op[0] == '>';
  if (shift && (length(rest) < 3 || op[1] != op[0]))
    return false;
  rest.begin += shift ? 2 : 1;
  for (const char *at = "+-*/%<>&|^?"; *at; at++)
    if (find(h->text, rest, *at) < rest.end)
      return false;
  const lcm_expr *by = parse(l, h, rest);
  if (by && shift)
    by = lcm_expr_pow(l->ctx, lcm_expr_int(l->ctx, 2), by);
  *out = (struct change){op[0] == '/' || op[0] == '>' ? -1 : 1, true, by};
  return by;
}

/* Read `i = i + e`, "e" being what stands behind the "=". */
static bool read_long_step(struct change *out, const struct lcm_header *h,
                           struct lcm_lowering *l, struct lcm_slice e) {
  if (read_scaled(out, h, l, e))
    return true;
  const lcm_expr *next = parse(l, h, e);
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

/* Read the operator "op" of `i op= e` with "e" behind it. */
static bool read_short_step(struct change *out, const struct lcm_header *h,
                            struct lcm_lowering *l, struct lcm_slice rest) {
  const char *op = h->text + rest.begin;
  const size_t n = length(rest);
  const bool shift =
      n > 3 && op[0] == op[1] && op[2] == '=' && (op[0] == '<' || op[0] == '>');
  if (!shift && (n < 3 || op[1] != '=' || !strchr("+-*/", op[0])))
    return false;
  rest.begin += shift ? 3 : 2;
  out->by = parse(l, h, rest);
  out->sign = op[0] == '-' || op[0] == '/' || op[0] == '>' ? -1 : 1;
  out->factor = shift || op[0] == '*' || op[0] == '/';
  if (shift)
    out->by = lcm_expr_pow(l->ctx, lcm_expr_int(l->ctx, 2), out->by);
  double value = 0;
  if (out->by && !out->factor && lcm_expr_is_number(out->by, &value) &&
      value < 0) {
    out->by = lcm_expr_neg(l->ctx, out->by);
    out->sign = -out->sign;
  }
  return out->by != NULL;
}

/* Read the step of the loop into "*out". */
static bool read_step(struct change *out, const struct lcm_header *h,
                      struct lcm_lowering *l) {
  const struct lcm_slice s = h->step;
  const char *text = h->text + s.begin;
  const size_t n = strlen(h->index);
  *out = (struct change){h->before ? -1 : 1, false, lcm_expr_int(l->ctx, 1)};
  if (h->before)
    return true;
  if (length(s) > 2 && (text[0] == '+' || text[0] == '-')) {
    out->sign = text[0] == '+' ? 1 : -1;
    return text[1] == text[0] &&
           is_name(h->text,
                   trim(h->text, (struct lcm_slice){s.begin + 2, s.end}),
                   h->index);
  }
  const struct lcm_slice rest =
      trim(h->text, (struct lcm_slice){s.begin + n, s.end});
  const char *op = h->text + rest.begin;
  if (length(rest) < 2)
    return false;
  if (length(rest) == 2 && (op[0] == '+' || op[0] == '-') && op[1] == op[0]) {
    out->sign = op[0] == '+' ? 1 : -1;
    return true;
  }
  if (op[0] == '=')
    return read_long_step(out, h, l,
                          (struct lcm_slice){rest.begin + 1, rest.end});
  return read_short_step(out, h, l, rest);
}

/* Return the last value of the index that "range" steps down to. */
static const lcm_expr *lowest(lcm_ctx *ctx, const lcm_iteration *range) {
  const lcm_expr *rounds = lcm_expr_binary(
      ctx, LCM_X_DIV, lcm_expr_sub(ctx, range->to, range->from), range->step);
  return lcm_expr_sub(ctx, range->to, lcm_expr_mul(ctx, range->step, rounds));
}

/* Return the last whole number below "e" (where "real": any number), or the
 * first above it unless "up". */
static const lcm_expr *beside(lcm_ctx *ctx, const lcm_expr *e, bool up,
                              bool real) {
  if (real)
    e = lcm_expr_apply(ctx, up ? LCM_X_CEIL : LCM_X_FLOOR, e);
  return lcm_expr_add(ctx, e, lcm_expr_int(ctx, up ? -1 : 1));
}

/* Return the last value that an index with "bound" may have, "real" being
 * whether the bound may be no whole number. */
static const lcm_expr *last_of(lcm_ctx *ctx, const struct bound *bound, bool up,
                               bool real) {
  if (!bound->equal || bound->op == '!')
    return beside(ctx, bound->value, up, real);
  return real ? lcm_expr_apply(ctx, up ? LCM_X_FLOOR : LCM_X_CEIL, bound->value)
              : bound->value;
}

/* Return whether "ast" or something below it is of a floating-point type, of
 * which sizeof makes a whole number. */
static bool has_real(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_ADDRESS)
    return false;
  if (ast->is_real)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (child->kind != LCM_AST_SIZEOF && has_real(child))
      return true;
  return false;
}

/* Return whether the condition of "loop", whose header is "h", speaks of
 * floating-point numbers. */
static bool has_real_cond(const struct lcm_header *h, const lcm_ast *loop) {
  if (h->left)
    return has_real(h->left->first);
  for (const lcm_ast *at = loop->first; at && at != loop->last; at = at->next)
    if (lcm_header_part(h, loop, at) == 1 && has_real(at))
      return true;
  return false;
}

/* Return whether the index "name" of "loop" is a floating-point variable. */
static bool is_real(const lcm_ast *loop, const char *name) {
  if ((loop->kind == LCM_AST_REF || loop->kind == LCM_AST_VAR) &&
      loop->name == name)
    return loop->is_real;
  for (const lcm_ast *at = loop->first; at; at = at->next)
    if (is_real(at, name))
      return true;
  return false;
}

/* Return whether "e" is a number that adding and comparing floating-point
 * numbers does not round. */
static bool is_dyadic(const lcm_expr *e) {
  double value = 0;
  return lcm_expr_is_number(e, &value) && fabs(value) < 0x1p20 &&
         value * 0x1p20 == floor(value * 0x1p20);
}

/* Put the values of a floating-point index from "from" on into "*out"; false
 * where they are not known exactly. */
static bool read_real(lcm_iteration *out, lcm_ctx *ctx, const lcm_expr *from,
                      const struct bound *bound, const struct change *change) {
  const bool up = change->sign > 0;
  if (change->factor || bound->op == '!' || !is_dyadic(change->by) ||
      !is_dyadic(from) || lcm_expr_is_int(change->by, 0))
    return false;
  const lcm_expr *span = up ? lcm_expr_sub(ctx, bound->value, from)
                            : lcm_expr_sub(ctx, from, bound->value);
  const lcm_expr *rounds = lcm_expr_div(ctx, span, change->by);
  rounds = bound->equal ? lcm_expr_apply(ctx, LCM_X_FLOOR, rounds)
                        : beside(ctx, rounds, true, true);
  const lcm_expr *moved = lcm_expr_mul(ctx, rounds, change->by);
  out->from = up ? from : lcm_expr_sub(ctx, from, moved);
  out->to = up ? lcm_expr_add(ctx, from, moved) : from;
  out->step = change->by;
  return true;
}

/* Put "sum" and "by" added into "*sum", or subtracted unless "up". */
static void move(lcm_ctx *ctx, const lcm_expr **sum, const lcm_expr *by,
                 bool up) {
  *sum = up ? lcm_expr_add(ctx, *sum, by) : lcm_expr_sub(ctx, *sum, by);
}

/* Let "bound", with which the condition of "loop" compares the whole index
 * alone, be as C rounds it where it is made of floating-point numbers. */
static void round_bound(struct bound *bound, struct lcm_lowering *l,
                        const struct lcm_header *h, const lcm_ast *loop) {
  const lcm_ast *cond = NULL;
  for (const lcm_ast *at = h->left ? NULL : loop->first; at && at != loop->last;
       at = at->next)
    if (lcm_header_part(h, loop, at) == 1)
      cond = at;
  const lcm_ast *a = cond && cond->kind == LCM_AST_OTHER ? cond->first : NULL;
  const lcm_ast *b = a ? a->next : NULL;
  if (!b || b->next || bound->op == '!')
    return;
  const bool first = a->kind == LCM_AST_REF && a->name == h->index;
  const lcm_ast *own = first ? a : b;
  const lcm_ast *other = first ? b : a;
  if (own->kind == LCM_AST_REF && own->name == h->index && has_real(other))
    bound->value = lcm_decimals_bound(l, other, bound->value,
                                      bound->equal == (bound->op == '>'));
}

/* Put the values of the index of "loop" with the header "h", which becomes
 * smaller where "*down", into "*out"; false where they are not known. */
static bool read_values(lcm_iteration *out, bool *down, struct lcm_lowering *l,
                        const struct lcm_header *h, const lcm_ast *loop) {
  struct bound bound;
  struct change change;
  lcm_ctx *ctx = l->ctx;
  const lcm_expr *from = read_init(h, l, loop);
  if (!from || !read_cond(&bound, h, l) || !read_step(&change, h, l))
    return false;
  if (has_real_cond(h, loop) && find(h->text, h->cond, '/') < h->cond.end)
    return false;
  const bool up = change.sign > 0;
  const bool real = is_real(loop, h->index);
  if (!real)
    round_bound(&bound, l, h, loop);
  *down = !up;
  *out = (lcm_iteration){.index = lcm_lower_name(l, h->index)};
  if ((bound.op == '<' && !up) || (bound.op == '>' && up) ||
      lcm_expr_has(change.by, out->index))
    return false;
  if (real)
    return !h->before && !h->after && !h->once &&
           read_real(out, ctx, from, &bound, &change);
  const lcm_expr *last = last_of(ctx, &bound, up, has_real_cond(h, loop));
  if (h->before)
    move(ctx, &from, lcm_expr_int(ctx, 1), false);
  if (h->after)
    move(ctx, &from, change.by, up);
  if (h->late)
    move(ctx, &last, change.by, up);
  const lcm_expr *both[] = {from, last};
  if (h->once)
    last = lcm_expr_nary(ctx, up ? LCM_X_MAX : LCM_X_MIN, both, 2);
  out->from = up ? from : h->before ? bound.value : last;
  out->to = up ? last : from;
  if (change.factor)
    out->factor = change.by;
  else if (!lcm_expr_is_int(change.by, 1))
    out->step = change.by;
  if (out->step && !up && !l->options->costs)
    out->from = lowest(ctx, out);
  return !(change.factor && (h->after || h->once));
}

/* Take the loop "loop" apart into "*out", its index included; false where it
 * does not count. */
static bool read_counting(struct lcm_header *out, struct lcm_lowering *l,
                          const lcm_ast *loop) {
  const lcm_ast *body = lcm_loop_body(loop);
  if (loop->kind == LCM_AST_FOR && lcm_header_read(out, l, loop) &&
      lcm_header_index(out, l))
    return body && !lcm_counter_is_moved(l, loop, out->index);
  return lcm_counter_read(out, l, loop);
}

/* Return whether something in or below "ast" compares the variable "name" as a
 * number without a sign. */
static bool is_compared_natural(const lcm_ast *ast, const char *name) {
  bool found = false;
  for (size_t i = 0; i < 3 && ast->kind == LCM_AST_REF && ast->name == name;
       i++)
    found = found || (ast->casts[i] & LCM_RANGE_NATURAL);
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = is_compared_natural(at, name);
  return found;
}

/* Let "range", the values of the index of "loop", whose header is "h", be none
 * where the condition takes numbers below zero for very large ones: it compares
 * the index, which becomes larger, as a number without a sign. */
static void heed_natural(lcm_iteration *range, struct lcm_lowering *l,
                         const struct lcm_header *h, const lcm_ast *loop) {
  lcm_ctx *ctx = l->ctx;
  const lcm_expr *from = range->from;
  bool natural = h->left && is_compared_natural(h->left->first, h->index);
  for (const lcm_ast *at = h->left ? NULL : loop->first; at && at != loop->last;
       at = at->next)
    natural = natural || (lcm_header_part(h, loop, at) == 1 &&
                          is_compared_natural(at, h->index));
  if (!natural || lcm_sign_is_natural(l, loop, from))
    return;
  const lcm_expr *none =
      lcm_expr_sub(ctx, from, lcm_expr_int(ctx, h->left ? 0 : 1));
  if (lcm_fits_outside(l, loop, from, NULL))
    range->to = none;
  else
    range->to = lcm_expr_if(
        ctx, lcm_expr_binary(ctx, LCM_X_LT, from, lcm_expr_int(ctx, 0)), none,
        range->to);
}

/* Put the values of the index of the loop "loop" with the header "h" into
 * "*out", as the header alone says; false where they are not known. */
static bool read_header(lcm_iteration *out, bool *down, struct lcm_lowering *l,
                        const struct lcm_header *h, const lcm_ast *loop) {
  struct lcm_local *local = lcm_lower_local(l, h->index);
  const bool unstable = local && local->unstable;
  const bool pointer = local && local->is_pointer;
  bool *were =
      pointer ? LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), bool, l->locals.all.n + 1)
              : NULL;
  if (local)
    local->unstable = false;
  if (pointer)
    lcm_pointers_name(l, loop, h->index, were, true);
  l->parsing.last = (struct lcm_parsed){0};
  bool known = read_values(out, down, l, h, loop);
  if (known && !*down)
    heed_natural(out, l, h, loop);
  const lcm_ast *ref =
      known ? lcm_pointers_index(loop, lcm_loop_body(loop), h->index) : NULL;
  if (ref)
    known = lcm_pointers_are_counted(l, loop, lcm_loop_body(loop), ref, out);
  if (pointer)
    lcm_pointers_name(l, loop, h->index, were, false);
  if (local)
    local->unstable = unstable;
  l->parsing.last = (struct lcm_parsed){0};
  return known;
}

bool lcm_header_plain(lcm_iteration *out, struct lcm_lowering *l,
                      const lcm_ast *loop) {
  struct lcm_header h;
  bool down = false;
  return loop->kind == LCM_AST_FOR && lcm_header_read(&h, l, loop) &&
         lcm_header_index(&h, l) && read_header(out, &down, l, &h, loop);
}

const lcm_expr *lcm_header_left(struct lcm_lowering *l, const lcm_ast *loop,
                                const lcm_ast *exit) {
  struct lcm_header h;
  lcm_iteration range;
  bool down = false;
  lcm_ctx *ctx = l->ctx;
  if (!lcm_ast_is_loop(loop) || lcm_counter_exit(l, loop) != exit ||
      !read_counting(&h, l, loop) || h.left != exit ||
      !read_header(&range, &down, l, &h, loop))
    return NULL;
  const lcm_expr *index = lcm_expr_symbol(ctx, range.index, LCM_DIM_NONE);
  const lcm_expr *by = range.step ? range.step : lcm_expr_int(ctx, 1);
  return down ? lcm_expr_binary(ctx, LCM_X_LT, index,
                                lcm_expr_add(ctx, range.from, by))
              : lcm_expr_binary(ctx, LCM_X_LT, lcm_expr_sub(ctx, range.to, by),
                                index);
}

const lcm_expr *lcm_header_to_element(struct lcm_lowering *l,
                                      const lcm_ast *loop) {
  struct lcm_header h;
  lcm_iteration range;
  bool down = false;
  lcm_ctx *ctx = l->ctx;
  const struct lcm_subst *by = NULL;
  const bool counts = read_counting(&h, l, loop);
  const size_t n = counts ? lcm_ends_replace(&h, &by, l, loop) : 0;
  if (!n || !read_header(&range, &down, l, &h, loop) || range.factor)
    return NULL;
  const lcm_expr *span = lcm_expr_sub(ctx, range.to, range.from);
  for (size_t i = 0; i < n; i++)
    if ((span && lcm_expr_has(down ? range.to : range.from, by[i].name) &&
         lcm_expr_has(span, by[i].name)) ||
        (range.step && lcm_expr_has(range.step, by[i].name)))
      return NULL;
  if (range.step)
    span =
        lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_div(ctx, span, range.step));
  span = lcm_expr_add(ctx, span, lcm_expr_int(ctx, 1));
  return span ? lcm_expr_subst(ctx, span, by, n) : NULL;
}

bool lcm_header_values(lcm_iteration *out, bool *down, struct lcm_lowering *l,
                       const lcm_ast *loop) {
  struct lcm_header h;
  const bool known =
      read_counting(&h, l, loop) && read_header(out, down, l, &h, loop);
  if (known)
    lcm_leave_trim(out, l, loop, *down);
  return known;
}

bool lcm_header_partly(lcm_iteration *out, struct lcm_lowering *l,
                       const lcm_ast *loop) {
  struct lcm_header h;
  bool down = false;
  if (!read_counting(&h, l, loop))
    return false;
  h.partly = true;
  return read_header(out, &down, l, &h, loop);
}

bool lcm_header_ran(lcm_iteration *out, struct lcm_lowering *l,
                    const lcm_ast *loop, long long trips) {
  struct lcm_header h;
  lcm_ctx *ctx = l->ctx;
  bool down = false;
  if (!read_counting(&h, l, loop))
    return false;
  h.partly = true;
  if (!read_header(out, &down, l, &h, loop) || out->factor)
    return false;
  const lcm_expr *span = lcm_expr_int(ctx, trips - 1);
  if (out->step)
    span = lcm_expr_mul(ctx, span, out->step);
  if (down)
    out->from = lcm_expr_sub(ctx, out->to, span);
  else
    out->to = lcm_expr_add(ctx, out->from, span);
  return true;
}

/* Return whether the condition of "h" compares its index, alone on one side,
 * with something, once. */
static bool is_canonical(const struct lcm_header *h) {
  static const char *const OTHERS = "|?,&";
  const char *text = h->text;
  const struct lcm_slice c = unwrap(text, h->cond);
  for (const char *at = OTHERS; *at; at++)
    if (find(text, c, *at) < c.end)
      return false;
  for (size_t i = c.begin; i < c.end; i++) {
    if (text[i] != '<' && text[i] != '>' && text[i] != '!')
      continue;
    const size_t to = i + 1 < c.end && text[i + 1] == '=' ? i + 2 : i + 1;
    const struct lcm_slice left = {c.begin, i};
    const struct lcm_slice right = {to, c.end};
    const bool first = is_name(text, trim(text, left), h->index);
    const struct lcm_slice rest = first ? right : left;
    return (first || is_name(text, trim(text, right), h->index)) &&
           find_name(text, rest, h->index) == rest.end;
  }
  return false;
}

const char *lcm_header_unread(struct lcm_lowering *l, const lcm_ast *loop) {
  struct lcm_header h;
  struct change change;
  lcm_iteration range;
  bool down = false;
  const lcm_ast *body = lcm_loop_body(loop);
  if (loop->kind != LCM_AST_FOR || !lcm_header_read(&h, l, loop) ||
      !lcm_header_index(&h, l) || !is_canonical(&h) || !body ||
      lcm_counter_is_moved(l, loop, h.index) || !read_step(&change, &h, l) ||
      change.factor || read_header(&range, &down, l, &h, loop))
    return NULL;
  const struct lcm_slice first = item_of(h.text, h.init, h.index);
  const struct lcm_slice s =
      length(first) && !read_init(&h, l, loop) ? first : h.cond;
  return lcm_arena_strndup(lcm_ctx_arena(l->ctx), h.text + s.begin, length(s));
}

bool lcm_lower_header(lcm_iteration *out, struct lcm_lowering *l,
                      const lcm_ast *loop) {
  bool down = false;
  return lcm_header_values(out, &down, l, loop);
}

const lcm_ast *lcm_loop_body(const lcm_ast *ast) {
  return ast->kind == LCM_AST_DO ? ast->first : ast->last;
}

const lcm_ast *lcm_loop_statements(const lcm_ast *ast) {
  const lcm_ast *body = lcm_loop_body(ast);
  return body && body->kind == LCM_AST_COMPOUND ? body->first : body;
}

const lcm_ast *lcm_loop_around(const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  while (at && !lcm_ast_is_loop(at))
    at = at->parent;
  return at;
}

int lcm_header_part(const struct lcm_header *h, const lcm_ast *ast,
                    const lcm_ast *child) {
  if (ast->kind != LCM_AST_FOR)
    return 1;
  if (h->raw)
    return child->begin < h->init.end + 1   ? 0
           : child->begin < h->cond.end + 1 ? 1
                                            : 2;
  const bool all = ast->first->next && ast->first->next->next &&
                   ast->first->next->next->next == ast->last;
  return !all || child == ast->first->next ? 1 : child == ast->first ? 0 : 2;
}
