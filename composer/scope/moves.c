/* Finds once for each fragment what it moves.  Levels of memory: what a byte
 * costs there. */
#include "composer/scope/moves.h"

#include <math.h>

double lcm_level_rate(const struct lcm_level *level) {
  const double bandwidth = fmin(level->core, level->socket);
  return isfinite(bandwidth) && bandwidth > 0 ? 1 / bandwidth : 0;
}

bool lcm_machine_moves(const lcm_machine *machine) {
  const struct lcm_cost *cost = lcm_machine_cost(machine, "transfer");
  return cost && !lcm_expr_is_int(cost->expr, 0);
}

const lcm_expr *lcm_facts_bytes(struct lcm_facts_table *table,
                                const lcm_node *node) {
  struct lcm_facts *facts = lcm_facts_of(table, node);
  if (!facts->bytes_known) {
    facts->bytes = lcm_node_bytes(table->ctx, node);
    facts->bytes_known = true;
  }
  return facts->bytes;
}

/* Remember "traffic" of "node" in "user", a table. */
static void remember(const lcm_node *node, const struct lcm_moves *traffic,
                     void *user) {
  lcm_facts_of(user, node)->moves = traffic;
}

const struct lcm_moves *lcm_facts_moves(struct lcm_facts_table *table,
                                        const lcm_machine *machine,
                                        const lcm_node *node) {
  struct lcm_facts *facts = lcm_facts_of(table, node);
  const lcm_program *program = table->program;
  for (size_t i = 0; !facts->moves && lcm_machine_has_caches(machine) &&
                     i < program->n_functions;
       i++)
    if (program->functions[i].body)
      lcm_traffic_find(table->ctx, program, program->functions[i].body,
                       remember, table);
  if (!facts->moves) {
    struct lcm_moves *alone =
        LCM_NEW(lcm_ctx_arena(table->ctx), struct lcm_moves);
    alone->all = alone->first = lcm_facts_bytes(table, node);
    facts->moves = alone;
  }
  return facts->moves;
}
