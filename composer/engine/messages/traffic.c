#include "composer/engine/messages/traffic.h"
#include "composer/engine/env.h"
#include "composer/engine/static.h"

/* Remember "traffic" of "node" in "user", a run. */
static void remember(const lcm_node *node, const struct lcm_moves *traffic,
                     void *user) {
  lcm_run_facts(user, node)->moves = traffic;
}

const struct lcm_moves *lcm_run_traffic(struct lcm_run *run,
                                        const lcm_node *node) {
  struct lcm_facts *facts = lcm_run_facts(run, node);
  const lcm_program *program = run->program;
  for (size_t i = 0; !facts->moves && lcm_machine_has_caches(run->machine) &&
                     i < program->n_functions;
       i++)
    if (program->functions[i].body)
      lcm_traffic_find(run->ctx, program, program->functions[i].body, remember,
                       run);
  if (!facts->moves) {
    struct lcm_moves *alone =
        LCM_NEW(lcm_ctx_arena(run->ctx), struct lcm_moves);
    alone->all = alone->first = lcm_run_bytes(run, node);
    facts->moves = alone;
  }
  return facts->moves;
}
