/* Clauses as OpenMP takes them: the operator of a reduction, and the elements
 * of an array behind a pointer. */
#include "model/edit/why/clause.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/edit/depend/access.h"
#include "model/edit/depend/scalar.h"
#include "model/edit/depend/settled.h"
#include "model/sections/sections.h"

/* Return what "section" is called, in memory of "ctx": "s", "st.sum". */
static const char *text_of(lcm_ctx *ctx, const lcm_section *section) {
  lcm_section whole = *section;
  whole.n_over = 0;
  char *text = lcm_section_to_str(&whole, LCM_READER);
  const char *out =
      lcm_arena_strdup(lcm_ctx_arena(ctx), text ? text : section->datum);
  free(text);
  return out;
}

/* Return whether "section" is a member of elements. */
static bool has_field(const lcm_section *section) {
  for (size_t i = 0; i < section->n_extents; i++)
    if (section->extents[i].field)
      return true;
  return false;
}

/* Return the ranges of the loop "loop" and those around "access" in it, "*n" of
 * them, outermost first. */
static const lcm_iteration *ranges_of(size_t *n, lcm_ctx *ctx,
                                      const lcm_node *loop,
                                      const struct lcm_edit_access *access) {
  const size_t own = loop->u.loop.n_ranges;
  lcm_iteration *out = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_iteration,
                                     own + access->n_ranges + 1);
  for (size_t i = 0; i < own; i++)
    out[i] = loop->u.loop.ranges[i];
  for (size_t i = 0; i < access->n_ranges; i++)
    out[own + i] = access->ranges[i];
  *n = own + access->n_ranges;
  return out;
}

/* Return whether C reads "text" as a section: names, whole numbers, sums and
 * products. */
static bool is_plain(const char *text) {
  static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ +-*[]:";
  return text[strspn(text, PLAIN)] == '\0';
}

/* Return whether nothing that the subscripts of "access" and the loops around
 * it speak of changes in the loop at "spot". */
static bool is_settled(lcm_ctx *ctx, const lcm_program *program,
                       const struct lcm_edit_spot *spot,
                       const struct lcm_edit_access *access) {
  struct lcm_editing e = {.ctx = ctx, .program = program};
  struct lcm_edit_accesses own = {.cut = false};
  struct lcm_edit_accesses all = {.own = &own};
  struct lcm_edit_changed changed = {.by = {0}};
  lcm_edit_touch(&all, &e, &program->functions[spot->function], spot->node);
  lcm_edit_find_changed(&changed, ctx, &all);
  lcm_edit_find_changed(&changed, ctx, &own);
  return !all.why && !lcm_edit_unsettled(ctx, &changed, access);
}

/* Return whether "extent" speaks of an index of "node" or of a loop below, or
 * of a variable that gets a value there, or may. */
static bool speaks_of(const struct lcm_extent *extent, const lcm_node *node) {
  const bool let = node->kind == LCM_NODE_LET;
  const size_t n = lcm_node_is_loop(node->kind) ? node->u.loop.n_ranges : 0;
  if (lcm_node_is_loop(node->kind) && !n)
    return true;
  for (size_t i = 0; i < n + let; i++) {
    const char *name = let ? node->u.let.name : node->u.loop.ranges[i].index;
    if (lcm_expr_has(extent->lower, name) || lcm_expr_has(extent->length, name))
      return true;
  }
  for (size_t i = 0; i < node->n_children; i++)
    if (speaks_of(extent, node->children[i]))
      return true;
  return false;
}

/* Nothing that ranges speak of changes, but for their indices. */
static bool is_never(const char *name, void *user) {
  (void)name;
  (void)user;
  return false;
}

/* Return the elements behind a pointer that "access" touches in all iterations
 * of "loop", NULL where they are not known before it. */
static const char *elements_of(lcm_ctx *ctx, const lcm_node *loop,
                               const struct lcm_edit_access *access) {
  struct lcm_varying ranges = {.is = is_never};
  ranges.at = ranges_of(&ranges.n, ctx, loop, access);
  const lcm_section all = lcm_section_over(ctx, access->section, &ranges);
  const struct lcm_extent *extent = &all.extents[0];
  if (all.n_extents != 1 || all.n_over || !extent->lower || !extent->length ||
      speaks_of(extent, loop))
    return NULL;
  char *lower = lcm_expr_to_str(extent->lower, LCM_READER);
  char *length = lcm_expr_to_str(extent->length, LCM_READER);
  const char *text = lower && length
                         ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s[%s:%s]",
                                            all.datum, lower, length)
                         : NULL;
  free(lower);
  free(length);
  return text && is_plain(text) ? text : NULL;
}

/* Return the name of a variable that stands in for the member "datum": "st_sum"
 * for "st.sum". */
static const char *stand_in(lcm_ctx *ctx, const char *datum) {
  lcm_buf buf = {0};
  const char *at = datum + strspn(datum, "*(");
  for (; *at; at++)
    if (isalnum((unsigned char)*at) || *at == '_')
      lcm_buf_putc(&buf, *at);
    else if (at[1] && buf.len && buf.text[buf.len - 1] != '_')
      lcm_buf_putc(&buf, '_');
  return lcm_ctx_text(ctx, &buf);
}

/* Return how many iterations "range" has, NULL where that is not seen. */
static const lcm_expr *count_of(lcm_ctx *ctx, const lcm_iteration *range) {
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  if (!range->from || !range->to || range->factor ||
      (range->step && range->step != one))
    return NULL;
  return lcm_expr_add(ctx, lcm_expr_sub(ctx, range->to, range->from), one);
}

/* Return by how much an iteration of the loop at "spot" moves "section", which
 * nothing but the loop's own text does; NULL where that is not seen. */
static const lcm_expr *pace_of(lcm_ctx *ctx, const lcm_program *program,
                               const struct lcm_edit_spot *spot,
                               const lcm_section *section) {
  struct lcm_editing e = {.ctx = ctx, .program = program};
  struct lcm_edit_accesses own = {.cut = false};
  struct lcm_edit_accesses all = {.own = &own};
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  const lcm_node *round = spot->node->children[0];
  lcm_edit_touch(&all, &e, &program->functions[spot->function], round);
  for (size_t i = 0; i < all.of.n && sum; i++) {
    const struct lcm_edit_access *one = &all.of.at[i];
    if (!one->writes || !lcm_edit_is_same(one->section, section))
      continue;
    const lcm_expr *by = one->section->by;
    for (size_t k = 0; k < one->n_ranges && by; k++) {
      const lcm_expr *count = count_of(ctx, &one->ranges[k]);
      by = count ? lcm_expr_mul(ctx, by, count) : NULL;
    }
    sum = by ? lcm_expr_add(ctx, sum, by) : NULL;
  }
  return all.why ? NULL : sum;
}

/* Let "out" say by how much an iteration of the loop at "spot" moves its
 * variable "section", or that nobody knows. */
static void pace(struct lcm_serial_clause *out, lcm_ctx *ctx,
                 const lcm_program *program, const struct lcm_edit_spot *spot,
                 const lcm_section *section) {
  const lcm_expr *by =
      section->rounded ? NULL : pace_of(ctx, program, spot, section);
  double number = 0;
  if (by && lcm_expr_is_number(by, &number) && number == 1)
    return;
  out->open = !by || !lcm_expr_is_number(by, &number);
  out->list = out->open
                  ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s: N", out->datum)
                  : lcm_arena_printf(lcm_ctx_arena(ctx), "%s: %.0f", out->datum,
                                     number);
}

void lcm_why_clause(struct lcm_serial_clause *out, lcm_ctx *ctx,
                    const lcm_program *program,
                    const struct lcm_edit_spot *spot,
                    const struct lcm_edit_reason *reason) {
  const lcm_section *section = reason->a->section;
  const lcm_function *function = &program->functions[spot->function];
  const bool array = lcm_section_is_array(section);
  const bool sum = !strcmp(reason->text, "reduction");
  *out = (struct lcm_serial_clause){.datum = array ? section->datum
                                                   : text_of(ctx, section),
                                    .clause = reason->text,
                                    .op = sum ? section->combined : NULL};
  out->list = out->datum;
  out->member = has_field(section);
  if (out->member) {
    out->datum = text_of(ctx, section);
    out->list = stand_in(ctx, out->datum);
    return;
  }
  if (!strcmp(reason->text, "linear"))
    pace(out, ctx, program, spot, section);
  if (!sum || !array)
    return;
  if (section->pointed ||
      lcm_function_param(function, section) < function->n_params) {
    out->list = is_settled(ctx, program, spot, reason->a)
                    ? elements_of(ctx, spot->node, reason->a)
                    : NULL;
    out->open = !out->list;
  } else
    out->open = lcm_section_loads(section) > 0;
  if (out->open)
    out->list = lcm_arena_printf(lcm_ctx_arena(ctx), "%s[0:N]", out->datum);
}
