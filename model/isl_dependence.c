#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/list.h"
#include "model/dependence.h"
#include "model/expr_internal.h"

/* Operations after which isl gives up (the answer is then "maybe"). */
enum { MAX_OPERATIONS = 200000 };

/* The text of an isl set that is being written.
 * atoms    expressions that stand for parameters x0, x1, ... : everything that
 *          is not affine but has no index
 * ranges   the indices of the side that is being written, "n_ranges"
 * side     'a' or 'b': the prefix of its indices */
struct writing {
  lcm_ctx *ctx;
  LCM_LIST(const lcm_expr *) atoms;
  const struct lcm_range *ranges;
  size_t n_ranges;
  char side;
};

/* Return the number of the index called "name", innermost first, or the number
 * of ranges where it is none. */
static size_t index_of(const struct writing *w, const char *name) {
  for (size_t i = w->n_ranges; i-- > 0;)
    if (w->ranges[i].index == name)
      return i;
  return w->n_ranges;
}

/* Return whether "e" speaks of an index. */
static bool has_index(const struct writing *w, const lcm_expr *e) {
  for (size_t i = 0; i < w->n_ranges; i++)
    if (lcm_expr_has(e, w->ranges[i].index))
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

/* Append the monomial "e" with a whole coefficient; false where it is not
 * affine in the indices. */
static bool put_monomial(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  lcm_rat rat;
  const lcm_expr *core = lcm_expr_core(w->ctx, &rat, e);
  if (!has_index(w, e)) {
    if (core && lcm_rat_is_whole(rat) && !rat.big) {
      lcm_buf_printf(buf, "%lld*", (long long)rat.num);
      e = core;
    }
    put_atom(buf, w, e);
    return true;
  }
  if (!core || !lcm_rat_is_whole(rat) || rat.big)
    return false;
  if (core->kind == LCM_X_SYMBOL) {
    const size_t i = index_of(w, core->name);
    lcm_buf_printf(buf, "%lld*%c%zu", (long long)rat.num, w->side, i);
    return true;
  }
  double value = 0;
  if (core->kind != LCM_X_DIV || !lcm_expr_is_number(core->args[1], &value) ||
      value < 1 || value > 1e6)
    return false;
  lcm_buf_printf(buf, "%lld*floor((", (long long)rat.num);
  const bool affine = put_affine(buf, w, core->args[0]);
  lcm_buf_printf(buf, ")/%lld)", (long long)value);
  return affine;
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

/* Append the elements of "section" as constraints on d0, d1, ...; return
 * whether all of it could be said. */
static bool put_section(lcm_buf *buf, struct writing *w,
                        const lcm_section *section) {
  bool exact = section->exact;
  for (size_t d = 0; d < section->n_extents; d++) {
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
  for (size_t i = 0; i < w->n_ranges; i++) {
    char name[32];
    snprintf(name, sizeof name, "%c%zu", w->side, i);
    exact = put_bound(buf, w, name, ">=", w->ranges[i].from) && exact;
    exact = put_bound(buf, w, name, "<=", w->ranges[i].to) && exact;
  }
  return exact;
}

/* Append "exists a0, a1: " for the indices of the side, if any. */
static void put_exists(lcm_buf *buf, const struct writing *w) {
  if (w->n_ranges)
    lcm_buf_puts(buf, "exists ");
  for (size_t i = 0; i < w->n_ranges; i++)
    lcm_buf_printf(buf, "%s%c%zu", i ? ", " : "", w->side, i);
  if (w->n_ranges)
    lcm_buf_puts(buf, ": ");
}

/* Append "( exists ..: true and <section> )"; return whether it is exact. */
static bool put_side(lcm_buf *buf, struct writing *w, char side,
                     const lcm_section *section, const struct lcm_range *ranges,
                     size_t n) {
  w->side = side;
  w->ranges = ranges;
  w->n_ranges = n;
  lcm_buf_putc(buf, '(');
  put_exists(buf, w);
  lcm_buf_puts(buf, "1 = 1");
  const bool exact = put_section(buf, w, section);
  lcm_buf_putc(buf, ')');
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

/* Return the text of the set of elements that both sections touch; "*exact"
 * says whether it is exactly that. */
static char *intersection(bool *exact, struct writing *w, const lcm_section *a,
                          const struct lcm_range *ranges_a, size_t n_a,
                          const lcm_section *b,
                          const struct lcm_range *ranges_b, size_t n_b) {
  lcm_buf body = {0};
  lcm_buf set = {0};
  *exact = put_side(&body, w, 'a', a, ranges_a, n_a);
  lcm_buf_puts(&body, " and ");
  *exact = put_side(&body, w, 'b', b, ranges_b, n_b) && *exact;
  lcm_buf_putc(&set, '[');
  for (size_t i = 0; i < w->atoms.n; i++)
    lcm_buf_printf(&set, "%sx%zu", i ? ", " : "", i);
  lcm_buf_puts(&set, "] -> { [");
  for (size_t d = 0; d < a->n_extents; d++)
    lcm_buf_printf(&set, "%sd%zu", d ? ", " : "", d);
  lcm_buf_printf(&set, "] : %s }", body.text ? body.text : "");
  lcm_buf_free(&body);
  return lcm_buf_take(&set);
}

lcm_overlap lcm_section_overlap(lcm_ctx *ctx, const lcm_section *a,
                                const struct lcm_range *ranges_a, size_t n_a,
                                const lcm_section *b,
                                const struct lcm_range *ranges_b, size_t n_b) {
  struct writing w = {.ctx = ctx};
  bool exact = false;
  if (a->key != b->key)
    return LCM_OVERLAP_NO;
  if (!a->n_extents || !b->n_extents)
    return a->exact && b->exact ? LCM_OVERLAP_YES : LCM_OVERLAP_MAYBE;
  if (a->n_extents != b->n_extents)
    return LCM_OVERLAP_MAYBE;
  char *text = intersection(&exact, &w, a, ranges_a, n_a, b, ranges_b, n_b);
  const int empty = text ? is_empty(text) : -1;
  free(text);
  if (empty < 0)
    return LCM_OVERLAP_MAYBE;
  if (empty)
    return LCM_OVERLAP_NO;
  return exact ? LCM_OVERLAP_YES : LCM_OVERLAP_MAYBE;
}

const lcm_expr *lcm_section_bytes(lcm_ctx *ctx, const lcm_section *section) {
  const lcm_expr *bytes = section->element;
  for (size_t d = 0; d < section->n_extents && bytes; d++)
    bytes = section->extents[d].length
                ? lcm_expr_mul(ctx, bytes, section->extents[d].length)
                : NULL;
  return bytes;
}

bool lcm_section_equal(const lcm_section *a, const lcm_section *b) {
  if (a->key != b->key || a->n_extents != b->n_extents)
    return false;
  for (size_t d = 0; d < a->n_extents; d++)
    if (a->extents[d].lower != b->extents[d].lower ||
        a->extents[d].length != b->extents[d].length)
      return false;
  return true;
}

/* Return "sum" (or NULL) with the bytes of the "n" sections at "all". */
static const lcm_expr *add_bytes(lcm_ctx *ctx, const lcm_expr *sum,
                                 const lcm_section *all, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const lcm_section *section = &all[i];
    if (!section->n_extents || section->is_private || !section->element)
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
