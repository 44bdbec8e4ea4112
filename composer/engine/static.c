/* Prices fragments without a model by their operations and bytes. */

#include "composer/engine/static.h"
#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/record/record.h"
#include "model/link/link.h"
#include "model/measurement/measurement.h"

/* Note what is not known of the cost of "node". */
static void note_unknown(struct lcm_run *run, const lcm_node *node,
                         bool counted) {
  const char *calls = lcm_node_attribute(node, "calls");
  const char *why = lcm_node_attribute(node, "why");
  if (calls)
    lcm_run_unknown(run, node,
                    lcm_arena_printf(lcm_ctx_arena(run->ctx),
                                     "calls %s(), whose cost is not known%s%s",
                                     calls, why ? ": " : "", why ? why : ""));
  else if (!counted)
    lcm_run_unknown(run, node, "a fragment whose cost is not known");
}

struct lcm_price lcm_run_static(struct lcm_run *run, const lcm_node *node) {
  double flops = 0;
  double bytes = 0;
  if (lcm_facts_are_elsewhere(lcm_run_knowledge(run), node))
    return (struct lcm_price){0, 0};
  const bool counted = lcm_run_derived(&flops, run, node->flops);
  note_unknown(run, node, counted);
  (void)lcm_run_derived(&bytes, run,
                        lcm_facts_bytes(lcm_run_knowledge(run), node));
  if (!counted || bytes < 0)
    return (struct lcm_price){0, 0};
  const double compute = flops * lcm_run_machine(run, "flop", 1, 1, 1);
  return bytes > 0 ? lcm_run_roofline(run, node, compute)
                   : (struct lcm_price){compute, 0};
}
