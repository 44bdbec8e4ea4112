/* Two iterations of a loop that depend on each other, found by isl. */
#include "model/edit/why/example.h"

#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/depend/meet.h"

/* Return the element where both meet. */
static const char *element_of(lcm_ctx *ctx, const struct lcm_met *met) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, met->section->datum);
  for (size_t i = 0; i < met->n_steps; i++)
    if (met->section->extents[i].field)
      lcm_buf_printf(&buf, ".%s", met->section->extents[i].field);
    else
      lcm_buf_printf(&buf, "[%lld]", met->steps[i]);
  return lcm_ctx_text(ctx, &buf);
}

/* Return with which values of names they meet: " (with n = 3)". */
static const char *values_of(lcm_ctx *ctx, const struct lcm_met *met) {
  lcm_buf buf = {0};
  size_t n = 0;
  for (size_t i = 0; i < met->n_names; i++) {
    if (lcm_expr_kind_of(met->names[i]) != LCM_X_SYMBOL)
      continue;
    const char *name = lcm_expr_name(met->names[i]);
    lcm_buf_printf(&buf, "%s%s = %lld", n++ ? ", " : " (with ",
                   lcm_name_plain(name), met->values[i]);
  }
  lcm_buf_puts(&buf, n ? ")" : "");
  return lcm_ctx_text(ctx, &buf);
}

void lcm_why_example(struct lcm_why_example *out, lcm_ctx *ctx,
                     const lcm_node *loop, const struct lcm_edit_access *a,
                     const struct lcm_edit_access *b) {
  const struct lcm_edit_access *const sides[] = {a, b};
  struct lcm_met met;
  *out = (struct lcm_why_example){.found = false};
  if (loop->u.loop.n_ranges != 1 || a->section->key != b->section->key)
    return;
  lcm_edit_meet(&met, ctx, &loop->u.loop.ranges[0], sides, false);
  if (met.overlap != LCM_OVERLAP_YES || !met.steps || !met.section)
    return;
  const bool first =
      (met.index[0][0] < met.index[1][0]) != lcm_edit_goes_down(loop);
  *out = (struct lcm_why_example){
      .found = true,
      .sides = {sides[!first], sides[first]},
      .rounds = {met.index[!first][0], met.index[first][0]},
      .element = element_of(ctx, &met),
      .with = values_of(ctx, &met)};
}

bool lcm_why_apart(lcm_ctx *ctx, const lcm_node *loop,
                   const struct lcm_edit_access *a,
                   const struct lcm_edit_access *b) {
  const struct lcm_edit_access *const sides[] = {a, b};
  struct lcm_met met;
  lcm_edit_meet(&met, ctx, &loop->u.loop.ranges[0], sides, true);
  return met.overlap == LCM_OVERLAP_NO;
}
