/* Models of a loop as models of one of its iterations. */
#include <stdlib.h>
#include <string.h>

#include "annotations/annotate/iteration.h"
#include "base/find.h"

/* Return how often one range of a loop is run through, NULL where that has no
 * simple form. */
static const lcm_expr *steps_of(lcm_ctx *ctx, const lcm_iteration *range) {
  if (range->factor)
    return NULL;
  const lcm_expr *span = lcm_expr_sub(ctx, range->to, range->from);
  if (range->step && !lcm_expr_is_int(range->step, 1))
    span =
        lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_div(ctx, span, range->step));
  return lcm_expr_add(ctx, span, lcm_expr_int(ctx, 1));
}

/* Return how often one execution of the loop "node" executes its body, as its
 * source says; NULL where that is not known, or not always the same. */
static const lcm_expr *source_trips(lcm_ctx *ctx, const lcm_node *node) {
  const lcm_expr *all = node->u.loop.count;
  for (size_t i = 0; i < node->u.loop.n_ranges && !node->u.loop.count; i++) {
    const lcm_iteration *range = &node->u.loop.ranges[i];
    const lcm_expr *own = steps_of(ctx, range);
    for (size_t k = 0; k < i && own; k++)
      if (lcm_expr_has(own, node->u.loop.ranges[k].index))
        return NULL;
    if (!own)
      return NULL;
    all = all ? lcm_expr_mul(ctx, all, own) : own;
  }
  return all;
}

/* Return "text" as an expression over pure numbers, NULL where it is none. */
static const lcm_expr *read_pure(lcm_ctx *ctx, const char *text) {
  const lcm_expr *e = NULL;
  const struct lcm_expr_source source = {.text = text, .len = strlen(text)};
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_status status = lcm_expr_parse(&e, ctx, &source);
  (void)lcm_ctx_mute(ctx, muted);
  return status ? NULL : e;
}

/* Return "e" as text in memory of "ctx", NULL where there is none. */
static const char *text_of(lcm_ctx *ctx, const lcm_expr *e) {
  char *text = lcm_expr_to_str(e, LCM_TEXT);
  const char *out = text ? lcm_intern(ctx, text) : NULL;
  free(text);
  return out;
}

/* Return how often the loop of "place" executes its body, over the names that a
 * comment may use there; NULL where nobody knows. */
static const lcm_expr *trips_of(struct annotate *a,
                                const struct annotate_place *place) {
  static const char COUNT[] = "count ";
  if (place->count)
    return read_pure(a->ctx, place->count + sizeof COUNT - 1);
  const lcm_expr *trips = source_trips(a->source, place->node);
  const char *text = trips ? text_of(a->ctx, trips) : NULL;
  return text ? read_pure(a->ctx, text) : NULL;
}

/* Return whether a name in "trips" may mean something else in "model", of
 * "place". */
static bool is_mixed(const lcm_expr *trips, const struct annotate_place *place,
                     const lcm_fit_model *model, lcm_ctx *ctx) {
  bool mixed = lcm_expr_has(trips, lcm_intern(ctx, "p"));
  for (size_t i = 0; i < model->n_coefficients; i++)
    mixed = mixed ||
            lcm_expr_has(trips, lcm_intern(ctx, model->coefficients[i].name));
  for (size_t i = 0; i < model->n_variables && !place->count; i++) {
    const char *name = model->variables[i].name;
    mixed = mixed || (lcm_names_have(place->function->params,
                                     place->function->n_params, name) &&
                      lcm_expr_has(trips, lcm_intern(ctx, name)));
  }
  return mixed;
}

bool annotate_is_loop(const lcm_node *node) {
  return node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_WHILE ||
         node->kind == LCM_NODE_PARLOOP;
}

bool annotate_each(lcm_fit_model *out, struct annotate *a,
                   const struct annotate_place *place,
                   const lcm_fit_model *model) {
  const lcm_expr *form = model->form ? read_pure(a->ctx, model->form) : NULL;
  const lcm_expr *trips = form ? trips_of(a, place) : NULL;
  if (!trips || is_mixed(trips, place, model, a->ctx))
    return false;
  const char *text = text_of(a->ctx, lcm_expr_div(a->ctx, form, trips));
  struct lcm_fit_text written;
  const struct lcm_fit_writing how = {.divide = 1};
  *out = *model;
  out->form = text;
  return text && lcm_fit_write(&written, a->ctx, out, &how);
}
