/* Accesses of nodes to arrays, in terms of the loops around. */
#include <string.h>

#include "composer/count/notes.h"
#include "composer/count/range.h"
#include "composer/count/rows.h"
#include "composer/count/store.h"
#include "composer/count/touch.h"

lcm_section lcm_cost_globalize(const struct lcm_cost_walk *walk,
                               const lcm_section *section) {
  lcm_section out = *section;
  const size_t i = lcm_function_param(walk->function, section);
  struct lcm_extent *extents = LCM_NEW_ARRAY(
      lcm_ctx_arena(walk->ctx), struct lcm_extent, section->n_extents + 1);
  for (size_t k = 0; k < section->n_extents; k++)
    extents[k] =
        (struct lcm_extent){lcm_cost_resolve(walk, section->extents[k].lower),
                            lcm_cost_resolve(walk, section->extents[k].length),
                            section->extents[k].field};
  out.extents = extents;
  out.element = lcm_cost_resolve(walk, section->element);
  if (walk->data && i < walk->function->n_params && walk->data[i].datum)
    out = lcm_section_behind(walk->ctx, &walk->data[i], &out);
  return out;
}

/* Return whether the ranges of all indices in "e" are known. */
static bool is_known(const struct lcm_cost_walk *walk, const lcm_expr *e) {
  for (size_t i = 0; i < walk->unknown.n; i++)
    if (lcm_expr_has(e, walk->unknown.at[i]))
      return false;
  return true;
}

/* Return the first of the elements that "extent" chooses, and another one for
 * each iteration of a loop of its own where there are several; NULL where they
 * are not known. */
static const lcm_expr *subscript_of(struct lcm_cost_walk *walk,
                                    const struct lcm_extent *extent) {
  lcm_ctx *ctx = walk->ctx;
  if (!extent->lower || !extent->length || !is_known(walk, extent->lower))
    return NULL;
  if (lcm_expr_is_int(extent->length, 1))
    return extent->lower;
  const char *name = lcm_cost_fresh(walk, "element");
  const lcm_expr *last =
      lcm_expr_sub(ctx, extent->length, lcm_expr_int(ctx, 1));
  lcm_cost_enter(walk,
                 (struct lcm_cost_step){
                     .nesting = {name, lcm_expr_int(ctx, 0), last, NULL}});
  return lcm_expr_add(ctx, extent->lower,
                      lcm_expr_symbol(ctx, name, LCM_DIM_NONE));
}

/* Put the subscripts of "section" into "touch"; return the steps and the
 * members between them. */
static const char *put_subscripts(struct lcm_cost_walk *walk,
                                  lcm_cost_touch *touch,
                                  const lcm_section *section) {
  const lcm_expr **out = LCM_NEW_ARRAY(
      lcm_ctx_arena(walk->ctx), const lcm_expr *, section->n_extents + 1);
  lcm_buf path = {0};
  for (size_t i = 0; i < section->n_extents; i++) {
    const struct lcm_extent *extent = &section->extents[i];
    if (extent->field) {
      lcm_buf_printf(&path, ".%s", extent->field);
      continue;
    }
    lcm_buf_puts(&path, "[]");
    out[touch->n_subscripts] = subscript_of(walk, extent);
    touch->vague = touch->vague || !out[touch->n_subscripts++];
  }
  touch->subscripts = out;
  touch->exact = touch->exact && !touch->vague;
  const char *text = lcm_intern(walk->ctx, path.text ? path.text : "");
  lcm_buf_free(&path);
  return text;
}

/* Return whether "section" is memory that a pointer which is not followed leads
 * to: it has no variable. */
static bool is_nowhere(const lcm_section *section) {
  return section->why && section->key == section->datum && !section->n_extents;
}

/* Return whether "section" is a variable of which nothing more is known. */
static bool is_whole(const lcm_section *section) {
  return section->why && !section->n_extents && !section->element;
}

/* Note that "section", of the place of "node", is not among the bytes. */
static void note_missing(struct lcm_cost_walk *walk, const lcm_node *node,
                         const lcm_section *section) {
  lcm_cost_note(walk, node,
                section->why
                    ? lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                       "%s: its bytes are not counted, for %s",
                                       section->datum, section->why)
                    : "an element of unknown size is not among the bytes");
}

/* Note the access "own" of "node". */
static void add_touch(struct lcm_cost_walk *walk, const lcm_node *node,
                      const lcm_section *own) {
  for (size_t i = 0; i < own->n_over; i++)
    lcm_cost_enter_range(walk, false, &own->over[i]);
  const lcm_section section = lcm_cost_globalize(walk, own);
  lcm_cost_touch touch = {.maybe = !section.exact};
  if (!lcm_section_is_array(&section) && !is_nowhere(&section) &&
      !is_whole(&section))
    return;
  if (!section.element) {
    note_missing(walk, node, &section);
    return;
  }
  if (section.why)
    lcm_cost_remark(walk, node,
                    lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                     "%s: its bytes are an upper bound, for %s",
                                     section.datum, section.why));
  touch.exact = !is_nowhere(&section);
  const char *path = put_subscripts(walk, &touch, &section);
  touch.nest = walk->nest;
  touch.array = lcm_cost_array_of(walk->store, &section, path);
  lcm_cost_touch *one = lcm_cost_touch_of(walk->store, &touch);
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->touches, one);
}

void lcm_cost_touch_all(struct lcm_cost_walk *walk, const lcm_node *node,
                        const lcm_section *sections, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const struct lcm_cost_walk outside = *walk;
    add_touch(walk, node, &sections[i]);
    walk->nest = outside.nest;
    walk->values = outside.values;
  }
}
