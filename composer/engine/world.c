/* Makes worlds of actors and appends to their scripts. */
#include "composer/engine/world.h"

struct lcm_world lcm_world_new(struct lcm_run *run, size_t n, size_t most) {
  struct lcm_world w = {.run = run, .n = n, .most = most};
  w.scratch = lcm_arena_like(lcm_ctx_arena(run->ctx));
  w.scripts = LCM_NEW_ARRAY(&w.scratch, lcm_script, n + 1);
  w.guesses = LCM_NEW_ARRAY(&w.scratch, const struct lcm_guess *, n + 1);
  return w;
}

void lcm_world_append(struct lcm_world *w, lcm_script *script,
                      struct lcm_step step) {
  step.record = w->run->notes.parent;
  step.node = w->node;
  step.guess = w->guess;
  LCM_LIST_ADD(&w->scratch, script, step);
}

void lcm_world_guess(struct lcm_world *w, const lcm_node *node,
                     const char *what, const char *give) {
  if (w->guess)
    return;
  struct lcm_guess *guess = LCM_NEW(&w->scratch, struct lcm_guess);
  *guess = (struct lcm_guess){node, what, give};
  w->guess = guess;
}
