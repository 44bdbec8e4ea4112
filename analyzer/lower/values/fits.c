/* Whether whole numbers stay what they are in the types that C gives them: what
 * is converted to few bits may become another number. */
#include <math.h>
#include <string.h>

#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "annotations/annotations.h"
#include "model/sections/sections.h"

/* Bits of `int`; how many loops around and names are looked at. */
enum { INT_BITS = 32, MOST_LOOPS = 8, MOST_NAMES = 16 };

/* What is known of the numbers around an expression. */
struct known {
  struct lcm_lowering *l;
  LCM_LIST(lcm_iteration) ranges; /* outermost first */
};

/* Return the smallest number of "range". */
static const lcm_expr *least(lcm_ctx *ctx, unsigned char range) {
  const unsigned bits = range & LCM_RANGE_BITS;
  return lcm_expr_int(ctx, range & LCM_RANGE_NATURAL
                               ? 0
                               : -(1LL << (bits > 62 ? 62 : bits - 1)));
}

/* Return the largest. */
static const lcm_expr *most(lcm_ctx *ctx, unsigned char range) {
  const unsigned bits = (range & LCM_RANGE_BITS) - !(range & LCM_RANGE_NATURAL);
  return lcm_expr_int(ctx, (1LL << (bits > 62 ? 62 : bits)) - 1);
}

/* Add the loops around "at" to "k", the outermost first. */
static void add_loops(struct known *k, const lcm_ast *at) {
  const lcm_ast *loops[MOST_LOOPS];
  size_t n = 0;
  for (const lcm_ast *inner = at; at && n < MOST_LOOPS;
       inner = at, at = at->parent)
    if (at->kind == LCM_AST_FOR && inner == at->last)
      loops[n++] = at;
  while (n) {
    lcm_iteration range;
    if (lcm_header_plain(&range, k->l, loops[--n]) && !range.factor)
      LCM_LIST_ADD(lcm_ctx_arena(k->l->ctx), &k->ranges, range);
  }
}

/* Return the range of the variable called "name", 0 where it is not known. */
static unsigned char range_of(struct lcm_lowering *l, const char *name) {
  size_t found = 0;
  const char *plain = lcm_name_plain(name);
  plain = lcm_intern(l->ctx, plain);
  const struct lcm_local *local = lcm_lower_local(l, plain);
  if (local)
    return local->range;
  return lcm_map_get(&l->globals.declarations, plain, &found)
             ? ((const lcm_ast *)(uintptr_t)found)->range
             : 0;
}

/* Add the variable called "name" to "k" unless it is there. */
static void add_name(struct known *k, const char *name) {
  const unsigned char range = range_of(k->l, name);
  for (size_t i = 0; i < k->ranges.n; i++)
    if (k->ranges.at[i].index == name)
      return;
  if (!range || (range & LCM_RANGE_BITS) > 32 || k->ranges.n >= MOST_NAMES)
    return;
  const lcm_iteration all = {name, least(k->l->ctx, range),
                             most(k->l->ctx, range), NULL, NULL};
  LCM_LIST_ADD(lcm_ctx_arena(k->l->ctx), &k->ranges, all);
  memmove(k->ranges.at + 1, k->ranges.at,
          (k->ranges.n - 1) * sizeof *k->ranges.at);
  k->ranges.at[0] = all;
}

/* Add the variables that "e" (NULL: none) speaks of to "k". */
static void add_names(struct known *k, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, k->l->ctx, e) : 0;
  for (size_t i = 0; i < n; i++)
    add_name(k, names[i]);
}

/* Put what is known of the names of "e" where "at" stands into "k". */
static void find_known(struct known *k, const lcm_ast *at, const lcm_expr *e) {
  add_loops(k, at);
  add_names(k, e);
  for (size_t i = 0; i < k->ranges.n; i++) {
    const lcm_iteration range = k->ranges.at[i];
    const size_t before = k->ranges.n;
    add_names(k, range.from);
    add_names(k, range.to);
    i += k->ranges.n - before;
  }
}

/* Return whether the number "value" is in "range". */
static bool is_in(unsigned char range, double value) {
  const bool natural = range & LCM_RANGE_NATURAL;
  const double end = ldexp(1, (range & LCM_RANGE_BITS) - !natural);
  return value == floor(value) && value < end && value >= (natural ? 0 : -end);
}

/* Return whether the number "e", where the expression "at" stands, is in
 * "range" for certain, whatever the loops around are at. */
static bool fits(struct lcm_lowering *l, const lcm_ast *at, const lcm_expr *e,
                 unsigned char range) {
  struct known k = {.l = l};
  double value = 0;
  lcm_ctx *ctx = l->ctx;
  const lcm_expr *low = least(ctx, range);
  const lcm_expr *high = lcm_expr_sub(ctx, most(ctx, range), low);
  if (lcm_expr_is_number(e, &value))
    return is_in(range, value);
  find_known(&k, at, e);
  return lcm_section_keeps(ctx, k.ranges.at, k.ranges.n,
                           lcm_expr_sub(ctx, e, low), high);
}

bool lcm_fits_below(struct lcm_lowering *l, const lcm_ast *at,
                    const lcm_expr *e, const lcm_expr *high) {
  struct known k = {.l = l};
  double value = 0;
  double most_value = 0;
  if (!e || !high)
    return false;
  if (lcm_expr_is_number(e, &value) && lcm_expr_is_number(high, &most_value))
    return value >= 0 && value <= most_value;
  find_known(&k, at, e);
  return lcm_section_keeps(l->ctx, k.ranges.at, k.ranges.n, e, high);
}

/* Return whether "name" varies: no name does. */
static bool varies(const char *name, void *user) {
  (void)name;
  (void)user;
  return false;
}

/* Return whether the body of "loop" changes what "e" speaks of. */
static bool is_changed(struct lcm_lowering *l, const lcm_ast *loop,
                       const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, l->ctx, e) : 0;
  for (size_t i = 0; i < n; i++) {
    const char *name = lcm_intern(l->ctx, lcm_name_plain(names[i]));
    if (lcm_counter_changes(l, loop->last, name))
      return true;
  }
  return false;
}

/* Return the values of the index of "loop", found out once; NULL where they are
 * not known, or the loop changes its index or what it begins and ends with. */
static const lcm_iteration *plain_of(struct lcm_lowering *l,
                                     const lcm_ast *loop) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  size_t found = 0;
  if (lcm_map_get(&l->parsing.plain, loop, &found))
    return (const lcm_iteration *)(uintptr_t)found;
  lcm_iteration *range = LCM_NEW(arena, lcm_iteration);
  lcm_map_put(arena, &l->parsing.plain, loop, 0);
  const bool known =
      lcm_header_plain(range, l, loop) && !range->factor &&
      !is_changed(l, loop,
                  lcm_expr_symbol(l->ctx, range->index, LCM_DIM_NONE)) &&
      !is_changed(l, loop, range->from) && !is_changed(l, loop, range->to);
  lcm_map_put(arena, &l->parsing.plain, loop,
              known ? (size_t)(uintptr_t)range : 0);
  return known ? range : NULL;
}

const lcm_expr *lcm_fits_least(struct lcm_lowering *l, const lcm_ast *at,
                               const lcm_expr *e) {
  struct known k = {.l = l};
  const lcm_iteration *found[MOST_LOOPS];
  size_t n = 0;
  for (const lcm_ast *inner = at; at && n < MOST_LOOPS;
       inner = at, at = at->parent) {
    const bool is_body = at->kind == LCM_AST_FOR && inner == at->last;
    found[n] = is_body ? plain_of(l, at) : NULL;
    n += found[n] != NULL;
  }
  while (n)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &k.ranges, *found[--n]);
  const struct lcm_varying ranges = {k.ranges.at, k.ranges.n, varies, NULL};
  return lcm_section_extreme(l->ctx, &ranges, e, true);
}

/* Return whether the smallest ("low") or largest value of "e" over the loops of
 * "k" is below 0, or above 0. */
static bool reaches(const struct known *k, const lcm_expr *e, bool low) {
  const struct lcm_varying ranges = {k->ranges.at, k->ranges.n, varies, NULL};
  bool found = false;
  for (unsigned i = 0; i < 2 && e && !found; i++) {
    double value = 0;
    const lcm_expr *end = lcm_section_extreme(k->l->ctx, &ranges, e, i == 0);
    found =
        end && lcm_expr_is_number(end, &value) && (low ? value < 0 : value > 0);
  }
  return found;
}

/* Return whether all that "e" speaks of where "at" stands are indices of loops
 * between known numbers. */
static bool is_known(struct lcm_lowering *l, const lcm_ast *at,
                     const lcm_expr *e) {
  const char *const *names = NULL;
  double value = 0;
  struct known k = {.l = l};
  size_t n = lcm_expr_names(&names, l->ctx, e);
  add_loops(&k, at);
  for (size_t i = 0; i < k.ranges.n; i++) {
    const lcm_iteration *range = &k.ranges.at[i];
    const bool numbers = lcm_expr_is_number(range->from, &value) &&
                         lcm_expr_is_number(range->to, &value);
    n -= numbers && lcm_expr_has(e, range->index);
  }
  return !n;
}

bool lcm_fits_outside(struct lcm_lowering *l, const lcm_ast *at,
                      const lcm_expr *e, const lcm_expr *high) {
  struct known k = {.l = l};
  add_loops(&k, at);
  return reaches(&k, e, true) ||
         (high && reaches(&k, lcm_expr_sub(l->ctx, e, high), false)) ||
         (high && is_known(l, at, e) && !lcm_fits_below(l, at, e, high));
}

/* Return whether "e" speaks of an index of a loop around "at". */
static bool is_of_loop(struct lcm_lowering *l, const lcm_ast *at,
                       const lcm_expr *e) {
  struct known k = {.l = l};
  add_loops(&k, at);
  for (size_t i = 0; i < k.ranges.n; i++)
    if (lcm_expr_has(e, k.ranges.at[i].index))
      return true;
  return false;
}

/* Return whether "e" is a condition: 0 or 1. */
static bool is_truth(const lcm_expr *e) {
  static const lcm_expr_kind KINDS[] = {LCM_X_LT, LCM_X_LE,  LCM_X_EQ, LCM_X_NE,
                                        LCM_X_OR, LCM_X_AND, LCM_X_NOT};
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
    if (lcm_expr_kind_of(e) == KINDS[i])
      return true;
  return false;
}

/* Return "e", where "at" stands, which may not fit into the type "range",
 * converted to that. */
static const lcm_expr *converted(struct lcm_lowering *l, const lcm_ast *at,
                                 const lcm_expr *e, unsigned char range) {
  const struct lcm_expr_source source = {
      .natural = l->parsing.natural, .known = l->parsing.known, .user = l};
  const struct lcm_parsing before = l->parsing;
  l->parsing.at = at->begin;
  l->parsing.exact = true;
  const lcm_expr *out = lcm_cexpr_convert(l->ctx, &source, e, range);
  l->parsing.at = before.at;
  l->parsing.exact = before.exact;
  return out;
}

const lcm_expr *lcm_fits_as(struct lcm_lowering *l, const lcm_ast *at,
                            const lcm_expr *e, unsigned char range) {
  double value = 0;
  const unsigned bits = range & LCM_RANGE_BITS;
  if (!e || !bits)
    return e;
  if (lcm_expr_is_number(e, &value))
    return is_in(range, value) ? e
                               : lcm_cexpr_number(l->ctx, trunc(value), range);
  if (bits >= INT_BITS || fits(l, at, e, range) ||
      (bits == 1 && (range & LCM_RANGE_NATURAL) && is_truth(e)))
    return e;
  return !(range & LCM_RANGE_NATURAL) && is_of_loop(l, at, e)
             ? NULL
             : converted(l, at, e, range);
}

const lcm_expr *lcm_fits_held(struct lcm_lowering *l, const lcm_ast *at,
                              const lcm_expr *e, unsigned char range) {
  double value = 0;
  const unsigned bits = range & LCM_RANGE_BITS;
  const lcm_expr *out = lcm_fits_as(l, at, e, range);
  if (!e || !bits || lcm_expr_is_number(e, &value))
    return out;
  if (bits < INT_BITS)
    return out ? out : converted(l, at, e, range);
  if (lcm_leave_known(&value, l, at, e))
    return is_in(range, value) ? e : lcm_cexpr_number(l->ctx, value, range);
  return bits == INT_BITS ? converted(l, at, e, range) : e;
}

/* Return the value that the text of "ast" has, NULL where it has none of its
 * own. */
static const lcm_expr *text_of(struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_parsed last = l->parsing.last;
  const lcm_expr *e = lcm_lower_expr(l, ast->begin, ast->end);
  l->parsing.last = last;
  return e;
}

/* Return whether nothing below "ast", an operand ("inner") or a whole
 * expression, becomes another number: what is given to a call is converted
 * where its result is found. */
static bool is_plain(struct lcm_lowering *l, const lcm_ast *ast, bool inner) {
  const lcm_expr *e = inner && ast->casts[0] ? text_of(l, ast) : NULL;
  if (ast->kind == LCM_AST_SIZEOF || ast->kind == LCM_AST_LITERAL)
    return true;
  for (size_t i = 0; inner && i < 3 && ast->casts[i]; i++)
    if ((ast->casts[i] & LCM_RANGE_BITS) < 32 &&
        (!e || lcm_fits_as(l, ast, e, ast->casts[i]) != e))
      return false;
  for (const lcm_ast *at = ast->kind == LCM_AST_CALL ? NULL : ast->first; at;
       at = at->next)
    if (!is_plain(l, at, true))
      return false;
  return true;
}

const lcm_expr *lcm_fits_value(struct lcm_lowering *l, const lcm_ast *ast,
                               const lcm_expr *e) {
  if (!e || !is_plain(l, ast, false))
    return NULL;
  for (size_t i = 0; i < 3 && ast->casts[i] && e; i++)
    e = lcm_fits_as(l, ast, e, ast->casts[i]);
  return e;
}

/* Return whether the operation "ast", on numbers without a sign, or the
 * conversion of it to such, may wrap around. */
static bool may_wrap(struct lcm_lowering *l, const lcm_ast *ast) {
  const unsigned char range = lcm_ast_range(32, true);
  const bool sums = ast->kind == LCM_AST_OTHER && ast->op &&
                    ast->range == range && ast->op != LCM_AST_OP_DIV;
  bool converts = false;
  for (size_t i = 0; i < 3; i++)
    converts = converts || (ast->casts[i] & LCM_RANGE_BITS) == 32;
  if ((!sums && !converts) || ast->kind == LCM_AST_LITERAL)
    return false;
  const lcm_expr *e = text_of(l, ast);
  return e && is_of_loop(l, ast, e) && !fits(l, ast, e, range);
}

bool lcm_fits_never(struct lcm_lowering *l, const lcm_ast *wrap) {
  const lcm_expr *e = text_of(l, wrap);
  return e && is_known(l, wrap, e);
}

const lcm_ast *lcm_fits_wrap(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *found = may_wrap(l, ast) ? ast : NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = lcm_fits_wrap(l, at);
  return found;
}
