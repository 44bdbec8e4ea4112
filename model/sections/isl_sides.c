#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/list.h"
#include "model/expr/build.h"
#include "model/expr/build_internal.h"
#include "model/expr/change.h"
#include "model/expr/intern.h"
#include "model/sections/isl_dependence.h"
#include "model/sections/isl_dependence_internal.h"
#include "model/sections/section.h"
#include "model/sections/split.h"

/* Operations after which isl gives up (the answer is then "maybe"). */
enum { MAX_OPERATIONS = 200000 };

/* The text of an isl set that is being written.
 * atoms     expressions that stand for parameters x0, x1, ... : everything that
 *           is not affine but has no index
 * ranges    the indices of the side that is being written, outermost first
 * side      'a' or 'b': the prefix of its indices
 * n_helpers variables of the side beside its indices; "helpers" is what holds
 *           of them */
struct writing {
  lcm_ctx *ctx;
  LCM_LIST(const lcm_expr *) atoms;
  LCM_LIST(const lcm_iteration *) ranges;
  char side;
  unsigned n_helpers;
  lcm_buf helpers;
};

/* Return the number of the index called "name", innermost first, or the number
 * of ranges where it is none. */
static size_t index_of(const struct writing *w, const char *name) {
  for (size_t i = w->ranges.n; i-- > 0;)
    if (w->ranges.at[i]->index == name)
      return i;
  return w->ranges.n;
}

/* Return whether "e" speaks of an index. */
static bool has_index(const struct writing *w, const lcm_expr *e) {
  for (size_t i = 0; i < w->ranges.n; i++)
    if (lcm_expr_has(e, w->ranges.at[i]->index))
      return true;
  return false;
}

/* Append the parameter that stands for "e". */
static void put_atom(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  size_t i = 0;
  while (i < w->atoms.n && w->atoms.at[i] != e)
    i++;
  if (i == w->atoms.n)
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->atoms, e);
  lcm_buf_printf(buf, "x%zu", i);
}

static bool put_affine(lcm_buf *buf, struct writing *w, const lcm_expr *e);

/* Append a new variable for the smallest (largest) of the operands of "e". */
static bool put_extreme(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  const char *relation = e->kind == LCM_X_MIN ? "<=" : ">=";
  lcm_buf bounds = {0};
  lcm_buf choice = {0};
  bool affine = true;
  char name[32];
  snprintf(name, sizeof name, "h%c%u", w->side, w->n_helpers++);
  for (size_t i = 0; i < e->n && affine; i++) {
    lcm_buf text = {0};
    affine = put_affine(&text, w, e->args[i]);
    const char *operand = text.text ? text.text : "0";
    lcm_buf_printf(&bounds, " and %s %s %s", name, relation, operand);
    lcm_buf_printf(&choice, "%s%s = %s", i ? " or " : "", name, operand);
    lcm_buf_free(&text);
  }
  if (affine && choice.text)
    lcm_buf_printf(&w->helpers, "%s and (%s)", bounds.text, choice.text);
  lcm_buf_free(&bounds);
  lcm_buf_free(&choice);
  lcm_buf_puts(buf, name);
  return affine;
}

/* Append "e", a quotient or remainder by a known number, times nothing; false
 * where it is something else. */
static bool put_quotient(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  double by = 0;
  if ((e->kind != LCM_X_DIV && e->kind != LCM_X_MOD) ||
      !lcm_expr_is_number(e->args[1], &by) || by < 1 || by > 1e6 ||
      by != floor(by))
    return false;
  lcm_buf text = {0};
  const bool affine = put_affine(&text, w, e->args[0]);
  const char *operand = text.text ? text.text : "0";
  if (e->kind == LCM_X_DIV)
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
  const size_t n = e->kind == LCM_X_SUM_OF ? e->n : 1;
  for (size_t i = 0; i < n; i++) {
    lcm_rat rat = e->rat;
    const lcm_expr *term = e->kind == LCM_X_SUM_OF ? e->args[i] : e;
    if (term->kind == LCM_X_NUMBER)
      rat = term->rat;
    else
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
static bool put_rounded(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  const long long by = denominator_of(w->ctx, e->args[0]);
  const lcm_expr *whole =
      by ? lcm_expr_expand(w->ctx, lcm_expr_mul(w->ctx, e->args[0],
                                                lcm_expr_int(w->ctx, by)))
         : NULL;
  lcm_buf text = {0};
  const bool affine = whole && put_affine(&text, w, whole);
  if (affine)
    lcm_buf_printf(buf, "%s((%s)/%lld)",
                   e->kind == LCM_X_FLOOR ? "floor" : "ceil",
                   text.text ? text.text : "0", by);
  lcm_buf_free(&text);
  return affine;
}

/* Append the monomial "e" with a whole coefficient; false where it is not
 * affine in the indices. */
static bool put_monomial(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  lcm_rat rat;
  const lcm_expr *core = lcm_expr_core(w->ctx, &rat, e);
  const bool whole = core && lcm_rat_is_whole(rat) && !rat.big;
  if (!has_index(w, e)) {
    if (whole) {
      lcm_buf_printf(buf, "%lld*", (long long)rat.num);
      e = core;
    }
    put_atom(buf, w, e);
    return true;
  }
  if (!whole)
    return false;
  lcm_buf_printf(buf, "%lld*", (long long)rat.num);
  if (core->kind == LCM_X_SYMBOL) {
    lcm_buf_printf(buf, "%c%zu", w->side, index_of(w, core->name));
    return true;
  }
  if (core->kind == LCM_X_MIN || core->kind == LCM_X_MAX)
    return put_extreme(buf, w, core);
  if (core->kind == LCM_X_FLOOR || core->kind == LCM_X_CEIL)
    return put_rounded(buf, w, core);
  return put_quotient(buf, w, core);
}

/* Append "e" as an affine expression; false where it is none. */
static bool put_affine(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  if (e->kind == LCM_X_NUMBER) {
    if (!lcm_rat_is_whole(e->rat) || e->rat.big)
      return false;
    lcm_buf_printf(buf, "%lld", (long long)e->rat.num);
    return true;
  }
  if (e->kind != LCM_X_SUM_OF)
    return put_monomial(buf, w, e);
  for (size_t i = 0; i < e->n; i++) {
    if (i)
      lcm_buf_puts(buf, " + ");
    const lcm_expr *term = e->args[i];
    if (!(term->kind == LCM_X_NUMBER ? put_affine(buf, w, term)
                                     : put_monomial(buf, w, term)))
      return false;
  }
  return true;
}

/* Append " and LEFT <= e" ("e" + "plus"; or ">=" by "relation") unless "e" is
 * not affine; return whether it was. */
static bool put_bound(lcm_buf *buf, struct writing *w, const char *left,
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
static bool put_range(lcm_buf *buf, struct writing *w,
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
static bool put_section(lcm_buf *buf, struct writing *w,
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
static void put_exists(lcm_buf *buf, const struct writing *w) {
  const size_t n = w->ranges.n + w->n_helpers;
  lcm_buf_puts(buf, n ? "exists " : "");
  for (size_t i = 0; i < w->ranges.n; i++)
    lcm_buf_printf(buf, "%s%c%zu", i ? ", " : "", w->side, i);
  for (unsigned i = 0; i < w->n_helpers; i++)
    lcm_buf_printf(buf, "%sh%c%u", i || w->ranges.n ? ", " : "", w->side, i);
  lcm_buf_puts(buf, n ? ": " : "");
}

/* Append "(exists ..: <constraints>)" for the first "depth" steps of "side";
 * return whether it is exact. */
static bool put_side(lcm_buf *buf, struct writing *w, char letter,
                     const struct lcm_side *side, size_t depth) {
  lcm_buf body = {0};
  lcm_arena *arena = lcm_ctx_arena(w->ctx);
  w->side = letter;
  w->n_helpers = 0;
  w->ranges.n = 0;
  w->helpers = (lcm_buf){0};
  for (size_t i = 0; i < side->n_ranges; i++)
    LCM_LIST_ADD(arena, &w->ranges, &side->ranges[i]);
  for (size_t i = 0; i < side->section->n_over; i++)
    LCM_LIST_ADD(arena, &w->ranges, &side->section->over[i]);
  const bool exact = put_section(&body, w, side->section, depth);
  lcm_buf_putc(buf, '(');
  put_exists(buf, w);
  lcm_buf_printf(buf, "1 = 1%s%s)", body.text ? body.text : "",
                 w->helpers.text ? w->helpers.text : "");
  lcm_buf_free(&body);
  lcm_buf_free(&w->helpers);
  return exact;
}

/* Return whether isl finds the set "text" empty: 1 or 0, -1 where it gave
 * up. */
static int is_empty(const char *text) {
  isl_ctx *isl = isl_ctx_alloc();
  if (!isl)
    return -1;
  isl_options_set_on_error(isl, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(isl, MAX_OPERATIONS);
  isl_set *set = isl_set_read_from_str(isl, text);
  const isl_bool empty = set ? isl_set_is_empty(set) : isl_bool_error;
  isl_set_free(set);
  isl_ctx_free(isl);
  return empty == isl_bool_error ? -1 : empty == isl_bool_true;
}

/* Append "[x0, x1] -> { [d0, d1] : BODY }" for "depth" dimensions. */
static void put_set(lcm_buf *set, const struct writing *w, size_t depth,
                    const char *body) {
  lcm_buf_putc(set, '[');
  for (size_t i = 0; i < w->atoms.n; i++)
    lcm_buf_printf(set, "%sx%zu", i ? ", " : "", i);
  lcm_buf_puts(set, "] -> { [");
  for (size_t d = 0; d < depth; d++)
    lcm_buf_printf(set, "%sd%zu", d ? ", " : "", d);
  lcm_buf_printf(set, "] : %s }", body ? body : "");
}

/* Return the text of the set of elements that both touch, by their first
 * "depth" steps; "*exact" says whether it is exactly that. */
static char *intersection(bool *exact, struct writing *w,
                          const struct lcm_side *a, const struct lcm_side *b,
                          size_t depth) {
  lcm_buf body = {0};
  lcm_buf set = {0};
  *exact = put_side(&body, w, 'a', a, depth);
  lcm_buf_puts(&body, " and ");
  *exact = put_side(&body, w, 'b', b, depth) && *exact;
  put_set(&set, w, depth, body.text);
  lcm_buf_free(&body);
  return lcm_buf_take(&set);
}

/* Return how many steps "a" and "b" have in common: NO where they name
 * different members, MAYBE where they do not fit together. */
static lcm_overlap common_steps(size_t *depth, const lcm_section *a,
                                const lcm_section *b) {
  const size_t n = a->n_extents < b->n_extents ? a->n_extents : b->n_extents;
  for (*depth = 0; *depth < n; ++*depth) {
    const char *x = a->extents[*depth].field;
    const char *y = b->extents[*depth].field;
    if (!x != !y)
      return LCM_OVERLAP_MAYBE;
    if (x && strcmp(x, y) != 0)
      return LCM_OVERLAP_NO;
  }
  return LCM_OVERLAP_YES;
}

bool lcm_side_keeps(lcm_ctx *ctx, const struct lcm_side *side,
                    const lcm_expr *e, const lcm_expr *high) {
  struct writing w = {.ctx = ctx};
  lcm_section number = *side->section;
  const struct lcm_extent extent = {e, lcm_expr_int(ctx, 1), NULL};
  const struct lcm_side at = {&number, side->ranges, side->n_ranges};
  lcm_buf body = {0};
  lcm_buf most = {0};
  lcm_buf set = {0};
  number.extents = &extent;
  number.n_extents = 1;
  (void)put_side(&body, &w, 'a', &at, 1);
  w.n_helpers = 0;
  const bool affine = high && !has_index(&w, high) &&
                      put_affine(&most, &w, high) && !w.n_helpers;
  lcm_buf_printf(&body, " and (d0 < 0 or d0 > %s)",
                 most.text ? most.text : "0");
  if (affine)
    put_set(&set, &w, 1, body.text);
  const bool keeps = affine && set.text && is_empty(set.text) == 1;
  lcm_buf_free(&w.helpers);
  lcm_buf_free(&body);
  lcm_buf_free(&most);
  lcm_buf_free(&set);
  return keeps;
}

lcm_overlap lcm_section_overlap(lcm_ctx *ctx, const struct lcm_side *a,
                                const struct lcm_side *b) {
  struct writing w = {.ctx = ctx};
  struct lcm_side sides[] = {*a, *b};
  bool exact = false;
  size_t depth = 0;
  if (a->section->key != b->section->key)
    return LCM_OVERLAP_NO;
  lcm_sides_split(ctx, sides);
  const lcm_overlap fit =
      common_steps(&depth, sides[0].section, sides[1].section);
  if (fit != LCM_OVERLAP_YES)
    return fit;
  if (!depth)
    return a->section->exact && b->section->exact ? LCM_OVERLAP_YES
                                                  : LCM_OVERLAP_MAYBE;
  char *text = intersection(&exact, &w, &sides[0], &sides[1], depth);
  const int empty = text ? is_empty(text) : -1;
  free(text);
  if (empty < 0)
    return LCM_OVERLAP_MAYBE;
  if (empty)
    return LCM_OVERLAP_NO;
  return exact ? LCM_OVERLAP_YES : LCM_OVERLAP_MAYBE;
}

bool lcm_section_covers(lcm_ctx *ctx, const struct lcm_side *a,
                        const struct lcm_side *b) {
  struct writing w = {.ctx = ctx};
  size_t depth = 0;
  if (a->section->key != b->section->key || !a->section->exact ||
      a->section->n_extents > b->section->n_extents ||
      common_steps(&depth, a->section, b->section) != LCM_OVERLAP_YES)
    return false;
  if (!depth)
    return true;
  lcm_buf body = {0};
  lcm_buf set = {0};
  const bool exact = put_side(&body, &w, 'a', a, depth);
  char *covering = lcm_buf_take(&body);
  (void)put_side(&body, &w, 'b', b, depth);
  lcm_buf_printf(&body, " and not %s", covering);
  put_set(&set, &w, depth, body.text);
  const bool covers = exact && set.text && is_empty(set.text) == 1;
  free(covering);
  lcm_buf_free(&body);
  lcm_buf_free(&set);
  return covers;
}

bool lcm_sections_fill(lcm_ctx *ctx, const lcm_section *whole,
                       const lcm_section *const *parts, size_t n) {
  static const char LETTERS[] = "bcefgij";
  struct writing w = {.ctx = ctx};
  const struct lcm_side all = {whole, NULL, 0};
  lcm_buf body = {0};
  lcm_buf set = {0};
  bool exact = n < sizeof LETTERS;
  (void)put_side(&body, &w, 'a', &all, whole->n_extents);
  for (size_t i = 0; i < n && exact; i++) {
    const struct lcm_side side = {parts[i], NULL, 0};
    size_t depth = 0;
    exact = parts[i]->n_extents == whole->n_extents &&
            common_steps(&depth, whole, parts[i]) == LCM_OVERLAP_YES;
    lcm_buf_puts(&body, " and not ");
    exact = exact && put_side(&body, &w, LETTERS[i], &side, whole->n_extents);
  }
  if (exact)
    put_set(&set, &w, whole->n_extents, body.text);
  const bool fills = set.text && is_empty(set.text) == 1;
  lcm_buf_free(&body);
  lcm_buf_free(&set);
  return fills;
}

/* Return "sum" (or NULL) with the bytes of the "n" sections at "all". */
static const lcm_expr *add_bytes(lcm_ctx *ctx, const lcm_expr *sum,
                                 const lcm_section *all, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const lcm_section *section = &all[i];
    if (!lcm_section_is_array(section) || section->is_private ||
        section->priced || !section->element)
      continue;
    const lcm_expr *bytes = lcm_section_bytes(ctx, section);
    bytes = bytes ? bytes : section->element;
    sum = sum ? lcm_expr_add(ctx, sum, bytes) : bytes;
  }
  return sum;
}

const lcm_expr *lcm_node_bytes(lcm_ctx *ctx, const lcm_node *node) {
  const lcm_expr *sum = add_bytes(ctx, node->bytes, node->reads, node->n_reads);
  return add_bytes(ctx, sum, node->writes, node->n_writes);
}
