#include <math.h>
#include <string.h>

#include "composer/engine_mail_internal.h"

/* The interfaces of nodes to the network: the ranks of a node share one, which
 * sends one message after the other.
 * per   ranks of a node; rank r is on node r / per
 * free  from when each interface is; busy: for how long it was used */
struct lcm_nodes {
  double per;
  size_t n;
  double *free;
  double *busy;
};

struct lcm_nodes *lcm_nodes_new(const struct lcm_run *run, lcm_arena *arena,
                                size_t ranks) {
  const double per = run->machine->ranks_per_node;
  if (!lcm_machine_cost(run->machine, "inject"))
    return NULL;
  struct lcm_nodes *nodes = LCM_NEW(arena, struct lcm_nodes);
  nodes->per = per >= 1 ? floor(per) : 1;
  nodes->n = (size_t)ceil((double)ranks / nodes->per);
  nodes->free = LCM_NEW_ARRAY(arena, double, nodes->n + 1);
  nodes->busy = LCM_NEW_ARRAY(arena, double, nodes->n + 1);
  return nodes;
}

/* Return the node of rank "rank". */
static size_t node_of(const struct lcm_nodes *nodes, size_t rank) {
  return (size_t)floor((double)rank / nodes->per);
}

double lcm_nodes_leave(struct lcm_nodes *nodes, struct lcm_run *run,
                       const struct lcm_departure *of) {
  if (!nodes || node_of(nodes, of->from) == node_of(nodes, of->to))
    return of->ready;
  const size_t node = node_of(nodes, of->from);
  const double time = lcm_run_machine(run, "inject", 2, of->bytes, 1);
  const double leave = fmax(of->ready, nodes->free[node]);
  nodes->free[node] = leave + time;
  nodes->busy[node] += time;
  return leave;
}

void lcm_nodes_demand(const struct lcm_nodes *nodes, struct lcm_run *run) {
  for (size_t i = 0; nodes && i < nodes->n; i++) {
    const char *name =
        lcm_intern(run->ctx, lcm_arena_printf(lcm_ctx_arena(run->ctx),
                                              "the interface of node %zu", i));
    if (nodes->busy[i] > 0)
      lcm_run_demand(run,
                     (struct lcm_demand){name, nodes->busy[i], LCM_CAT_RC});
  }
}
