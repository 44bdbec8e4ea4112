/* Phases of the run, and how well each uses its processors. */
#include <math.h>

#include "study/advise/phase.h"
#include "study/advise/words.h"

/* Phases being gathered. */
struct phasing {
  struct lcm_advising *a;
  LCM_LIST(struct lcm_phase) all;
};

/* Return whether the parts of "node" are phases themselves: they follow each
 * other, and it is no construct whose parts belong together. */
static bool is_divided(const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_SERIES:
    return !node->marks.construct;
  case LCM_NODE_CALL:
  case LCM_NODE_LOOP:
  case LCM_NODE_TEAM:
    return true;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_BRANCH:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    return false;
  }
  return false;
}

/* Return the number of the occurrence behind "i" and all below it. */
static size_t behind(const lcm_point *point, size_t i) {
  const unsigned depth = point->occurrences[i].depth;
  for (i++; i < point->n_occurrences; i++)
    if (point->occurrences[i].depth <= depth)
      return i;
  return i;
}

/* Return whether a part of occurrence "i" takes time. */
static bool has_parts(const lcm_point *point, size_t i) {
  for (size_t k = i + 1; k < behind(point, i); k++)
    if (point->occurrences[k].time > 0)
      return true;
  return false;
}

/* Add occurrence "o" as a phase.  Processors that have no more to do there wait
 * for the others: that it ends is noted behind it. */
static void add(struct phasing *p, const lcm_occurrence *o) {
  const lcm_prediction *prediction = p->a->prediction;
  struct lcm_phase phase = {.id = o->id,
                            .at = o->node->loc,
                            .title = lcm_advise_name(p->a->ctx, o->node),
                            .time = o->time,
                            .share = o->share,
                            .processors = o->processors,
                            .utilization = NAN};
  double spent = 0;
  for (size_t c = 0; c < prediction->n_cats; c++)
    spent += o->cats[c];
  const double all = fmax(spent, o->processors * o->time);
  for (size_t c = 0; c < prediction->n_cats && all > 0; c++) {
    const double waits = c == LCM_CAT_LI ? all - spent : 0;
    if (c != LCM_CAT_PC && c != LCM_CAT_UNSPLIT &&
        (o->cats[c] + waits) / all > phase.lost + 1e-9) {
      phase.lost = (o->cats[c] + waits) / all;
      phase.category = prediction->cat_names[c];
    }
  }
  if (all > 0)
    phase.utilization = (o->cats[LCM_CAT_PC] + o->cats[LCM_CAT_UNSPLIT]) / all;
  LCM_LIST_ADD(lcm_ctx_arena(p->a->ctx), &p->all, phase);
}

/* Add occurrence "i" of the run, or its parts. */
static void visit(struct phasing *p, size_t i) {
  const lcm_point *point = p->a->point;
  const lcm_occurrence *o = &point->occurrences[i];
  if (o->time < p->a->options->threshold * point->time)
    return;
  if (!is_divided(o->node) || !has_parts(point, i)) {
    add(p, o);
    return;
  }
  for (size_t k = i + 1; k < behind(point, i); k = behind(point, k))
    visit(p, k);
}

void lcm_advise_phases(lcm_advice *out, struct lcm_advising *a) {
  struct phasing p = {.a = a};
  if (a->point->n_occurrences)
    visit(&p, 0);
  out->phases = p.all.at;
  out->n_phases = p.all.n;
}
