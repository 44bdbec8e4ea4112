#include "composer/engine_internal.h"
#include "composer/engine_record_internal.h"
#include "model/dependence.h"

const lcm_expr *lcm_run_bytes(struct lcm_run *run, const lcm_node *node) {
  struct lcm_facts *facts = lcm_run_facts(run, node);
  if (!facts->bytes_known) {
    facts->bytes = lcm_node_bytes(run->ctx, node);
    facts->bytes_known = true;
  }
  return facts->bytes;
}

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
  const bool counted = lcm_run_derived(&flops, run, node->flops);
  note_unknown(run, node, counted);
  (void)lcm_run_derived(&bytes, run, lcm_run_bytes(run, node));
  if (!counted || bytes < 0)
    return (struct lcm_price){0, 0};
  const double compute = flops * lcm_run_machine(run, "flop", 1, 1, 1);
  return bytes > 0 ? lcm_run_roofline(run, node, compute)
                   : (struct lcm_price){compute, 0};
}
