/* Makes worlds of actors and appends to their scripts. */
#include "composer/engine/world.h"

struct lcm_world lcm_world_new(struct lcm_run *run, size_t n, size_t most) {
  const lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct lcm_world w = {.run = run, .n = n, .most = most};
  w.scratch = (lcm_arena){.on_fail = arena->on_fail, .user = arena->user};
  w.scripts = LCM_NEW_ARRAY(&w.scratch, lcm_script, n + 1);
  return w;
}

void lcm_world_append(struct lcm_world *w, lcm_script *script,
                      struct lcm_step step) {
  step.record = w->run->notes.parent;
  step.node = w->node;
  LCM_LIST_ADD(&w->scratch, script, step);
}
