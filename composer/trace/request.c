/* What operations of message passing touch until they are waited for. */
#include <string.h>

#include "composer/trace/move.h"
#include "composer/trace/request.h"

enum { MAX_PENDING = 64 };

/* Return whether "name" is a parameter of "function". */
static bool is_param(const lcm_function *function, const char *name) {
  for (size_t i = 0; name && i < function->n_params; i++)
    if (!strcmp(function->params[i], name))
      return true;
  return false;
}

/* Return whether the element "slot" may be one of the "count" from "first" on
 * (NULL: unknown, one). */
static bool may_be_among(const lcm_expr *slot, const lcm_expr *first,
                         const lcm_expr *count) {
  double at = 0;
  double from = 0;
  double n = 1;
  if (!slot || !lcm_expr_is_number(slot, &at) ||
      (first && !lcm_expr_is_number(first, &from)) ||
      (count && !lcm_expr_is_number(count, &n)))
    return true;
  return at >= from && at < from + n;
}

/* Return whether "wait" in "function" may be about "pending". */
static bool is_meant(const struct lcm_pending *pending,
                     const struct lcm_mpi_call *wait,
                     const lcm_function *function) {
  const struct lcm_mpi_call *start = pending->node->u.message;
  if (!wait->request || !start->request)
    return false;
  if (pending->function == function)
    return !strcmp(wait->request, start->request) &&
           may_be_among(start->slot, wait->slot, wait->count);
  return !strcmp(wait->request, start->request) ||
         is_param(function, wait->request) ||
         is_param(pending->function, start->request);
}

void lcm_trace_pend(struct lcm_tracer *tracer,
                    const struct lcm_pending *pending) {
  for (size_t i = 0; i < tracer->pending.n; i++)
    if (tracer->pending.at[i].id == pending->id) {
      tracer->pending.at[i] = *pending;
      return;
    }
  if (tracer->pending.n < MAX_PENDING)
    LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &tracer->pending, *pending);
}

/* Return how many of the outermost ranges of "pending" are around "place",
 * too. */
static size_t shared_ranges(const struct lcm_pending *pending,
                            const struct lcm_place *place) {
  size_t n = 0;
  while (n < pending->n_ranges && n < place->n_ranges &&
         pending->ranges[n].index == place->ranges[n].index &&
         pending->ranges[n].from == place->ranges[n].from &&
         pending->ranges[n].to == place->ranges[n].to)
    n++;
  return n;
}

/* Return that the name "name" is the index of a loop around the start "user".
 */
static bool is_index(const char *name, void *user) {
  const struct lcm_pending *pending = user;
  for (size_t i = 0; i < pending->n_ranges; i++)
    if (pending->ranges[i].index == name)
      return true;
  return false;
}

/* Return the "n" sections at "sections" of "pending", for all iterations of the
 * loops that are not around "place". */
static const lcm_section *widened(struct lcm_tracer *tracer,
                                  struct lcm_pending *pending,
                                  const struct lcm_place *place,
                                  const lcm_section *sections, size_t n) {
  const size_t k = shared_ranges(pending, place);
  const struct lcm_varying ranges = {pending->ranges + k, pending->n_ranges - k,
                                     is_index, pending};
  lcm_section *out =
      LCM_NEW_ARRAY(lcm_ctx_arena(tracer->ctx), lcm_section, n + 1);
  for (size_t i = 0; i < n; i++)
    out[i] = lcm_section_over(tracer->ctx, &sections[i], &ranges);
  return out;
}

void lcm_trace_complete(struct lcm_tracer *tracer,
                        const struct lcm_place *place,
                        const lcm_function *function, bool start) {
  const lcm_node *node = place->steps[place->n_steps - 1].node;
  for (size_t i = 0; i < tracer->pending.n; i++) {
    struct lcm_pending *pending = &tracer->pending.at[i];
    if (pending->done || pending->started == start ||
        !is_meant(pending, node->u.message, function))
      continue;
    tracer->begun = start ? NULL : pending->id;
    const struct lcm_touching touching = {
        place,
        widened(tracer, pending, place, pending->reads, pending->n_reads),
        pending->n_reads,
        widened(tracer, pending, place, pending->writes, pending->n_writes),
        pending->n_writes};
    lcm_trace_touch(tracer, &touching);
    tracer->begun = NULL;
    if (start)
      pending->started = true;
    else if (!place->maybe)
      pending->done = !pending->persistent;
    if (!start && pending->persistent)
      pending->started = false;
  }
}
