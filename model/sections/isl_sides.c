/* Array sections as the text of sets for isl. */
#include "model/sections/isl_sides.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "model/sections/isl_plain.h"

/* Operations after which isl gives up (the answer is then "maybe"). */
enum { MAX_OPERATIONS = 200000 };

/* Return the number of the index called "name", innermost first, or the number
 * of ranges where it is none. */
static size_t index_of(const struct lcm_sides_text *w, const char *name) {
  for (size_t i = w->ranges.n; i-- > 0;)
    if (w->ranges.at[i]->index == name)
      return i;
  return w->ranges.n;
}

/* Return whether "e" speaks of an index. */
static bool has_index(const struct lcm_sides_text *w, const lcm_expr *e) {
  for (size_t i = 0; i < w->ranges.n; i++)
    if (lcm_expr_has(e, w->ranges.at[i]->index))
      return true;
  return false;
}

/* Append the parameter that stands for "e". */
static void put_atom(lcm_buf *buf, struct lcm_sides_text *w,
                     const lcm_expr *e) {
  size_t i = 0;
  while (i < w->atoms.n && w->atoms.at[i] != e)
    i++;
  if (i == w->atoms.n)
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->atoms, e);
  lcm_buf_printf(buf, "x%zu", i);
}

static bool put_affine(lcm_buf *buf, struct lcm_sides_text *w,
                       const lcm_expr *e);

/* The longest name of a variable, and its end. */
enum { MOST_NAME = 32 };

/* Put the name of the variable that stands for "e" into "name"; false where
 * none does. */
static bool find_helper(char name[MOST_NAME], const struct lcm_sides_text *w,
                        const lcm_expr *e) {
  for (size_t i = 0; i < (w->plain ? 0 : w->made.n); i++) {
    const struct lcm_sides_helper *made = &w->made.at[i];
    if (made->of != e)
      continue;
    snprintf(name, MOST_NAME, "h%c%u", made->side, made->number);
    return true;
  }
  return false;
}

/* Remember that variable "number" of the side stands for "e". */
static void keep_helper(struct lcm_sides_text *w, const lcm_expr *e,
                        unsigned number) {
  const struct lcm_sides_helper made = {e, w->side, number, !has_index(w, e)};
  if (!w->plain)
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->made, made);
}

/* Forget what stands for expressions that the next side cannot use: all of it
 * unless "w" is one set of both sides ("joint"). */
static void forget_helpers(struct lcm_sides_text *w, bool joint) {
  size_t n = 0;
  for (size_t i = 0; i < w->made.n; i++)
    if (joint && w->made.at[i].fixed)
      w->made.at[n++] = w->made.at[i];
  w->made.n = n;
}

/* Append a new variable for the smallest (largest) of the operands of "e". */
static bool put_extreme(lcm_buf *buf, struct lcm_sides_text *w,
                        const lcm_expr *e) {
  const char *relation = lcm_expr_kind_of(e) == LCM_X_MIN ? "<=" : ">=";
  lcm_buf bounds = {0};
  lcm_buf choice = {0};
  bool affine = true;
  char name[MOST_NAME];
  const unsigned number = w->n_helpers;
  snprintf(name, sizeof name, "h%c%u", w->side, w->n_helpers++);
  for (size_t i = 0; i < lcm_expr_arity(e) && affine; i++) {
    lcm_buf text = {0};
    affine = put_affine(&text, w, lcm_expr_arg(e, i));
    const char *operand = text.text ? text.text : "0";
    lcm_buf_printf(&bounds, " and %s %s %s", name, relation, operand);
    lcm_buf_printf(&choice, "%s%s = %s", i ? " or " : "", name, operand);
    lcm_buf_free(&text);
  }
  if (affine && choice.text) {
    lcm_buf_printf(&w->helpers, "%s and (%s)", bounds.text, choice.text);
    keep_helper(w, e, number);
  }
  lcm_buf_free(&bounds);
  lcm_buf_free(&choice);
  lcm_buf_puts(buf, name);
  return affine;
}

/* Return the relation of the comparison "kind", or what it is not ("negated");
 * NULL where it is none. */
static const char *relation_of(lcm_expr_kind kind, bool negated) {
  return kind == LCM_X_LT   ? negated ? ">=" : "<"
         : kind == LCM_X_LE ? negated ? ">" : "<="
         : kind == LCM_X_EQ ? negated ? "!=" : "="
         : kind == LCM_X_NE ? negated ? "=" : "!="
                            : NULL;
}

/* Append the condition "e", or that it does not hold ("negated"); false where
 * it is not one of comparisons of affine expressions, or of one with 0. */
static bool put_condition(lcm_buf *buf, struct lcm_sides_text *w,
                          const lcm_expr *e, bool negated) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  const char *relation = relation_of(kind, negated);
  if (kind == LCM_X_NOT)
    return put_condition(buf, w, lcm_expr_arg(e, 0), !negated);
  if (kind == LCM_X_AND || kind == LCM_X_OR) {
    lcm_buf_putc(buf, '(');
    bool known = put_condition(buf, w, lcm_expr_arg(e, 0), negated);
    lcm_buf_puts(buf, (kind == LCM_X_AND) != negated ? " and " : " or ");
    known = put_condition(buf, w, lcm_expr_arg(e, 1), negated) && known;
    lcm_buf_putc(buf, ')');
    return known;
  }
  bool affine = put_affine(buf, w, relation ? lcm_expr_arg(e, 0) : e);
  lcm_buf_printf(buf, " %s ", relation ? relation : negated ? "=" : "!=");
  if (relation)
    affine = put_affine(buf, w, lcm_expr_arg(e, 1)) && affine;
  else
    lcm_buf_putc(buf, '0');
  return affine;
}

/* Append a new variable for the `if` "e"; false where its parts are not
 * affine. */
static bool put_choice(lcm_buf *buf, struct lcm_sides_text *w,
                       const lcm_expr *e) {
  lcm_buf text = {0};
  char name[MOST_NAME];
  const unsigned number = w->n_helpers;
  snprintf(name, sizeof name, "h%c%u", w->side, w->n_helpers++);
  lcm_buf_puts(&text, " and ((");
  bool affine = put_condition(&text, w, lcm_expr_arg(e, 0), false);
  lcm_buf_printf(&text, " and %s = ", name);
  affine = affine && put_affine(&text, w, lcm_expr_arg(e, 1));
  lcm_buf_puts(&text, ") or (");
  affine = affine && put_condition(&text, w, lcm_expr_arg(e, 0), true);
  lcm_buf_printf(&text, " and %s = ", name);
  affine = affine && put_affine(&text, w, lcm_expr_arg(e, 2));
  lcm_buf_puts(&text, "))");
  if (affine && text.text) {
    lcm_buf_puts(&w->helpers, text.text);
    keep_helper(w, e, number);
  }
  lcm_buf_free(&text);
  lcm_buf_puts(buf, name);
  return affine;
}

/* Append "e", a quotient or remainder by a known number, times nothing; false
 * where it is something else. */
static bool put_quotient(lcm_buf *buf, struct lcm_sides_text *w,
                         const lcm_expr *e) {
  double by = 0;
  if ((lcm_expr_kind_of(e) != LCM_X_DIV && lcm_expr_kind_of(e) != LCM_X_MOD) ||
      !lcm_expr_is_number(lcm_expr_arg(e, 1), &by) || by < 1 || by > 1e6 ||
      by != floor(by))
    return false;
  lcm_buf text = {0};
  const bool affine = put_affine(&text, w, lcm_expr_arg(e, 0));
  const char *operand = text.text ? text.text : "0";
  if (lcm_expr_kind_of(e) == LCM_X_DIV)
    lcm_buf_printf(buf, "floor((%s)/%.0f)", operand, by);
  else
    lcm_buf_printf(buf, "((%s) - %.0f*floor((%s)/%.0f))", operand, by, operand,
                   by);
  lcm_buf_free(&text);
  return affine;
}

/* Return the smallest number that makes the coefficients of "e" whole; 0 where
 * it is too large. */
static long long denominator_of(lcm_ctx *ctx, const lcm_expr *e) {
  long long common = 1;
  const size_t n = lcm_expr_kind_of(e) == LCM_X_SUM_OF ? lcm_expr_arity(e) : 1;
  for (size_t i = 0; i < n; i++) {
    lcm_rat rat;
    const lcm_expr *term =
        lcm_expr_kind_of(e) == LCM_X_SUM_OF ? lcm_expr_arg(e, i) : e;
    (void)lcm_expr_core(ctx, &rat, term);
    if (rat.big || rat.den > 1000)
      return 0;
    long long next = common;
    while (next % (long long)rat.den && next < 1000000)
      next += common;
    common = next;
  }
  return common < 1000000 ? common : 0;
}

/* Append "e", a FLOOR or CEIL; false where it is not affine inside. */
static bool put_rounded(lcm_buf *buf, struct lcm_sides_text *w,
                        const lcm_expr *e) {
  const long long by = denominator_of(w->ctx, lcm_expr_arg(e, 0));
  const lcm_expr *whole =
      by ? lcm_expr_expand(w->ctx, lcm_expr_mul(w->ctx, lcm_expr_arg(e, 0),
                                                lcm_expr_int(w->ctx, by)))
         : NULL;
  lcm_buf text = {0};
  const bool affine = whole && put_affine(&text, w, whole);
  if (affine)
    lcm_buf_printf(buf, "%s((%s)/%lld)",
                   lcm_expr_kind_of(e) == LCM_X_FLOOR ? "floor" : "ceil",
                   text.text ? text.text : "0", by);
  lcm_buf_free(&text);
  return affine;
}

/* Append "e", which is not linear in what it is made of; false where it cannot
 * be said by what that is. */
static bool put_bent(lcm_buf *buf, struct lcm_sides_text *w,
                     const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  char name[MOST_NAME];
  if (find_helper(name, w, e)) {
    lcm_buf_puts(buf, name);
    return true;
  }
  if (kind == LCM_X_MIN || kind == LCM_X_MAX)
    return put_extreme(buf, w, e);
  if (kind == LCM_X_IF)
    return put_choice(buf, w, e);
  if (kind == LCM_X_FLOOR || kind == LCM_X_CEIL)
    return put_rounded(buf, w, e);
  return put_quotient(buf, w, e);
}

/* Append "e", which has no index: what is not linear as such, so that it goes
 * with what it is made of, anything else as a parameter. */
static void put_constant(lcm_buf *buf, struct lcm_sides_text *w,
                         const lcm_expr *e) {
  lcm_buf text = {0};
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  const bool choice =
      kind == LCM_X_MIN || kind == LCM_X_MAX || kind == LCM_X_IF;
  const bool known = !(choice && w->whole) && put_bent(&text, w, e);
  if (known && text.text)
    lcm_buf_puts(buf, text.text);
  else
    put_atom(buf, w, e);
  lcm_buf_free(&text);
}

/* Append the monomial "e" with a whole coefficient; false where it is not
 * affine in the indices. */
static bool put_monomial(lcm_buf *buf, struct lcm_sides_text *w,
                         const lcm_expr *e) {
  lcm_rat rat;
  const lcm_expr *core = lcm_expr_core(w->ctx, &rat, e);
  const bool whole = core && lcm_rat_is_whole(rat) && !rat.big;
  if (!has_index(w, e)) {
    if (whole) {
      lcm_buf_printf(buf, "%lld*", (long long)rat.num);
      e = core;
    }
    put_constant(buf, w, e);
    return true;
  }
  if (!whole)
    return false;
  lcm_buf_printf(buf, "%lld*", (long long)rat.num);
  if (lcm_expr_kind_of(core) == LCM_X_SYMBOL) {
    lcm_buf_printf(buf, "%c%zu", w->side, index_of(w, lcm_expr_name(core)));
    return true;
  }
  return put_bent(buf, w, core);
}

/* Append "e" as an affine expression; false where it is none. */
static bool put_affine(lcm_buf *buf, struct lcm_sides_text *w,
                       const lcm_expr *e) {
  if (lcm_expr_kind_of(e) == LCM_X_NUMBER) {
    lcm_rat rat;
    (void)lcm_expr_core(w->ctx, &rat, e);
    if (!lcm_rat_is_whole(rat) || rat.big)
      return false;
    lcm_buf_printf(buf, "%lld", (long long)rat.num);
    return true;
  }
  if (lcm_expr_kind_of(e) != LCM_X_SUM_OF)
    return put_monomial(buf, w, e);
  for (size_t i = 0; i < lcm_expr_arity(e); i++) {
    if (i)
      lcm_buf_puts(buf, " + ");
    const lcm_expr *term = lcm_expr_arg(e, i);
    if (!(lcm_expr_kind_of(term) == LCM_X_NUMBER ? put_affine(buf, w, term)
                                                 : put_monomial(buf, w, term)))
      return false;
  }
  return true;
}

/* Append " and LEFT <= e" ("e" + "plus"; or ">=" by "relation") unless "e" is
 * not affine; return whether it was. */
static bool put_bound(lcm_buf *buf, struct lcm_sides_text *w, const char *left,
                      const char *relation, const lcm_expr *e) {
  lcm_buf text = {0};
  const bool affine = e && put_affine(&text, w, e);
  if (affine && text.text)
    lcm_buf_printf(buf, " and %s %s %s", left, relation, text.text);
  lcm_buf_free(&text);
  return affine;
}

/* Append the bounds of "range", the index number "i" of the side; return
 * whether they are all that holds of it. */
static bool put_range(lcm_buf *buf, struct lcm_sides_text *w,
                      const lcm_iteration *range, size_t i) {
  double step = 0;
  char name[32];
  snprintf(name, sizeof name, "%c%zu", w->side, i);
  bool exact = put_bound(buf, w, name, ">=", range->from);
  exact = put_bound(buf, w, name, "<=", range->to) && exact;
  if (!range->step)
    return exact && !range->factor;
  lcm_buf from = {0};
  const bool known = range->from && put_affine(&from, w, range->from) &&
                     lcm_expr_is_number(range->step, &step) && step >= 1 &&
                     step < 1e6 && step == floor(step);
  if (known)
    lcm_buf_printf(buf, " and (%s - (%s)) mod %.0f = 0", name,
                   from.text ? from.text : "0", step);
  lcm_buf_free(&from);
  return exact && known;
}

/* Append the first "depth" steps of "section" as constraints on d0, d1, ...;
 * return whether all of it could be said. */
static bool put_section(lcm_buf *buf, struct lcm_sides_text *w,
                        const lcm_section *section, size_t depth) {
  bool exact = section->exact;
  for (size_t d = 0; d < depth; d++) {
    const struct lcm_extent *extent = &section->extents[d];
    char name[32];
    snprintf(name, sizeof name, "d%zu", d);
    if (!extent->lower || !extent->length)
      continue;
    const lcm_expr *last = lcm_expr_sub(
        w->ctx, lcm_expr_add(w->ctx, extent->lower, extent->length),
        lcm_expr_int(w->ctx, 1));
    exact = put_bound(buf, w, name, ">=", extent->lower) && exact;
    exact = put_bound(buf, w, name, "<=", last) && exact;
  }
  for (size_t i = 0; i < w->ranges.n; i++)
    exact = put_range(buf, w, w->ranges.at[i], i) && exact;
  return exact;
}

/* Append "exists a0, a1: " for the variables of the side, if any. */
static void put_exists(lcm_buf *buf, const struct lcm_sides_text *w) {
  const size_t n = w->ranges.n + w->n_helpers;
  lcm_buf_puts(buf, n ? "exists " : "");
  for (size_t i = 0; i < w->ranges.n; i++)
    lcm_buf_printf(buf, "%s%c%zu", i ? ", " : "", w->side, i);
  for (unsigned i = 0; i < w->n_helpers; i++)
    lcm_buf_printf(buf, "%sh%c%u", i || w->ranges.n ? ", " : "", w->side, i);
  lcm_buf_puts(buf, n ? ": " : "");
}

/* Let "w" speak of "side", whose indices begin with "letter"; "joint": in one
 * set with the side before. */
static void begin_side(struct lcm_sides_text *w, char letter,
                       const struct lcm_side *side, bool joint) {
  lcm_arena *arena = lcm_ctx_arena(w->ctx);
  forget_helpers(w, joint);
  w->side = letter;
  w->n_helpers = 0;
  w->ranges.n = 0;
  w->helpers = (lcm_buf){0};
  for (size_t i = 0; i < side->n_ranges; i++)
    LCM_LIST_ADD(arena, &w->ranges, &side->ranges[i]);
  for (size_t i = 0; i < side->section->n_over; i++)
    LCM_LIST_ADD(arena, &w->ranges, &side->section->over[i]);
}

bool lcm_sides_put(lcm_buf *buf, struct lcm_sides_text *w, char letter,
                   const struct lcm_side *side, size_t depth) {
  lcm_buf body = {0};
  begin_side(w, letter, side, false);
  const bool exact = put_section(&body, w, side->section, depth);
  lcm_buf_putc(buf, '(');
  put_exists(buf, w);
  lcm_buf_printf(buf, "1 = 1%s%s)", body.text ? body.text : "",
                 w->helpers.text ? w->helpers.text : "");
  lcm_buf_free(&body);
  lcm_buf_free(&w->helpers);
  return exact;
}

bool lcm_sides_put_open(lcm_buf *buf, lcm_buf *names, struct lcm_sides_text *w,
                        char letter, const struct lcm_side *side,
                        size_t depth) {
  begin_side(w, letter, side, true);
  bool exact = put_section(buf, w, side->section, depth);
  lcm_buf when = {0};
  if (w->when && !put_condition(&when, w, w->when, false))
    exact = false;
  else if (when.text)
    lcm_buf_printf(buf, " and %s", when.text);
  lcm_buf_free(&when);
  lcm_buf_puts(buf, w->helpers.text ? w->helpers.text : "");
  lcm_buf_free(&w->helpers);
  for (size_t i = 0; i < w->ranges.n; i++)
    lcm_buf_printf(names, "%s%c%zu", names->len ? ", " : "", letter, i);
  for (unsigned i = 0; i < w->n_helpers; i++)
    lcm_buf_printf(names, "%sh%c%u", names->len ? ", " : "", letter, i);
  return exact;
}

bool lcm_sides_put_plain(lcm_buf *buf, struct lcm_sides_text *w,
                         const lcm_expr *e) {
  const unsigned n = w->n_helpers;
  const size_t length = w->helpers.len;
  w->plain = true;
  const bool plain = !has_index(w, e) && put_affine(buf, w, e);
  w->plain = false;
  if (w->n_helpers == n)
    return plain;
  w->n_helpers = n;
  w->helpers.len = length;
  if (!length)
    lcm_buf_free(&w->helpers);
  else
    w->helpers.text[length] = '\0';
  return false;
}

void lcm_sides_put_least(lcm_buf *buf, struct lcm_sides_text *w,
                         const struct lcm_side *side, long long least) {
  double known = 0;
  begin_side(w, 'a', side, false);
  for (size_t i = 0; i < side->section->n_extents; i++) {
    const lcm_expr *length = side->section->extents[i].length;
    lcm_buf text = {0};
    if (length && !lcm_expr_is_number(length, &known) &&
        lcm_sides_put_plain(&text, w, length))
      lcm_buf_printf(buf, " and %s >= %lld", text.text, least);
    lcm_buf_free(&text);
  }
  for (size_t i = 0; i < w->ranges.n; i++) {
    const lcm_iteration *range = w->ranges.at[i];
    double step = 1;
    lcm_buf from = {0};
    lcm_buf to = {0};
    if (range->from && range->to &&
        !lcm_expr_is_number(lcm_expr_sub(w->ctx, range->to, range->from),
                            &known) &&
        (!range->step || lcm_expr_is_number(range->step, &step)) &&
        lcm_sides_put_plain(&from, w, range->from) &&
        lcm_sides_put_plain(&to, w, range->to))
      lcm_buf_printf(buf, " and (%s) - (%s) >= %.0f", to.text, from.text,
                     (double)(least - 1) * step);
    lcm_buf_free(&from);
    lcm_buf_free(&to);
  }
}

/* Return whether the set "text" has no element, -1 where that takes too long.
 */
static int ask_empty(const char *text) {
  isl_ctx *isl = isl_ctx_alloc();
  if (!isl)
    return -1;
  isl_options_set_on_error(isl, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(isl, MAX_OPERATIONS);
  int answer = -1;
  if (!lcm_plain_is_empty(&answer, isl, text)) {
    isl_set *set = isl_set_read_from_str(isl, text);
    const isl_bool empty = set ? isl_set_is_empty(set) : isl_bool_error;
    isl_set_free(set);
    answer = empty == isl_bool_error ? -1 : empty == isl_bool_true;
  }
  isl_ctx_free(isl);
  return answer;
}

int lcm_sides_is_empty(lcm_ctx *ctx, const char *text) {
  struct lcm_map *known = lcm_ctx_table(ctx, LCM_SLOT_SETS);
  lcm_arena *arena = lcm_ctx_arena(ctx);
  size_t found = 0;
  const char *key = lcm_intern(ctx, text);
  if (lcm_map_get(known, key, &found))
    return (int)found - 1;
  const int empty = ask_empty(key);
  lcm_map_put(arena, known, key, (size_t)(empty + 1));
  return empty;
}

void lcm_sides_put_set(lcm_buf *set, const struct lcm_sides_text *w,
                       size_t depth, const char *body) {
  lcm_buf_putc(set, '[');
  for (size_t i = 0; i < w->atoms.n; i++)
    lcm_buf_printf(set, "%sx%zu", i ? ", " : "", i);
  lcm_buf_puts(set, "] -> { [");
  for (size_t d = 0; d < depth; d++)
    lcm_buf_printf(set, "%sd%zu", d ? ", " : "", d);
  lcm_buf_printf(set, "] : %s }", body ? body : "");
}

bool lcm_side_keeps(lcm_ctx *ctx, const struct lcm_side *side,
                    const lcm_expr *e, const lcm_expr *high) {
  struct lcm_sides_text w = {.ctx = ctx};
  lcm_section number = *side->section;
  const struct lcm_extent extent = {e, lcm_expr_int(ctx, 1), NULL};
  const struct lcm_side at = {&number, side->ranges, side->n_ranges};
  lcm_buf body = {0};
  lcm_buf most = {0};
  lcm_buf set = {0};
  number.extents = &extent;
  number.n_extents = 1;
  (void)lcm_sides_put(&body, &w, 'a', &at, 1);
  const bool constant = high && !has_index(&w, high);
  w.n_helpers = 0;
  w.ranges.n = 0;
  forget_helpers(&w, false);
  const bool affine = constant && put_affine(&most, &w, high);
  lcm_buf_puts(&body, " and (");
  put_exists(&body, &w);
  lcm_buf_printf(&body, "(d0 < 0 or d0 > %s)%s)", most.text ? most.text : "0",
                 w.helpers.text ? w.helpers.text : "");
  if (affine)
    lcm_sides_put_set(&set, &w, 1, body.text);
  const bool keeps =
      affine && set.text && lcm_sides_is_empty(ctx, set.text) == 1;
  lcm_buf_free(&w.helpers);
  lcm_buf_free(&body);
  lcm_buf_free(&most);
  lcm_buf_free(&set);
  return keeps;
}
