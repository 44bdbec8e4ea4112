/* How large sections are, and what they are over the ranges of loops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "model/sections/section.h"

/* A section that is being built. */
struct building {
  lcm_ctx *ctx;
  struct lcm_extent *extents;
  size_t n_extents;
  LCM_LIST(lcm_iteration) over;
};

bool lcm_section_equal(const lcm_section *a, const lcm_section *b) {
  if (a->key != b->key || a->n_extents != b->n_extents ||
      a->n_over != b->n_over)
    return false;
  for (size_t d = 0; d < a->n_extents; d++)
    if (a->extents[d].lower != b->extents[d].lower ||
        a->extents[d].length != b->extents[d].length ||
        a->extents[d].field != b->extents[d].field)
      return false;
  for (size_t i = 0; i < a->n_over; i++)
    if (a->over[i].index != b->over[i].index ||
        a->over[i].from != b->over[i].from || a->over[i].to != b->over[i].to ||
        a->over[i].step != b->over[i].step ||
        a->over[i].factor != b->over[i].factor)
      return false;
  return true;
}

/* Return whether steps "i" and "i" + 1 of "section" are `->`. */
static bool is_arrow(const lcm_section *section, size_t i) {
  const struct lcm_extent *step = &section->extents[i];
  return i + 1 < section->n_extents && step[1].field &&
         strcmp(step[1].field, LCM_FIELD_ADDRESS) != 0 && !step->field &&
         step->lower && step->length && lcm_expr_is_int(step->lower, 0) &&
         lcm_expr_is_int(step->length, 1);
}

size_t lcm_section_loads(const lcm_section *section) {
  const size_t n =
      section->loaded ? (size_t)strtoul(section->loaded, NULL, 10) : 0;
  return n < section->n_extents ? n : section->n_extents;
}

bool lcm_section_is_own(const lcm_section *section) {
  return section->loaded && strstr(section->loaded, " own");
}

bool lcm_section_has_rows(const lcm_section *section) {
  return section->loaded && strstr(section->loaded, " rows");
}

/* Return what "loaded" says of "section", which lies behind "base" and is "out"
 * as a part of that. */
static const char *loaded_behind(lcm_ctx *ctx, const lcm_section *base,
                                 const lcm_section *section,
                                 const lcm_section *out) {
  const size_t steps = lcm_section_loads(section);
  const size_t shift = out->n_extents > section->n_extents
                           ? out->n_extents - section->n_extents
                           : 0;
  const bool own =
      lcm_section_is_own(section) || (steps == 1 && lcm_section_has_rows(base));
  char text[32];
  if (!steps)
    return base->loaded && !lcm_section_has_rows(base) ? base->loaded : NULL;
  snprintf(text, sizeof text, "%zu%s", steps + shift, own ? " own" : "");
  return lcm_intern(ctx, text);
}

bool lcm_section_is_array(const lcm_section *section) {
  for (size_t d = 0; d < section->n_extents; d++)
    if (!section->extents[d].field && !is_arrow(section, d))
      return true;
  return false;
}

/* ---- text ---------------------------------------------------------------- */

/* Append "e" in "notation". */
static void put_expr(lcm_buf *buf, const lcm_expr *e, lcm_notation notation) {
  char *text = e ? lcm_expr_to_str(e, notation) : NULL;
  lcm_buf_puts(buf, text ? text : "?");
  free(text);
}

/* Append the step "extent" into a variable. */
static void put_extent(lcm_buf *buf, const struct lcm_extent *extent,
                       lcm_notation notation) {
  if (extent->field) {
    if (strcmp(extent->field, LCM_FIELD_ADDRESS) != 0)
      lcm_buf_printf(buf, ".%s", extent->field);
    return;
  }
  lcm_buf_putc(buf, '[');
  if (extent->lower)
    put_expr(buf, extent->lower, notation);
  if (!extent->lower || !extent->length)
    lcm_buf_putc(buf, ':');
  else if (!lcm_expr_is_int(extent->length, 1)) {
    lcm_buf_putc(buf, ':');
    put_expr(buf, extent->length, notation);
  }
  lcm_buf_putc(buf, ']');
}

/* Append the range that the index of "over" runs through. */
static void put_over(lcm_buf *buf, const lcm_iteration *over,
                     lcm_notation notation) {
  lcm_buf_printf(buf, " for %s = ", over->index);
  put_expr(buf, over->from, notation);
  lcm_buf_puts(buf, "..");
  put_expr(buf, over->to, notation);
  if (over->step) {
    lcm_buf_puts(buf, " step ");
    put_expr(buf, over->step, notation);
  }
  if (over->factor) {
    lcm_buf_puts(buf, " times ");
    put_expr(buf, over->factor, notation);
  }
}

char *lcm_section_to_str(const lcm_section *section, lcm_notation notation) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, section->datum ? section->datum : "?");
  for (size_t i = 0; i < section->n_extents; i++)
    if (is_arrow(section, i))
      lcm_buf_printf(&buf, "->%s", section->extents[++i].field);
    else
      put_extent(&buf, &section->extents[i], notation);
  for (size_t i = 0; i < section->n_over; i++)
    put_over(&buf, &section->over[i], notation);
  return lcm_buf_take(&buf);
}

/* ---- over ranges --------------------------------------------------------- */

/* Return by how much "e" grows where the index "name" grows by one. */
static const lcm_expr *growth(lcm_ctx *ctx, const lcm_expr *e,
                              const char *name) {
  const lcm_expr *next = lcm_expr_add(
      ctx, lcm_expr_symbol(ctx, name, LCM_DIM_NONE), lcm_expr_int(ctx, 1));
  const struct lcm_subst by = {name, next};
  return lcm_expr_expand(ctx,
                         lcm_expr_sub(ctx, lcm_expr_subst(ctx, e, &by, 1), e));
}

/* As growth; NULL where that is no number. */
static const lcm_expr *slope(lcm_ctx *ctx, const lcm_expr *e,
                             const char *name) {
  double value = 0;
  const lcm_expr *by = growth(ctx, e, name);
  return by && lcm_expr_is_number(by, &value) ? by : NULL;
}

/* Return "e" (NULL for NULL) with "name" replaced by "value". */
static const lcm_expr *at(lcm_ctx *ctx, const lcm_expr *e, const char *name,
                          const lcm_expr *value) {
  const struct lcm_subst by = {name, value};
  return e && value ? lcm_expr_subst(ctx, e, &by, 1) : NULL;
}

/* Return the largest value of the index of "range", which steps. */
static const lcm_expr *last_of(lcm_ctx *ctx, const lcm_iteration *range) {
  if (!range->step || !range->from || !range->to)
    return range->to;
  const lcm_expr *rounds = lcm_expr_apply(
      ctx, LCM_X_FLOOR,
      lcm_expr_div(ctx, lcm_expr_sub(ctx, range->to, range->from),
                   range->step));
  return lcm_expr_add(ctx, range->from, lcm_expr_mul(ctx, range->step, rounds));
}

/* Return whether "e" (may be NULL) speaks of "name". */
static bool has(const lcm_expr *e, const char *name) {
  return e && lcm_expr_has(e, name);
}

/* Return the only step of "b" whose lower end speaks of "name", which nothing
 * else does; the number of steps where there is none. */
static size_t only_step(const struct building *b, const char *name) {
  size_t found = b->n_extents;
  for (size_t d = 0; d < b->n_extents; d++) {
    if (has(b->extents[d].length, name))
      return b->n_extents;
    if (!has(b->extents[d].lower, name))
      continue;
    if (found < b->n_extents)
      return b->n_extents;
    found = d;
  }
  for (size_t i = 0; i < b->over.n; i++)
    if (has(b->over.at[i].from, name) || has(b->over.at[i].to, name))
      return b->n_extents;
  return found;
}

/* Return whether "b" speaks of "name" at all. */
static bool speaks_of(const struct building *b, const char *name) {
  for (size_t d = 0; d < b->n_extents; d++)
    if (has(b->extents[d].lower, name) || has(b->extents[d].length, name))
      return true;
  for (size_t i = 0; i < b->over.n; i++)
    if (has(b->over.at[i].from, name) || has(b->over.at[i].to, name))
      return true;
  return false;
}

/* Return whether steps of "stride" leave no gap between stretches as long as
 * "length". */
static bool is_dense(lcm_ctx *ctx, const lcm_expr *stride,
                     const lcm_expr *length) {
  double a = 0;
  double b = 0;
  if (stride == length)
    return true;
  if (lcm_expr_is_number(stride, &a) && lcm_expr_is_number(length, &b))
    return a <= b;
  const lcm_relation relation = lcm_expr_compare(ctx, stride, length);
  return relation == LCM_REL_LESS || relation == LCM_REL_EQUAL;
}

/* Fold the index of "range" into the step of "b" that speaks of it; false where
 * the result would not be just that; "sure": the range is not empty. */
static bool fold(struct building *b, const lcm_iteration *range, bool sure) {
  lcm_ctx *ctx = b->ctx;
  const size_t d = only_step(b, range->index);
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  double sign = 0;
  if (d == b->n_extents || range->factor || !range->from || !range->to ||
      !b->extents[d].length)
    return false;
  struct lcm_extent *extent = &b->extents[d];
  const lcm_expr *step = range->step ? range->step : one;
  const lcm_expr *factor = slope(ctx, extent->lower, range->index);
  if (!factor || !lcm_expr_is_number(factor, &sign) || sign == 0 ||
      (!sure && !lcm_expr_is_int(extent->length, 1)))
    return false;
  const lcm_expr *last = last_of(ctx, range);
  const lcm_expr *size = sign < 0 ? lcm_expr_neg(ctx, factor) : factor;
  if (!last || !is_dense(ctx, lcm_expr_mul(ctx, size, step), extent->length))
    return false;
  const lcm_expr *lower =
      at(ctx, extent->lower, range->index, sign < 0 ? last : range->from);
  const lcm_expr *span =
      lcm_expr_mul(ctx, size, lcm_expr_sub(ctx, last, range->from));
  const lcm_expr *length =
      lcm_expr_add(ctx, extent->length, lcm_expr_expand(ctx, span));
  if (!lower || !length)
    return false;
  *extent = (struct lcm_extent){lower, length, NULL};
  return true;
}

/* Return whether "range" is never empty inside the first "n" of "ranges". */
static bool is_filled(lcm_ctx *ctx, const lcm_iteration *range,
                      const struct lcm_varying *ranges, size_t n) {
  const struct lcm_varying outer = {ranges->at, n, NULL, NULL};
  const lcm_expr *span =
      range->from && range->to
          ? lcm_expr_expand(ctx, lcm_expr_sub(ctx, range->to, range->from))
          : NULL;
  const lcm_expr *least =
      span ? lcm_section_extreme(ctx, &outer, span, true) : NULL;
  const lcm_relation relation =
      least ? lcm_expr_compare(ctx, lcm_expr_int(ctx, 0), least)
            : LCM_REL_UNKNOWN;
  return relation == LCM_REL_LESS || relation == LCM_REL_EQUAL;
}

/* Return whether range number "i" of "ranges" is not empty, or is taken for
 * that: nothing that varies decides it. */
static bool is_sure(lcm_ctx *ctx, const struct lcm_varying *ranges, size_t i) {
  const char *const *names = NULL;
  const lcm_iteration *range = &ranges->at[i];
  if (!range->from || !range->to || is_filled(ctx, range, ranges, i))
    return true;
  const lcm_expr *difference = lcm_expr_sub(ctx, range->to, range->from);
  const size_t n = difference ? lcm_expr_names(&names, ctx, difference) : 0;
  for (size_t k = 0; k < n; k++)
    if (ranges->is(names[k], ranges->user))
      return false;
  return true;
}

/* Put "range" before the indices that "b" runs over. */
static void put_before(struct building *b, const lcm_iteration *range) {
  LCM_LIST_ADD(lcm_ctx_arena(b->ctx), &b->over, *range);
  memmove(b->over.at + 1, b->over.at, (b->over.n - 1) * sizeof *b->over.at);
  b->over.at[0] = *range;
}

/* Return whether "section" speaks of the index "name". */
static bool speaks(const lcm_section *section, const char *name) {
  for (size_t d = 0; d < section->n_extents; d++)
    if (has(section->extents[d].lower, name) ||
        has(section->extents[d].length, name))
      return true;
  for (size_t i = 0; i < section->n_over; i++)
    if (has(section->over[i].from, name) || has(section->over[i].to, name))
      return true;
  return false;
}

lcm_section lcm_section_over(lcm_ctx *ctx, const lcm_section *section,
                             const struct lcm_varying *ranges) {
  struct building b = {.ctx = ctx, .n_extents = section->n_extents};
  lcm_section out = *section;
  b.extents = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_extent,
                            section->n_extents + 1);
  if (section->n_extents)
    memcpy(b.extents, section->extents, b.n_extents * sizeof *b.extents);
  for (size_t i = 0; i < section->n_over; i++)
    if (speaks(section, section->over[i].index) ||
        !is_filled(ctx, &section->over[i], ranges, ranges->n))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &b.over, section->over[i]);
  for (size_t i = ranges->n; i-- > 0;) {
    const lcm_iteration *range = &ranges->at[i];
    const bool sure = is_sure(ctx, ranges, i);
    if (!speaks_of(&b, range->index) ? !sure : !fold(&b, range, sure))
      put_before(&b, range);
  }
  out.extents = b.extents;
  out.over = b.over.at;
  out.n_over = b.over.n;
  return out;
}

/* ---- behind pointers ----------------------------------------------------- */

/* Append the step "step" to "out", whose last one may be where a pointer
 * points. */
static void append_step(lcm_ctx *ctx, lcm_section *out,
                        struct lcm_extent *steps, struct lcm_extent step) {
  struct lcm_extent *last = out->n_extents ? &steps[out->n_extents - 1] : NULL;
  const bool index = !step.field && step.lower && step.length;
  if (last && last->field && !strcmp(last->field, LCM_FIELD_ADDRESS)) {
    out->n_extents--;
    if (index && lcm_expr_is_int(step.lower, 0) &&
        lcm_expr_is_int(step.length, 1))
      return;
    out->why = "an address is used as an array";
  } else if (last && !last->field && !last->length) {
    out->n_extents--;
    if (index && last->lower)
      step.lower = lcm_expr_add(ctx, last->lower, step.lower);
    else
      step = (struct lcm_extent){NULL, NULL, NULL};
  }
  steps[out->n_extents++] = step;
}

lcm_section lcm_section_behind(lcm_ctx *ctx, const lcm_section *base,
                               const lcm_section *section) {
  lcm_section out = *section;
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_extent,
                    base->n_extents + section->n_extents + 1);
  if (base->n_extents)
    memcpy(extents, base->extents, base->n_extents * sizeof *extents);
  out.extents = extents;
  out.n_extents = base->n_extents;
  for (size_t i = 0; i < section->n_extents; i++)
    append_step(ctx, &out, extents, section->extents[i]);
  out.loaded = loaded_behind(ctx, base, section, &out);
  out.datum = base->datum;
  out.key = base->key;
  out.led = base->led;
  out.why = out.why ? out.why : base->why;
  out.exact = section->exact && base->exact;
  out.maybe = section->maybe && base->exact && !base->why;
  out.decided = section->decided && out.maybe;
  return out;
}

/* ---- sizes --------------------------------------------------------------- */

/* Return the product of the lengths of the "n" steps at "extents", NULL where
 * one is not known. */
static const lcm_expr *volume(lcm_ctx *ctx, const struct lcm_extent *extents,
                              size_t n) {
  const lcm_expr *product = lcm_expr_int(ctx, 1);
  for (size_t d = 0; d < n && product; d++)
    if (!extents[d].field)
      product = extents[d].length
                    ? lcm_expr_mul(ctx, product, extents[d].length)
                    : NULL;
  return product;
}

/* Return the only index of "section" that is not "settled" and that the lower
 * end of its step "d" speaks of; the number of indices where there is none or
 * more. */
static size_t index_of_step(const lcm_section *section, size_t d,
                            const bool *settled) {
  size_t found = section->n_over;
  for (size_t i = 0; i < section->n_over; i++) {
    if (settled[i] || !has(section->extents[d].lower, section->over[i].index))
      continue;
    if (found < section->n_over)
      return section->n_over;
    found = i;
  }
  return found;
}

/* Return whether different values of index "i" give different elements of step
 * "d". */
static bool tells_apart(lcm_ctx *ctx, const lcm_section *section, size_t d,
                        size_t i) {
  double by = 0;
  double length = 0;
  double step = 1;
  const struct lcm_extent *extent = &section->extents[d];
  const lcm_expr *factor = slope(ctx, extent->lower, section->over[i].index);
  return factor && lcm_expr_is_number(factor, &by) &&
         (!section->over[i].step ||
          lcm_expr_is_number(section->over[i].step, &step)) &&
         extent->length && lcm_expr_is_number(extent->length, &length) &&
         (by < 0 ? -by : by) * step >= length;
}

/* Return whether no element of "section" belongs to two values of its
 * indices. */
static bool is_injective(lcm_ctx *ctx, const lcm_section *section) {
  bool *settled = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, section->n_over + 1);
  size_t n = 0;
  for (bool more = true; more;) {
    more = false;
    for (size_t d = 0; d < section->n_extents; d++) {
      const size_t i = section->extents[d].lower
                           ? index_of_step(section, d, settled)
                           : section->n_over;
      if (i == section->n_over || !tells_apart(ctx, section, d, i))
        continue;
      settled[i] = more = true;
      n++;
    }
  }
  return n == section->n_over;
}

/* Return the sum of "body" over "range"; NULL where it is not known. */
static const lcm_expr *sum_over(lcm_ctx *ctx, const lcm_iteration *range,
                                const lcm_expr *body) {
  if (!body || range->factor || !range->from || !range->to)
    return NULL;
  struct lcm_range plain = {range->index, range->from, range->to};
  if (range->step) {
    const lcm_expr *index = lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE);
    body = at(
        ctx, body, range->index,
        lcm_expr_add(ctx, range->from, lcm_expr_mul(ctx, range->step, index)));
    plain.from = lcm_expr_int(ctx, 0);
    plain.to = lcm_expr_apply(
        ctx, LCM_X_FLOOR,
        lcm_expr_div(ctx, lcm_expr_sub(ctx, range->to, range->from),
                     range->step));
  }
  return body && plain.to ? lcm_expr_over(ctx, LCM_X_SUM, plain, body) : NULL;
}

/* Put into "*sign" whether "e" grows (1) or falls (-1) by "factor", which it
 * does from one value of an index to the next; "by_name": also where it falls
 * or grows by a name that stands for no negative number.  Return whether that
 * is known. */
static bool sign_of(int *sign, lcm_ctx *ctx, const lcm_expr *factor,
                    bool by_name) {
  double by = 0;
  const bool number = factor && lcm_expr_is_number(factor, &by);
  *sign = by < 0 ? -1 : 1;
  if (number || !factor || !by_name || lcm_expr_is_natural(factor))
    return number || (factor && by_name);
  *sign = -1;
  return lcm_expr_is_natural(lcm_expr_neg(ctx, factor));
}

/* As lcm_section_extreme; "by_name" as sign_of has it. */
static const lcm_expr *extreme(lcm_ctx *ctx, const struct lcm_varying *ranges,
                               const lcm_expr *e, bool low, bool by_name) {
  int sign = 1;
  for (size_t i = ranges->n; e && i-- > 0;) {
    const lcm_iteration *range = &ranges->at[i];
    if (!lcm_expr_has(e, range->index))
      continue;
    const lcm_expr *factor = growth(ctx, e, range->index);
    if (factor && lcm_expr_has(factor, range->index))
      return NULL;
    if (!sign_of(&sign, ctx, factor, by_name))
      return NULL;
    e = at(ctx, e, range->index, (sign < 0) == low ? range->to : range->from);
  }
  return e;
}

const lcm_expr *lcm_section_extreme(lcm_ctx *ctx,
                                    const struct lcm_varying *ranges,
                                    const lcm_expr *e, bool low) {
  return extreme(ctx, ranges, e, low, false);
}

/* Return the elements between the ends of "section" in each step; "by_name" as
 * sign_of has it. */
static const lcm_expr *hull(lcm_ctx *ctx, const lcm_section *section,
                            bool by_name) {
  const lcm_expr *product = lcm_expr_int(ctx, 1);
  const struct lcm_varying over = {section->over, section->n_over, NULL, NULL};
  for (size_t d = 0; d < section->n_extents && product; d++) {
    const struct lcm_extent *extent = &section->extents[d];
    if (extent->field)
      continue;
    if (!extent->lower || !extent->length)
      return NULL;
    const lcm_expr *low = extreme(ctx, &over, extent->lower, true, by_name);
    const lcm_expr *behind =
        extreme(ctx, &over, lcm_expr_add(ctx, extent->lower, extent->length),
                false, by_name);
    product = low && behind
                  ? lcm_expr_mul(ctx, product, lcm_expr_sub(ctx, behind, low))
                  : NULL;
  }
  return product;
}

/* Return whether the lower ends of "section" are linear in the index of
 * "range". */
static bool is_linear_in(lcm_ctx *ctx, const lcm_section *section,
                         const lcm_iteration *range) {
  for (size_t d = 0; d < section->n_extents; d++) {
    const lcm_expr *lower = section->extents[d].lower;
    const lcm_expr *by =
        has(lower, range->index) ? growth(ctx, lower, range->index) : NULL;
    if (has(lower, range->index) && (!by || lcm_expr_has(by, range->index)))
      return false;
  }
  return true;
}

/* Return whether "section" is linear in each of its indices. */
static bool is_linear(lcm_ctx *ctx, const lcm_section *section) {
  for (size_t i = 0; i < section->n_over; i++)
    if (!is_linear_in(ctx, section, &section->over[i]))
      return false;
  return true;
}

/* Return the elements of "section" for all values of its indices, those that
 * several values have counted several times; NULL where that is not known. */
static const lcm_expr *sum_over_all(lcm_ctx *ctx, const lcm_section *section) {
  const lcm_expr *sum = volume(ctx, section->extents, section->n_extents);
  for (size_t i = section->n_over; i-- > 0;)
    sum = sum_over(ctx, &section->over[i], sum);
  return sum;
}

const lcm_expr *lcm_section_count(bool *exact, lcm_ctx *ctx,
                                  const lcm_section *section) {
  const bool injective = is_injective(ctx, section);
  const lcm_expr *elements = injective ? sum_over_all(ctx, section) : NULL;
  const bool certain = section->exact && (!section->n_over || elements);
  if (section->n_over && !elements)
    elements = hull(ctx, section, false);
  *exact = certain;
  return section->element && elements
             ? lcm_expr_mul(ctx, section->element, elements)
             : NULL;
}

const lcm_expr *lcm_section_bytes(lcm_ctx *ctx, const lcm_section *section) {
  bool exact = false;
  const lcm_expr *bytes = lcm_section_count(&exact, ctx, section);
  if (bytes || !section->element || !is_linear(ctx, section))
    return bytes;
  const lcm_expr *sum = sum_over_all(ctx, section);
  const lcm_expr *none[] = {lcm_expr_int(ctx, 0), section->n_over > 1
                                                      ? hull(ctx, section, true)
                                                      : NULL};
  const lcm_expr *both[] = {
      sum, none[1] ? lcm_expr_nary(ctx, LCM_X_MAX, none, 2) : NULL};
  const lcm_expr *elements =
      sum && both[1] ? lcm_expr_nary(ctx, LCM_X_MIN, both, 2) : sum;
  return lcm_expr_mul(ctx, section->element, elements);
}
