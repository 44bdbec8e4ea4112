/* What each part of a run takes, in closed form: a sum of what nodes take, each
 * times a coefficient of its own, which adds up as resources do. */
#include "composer/formula/part.h"

#include <stdio.h>

#include "composer/formula/env.h"
#include "composer/formula/price.h"

void lcm_formula_part(struct lcm_formula *f, struct lcm_closed *out,
                      const lcm_node *node, const lcm_expr *w,
                      const struct lcm_closed *own) {
  const struct lcm_formula_parts *parts = f->parts;
  char end[16];
  size_t at = 0;
  if (!parts || f->unlimited || f->reason)
    return;
  (void)snprintf(end, sizeof end, "/%u", node->id);
  const char *const id[] = {f->path, f->function->key, end};
  if (!lcm_map_get(&parts->ids, lcm_intern_parts(f->ctx, id, 3), &at))
    return;
  struct lcm_closed all = *own;
  lcm_formula_settle(f, &all, w);
  const lcm_expr *const *each = parts->each + (at - 1) * (f->n_cats + 1);
  for (size_t c = 0; c < f->n_cats; c++)
    if (all.cats[c])
      lcm_formula_demand(f, out, parts->slot,
                         lcm_expr_mul(f->ctx, each[c], all.cats[c]));
  parts->crews[2 * (at - 1)] = w;
  parts->crews[2 * (at - 1) + 1] =
      f->team ? lcm_expr_mul(f->ctx, f->team->k, f->team->weight) : NULL;
  if (own->time)
    lcm_formula_demand(f, out, parts->slot,
                       lcm_expr_mul(f->ctx, each[f->n_cats],
                                    lcm_expr_mul(f->ctx, w, own->time)));
}
