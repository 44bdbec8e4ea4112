/* Questions about ranks that need no messages: how many there are, what they
 * share, whether messages make sense. */
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/messages/rank_query.h"

/* Return the value of "name" that the user gives, 0 for none. */
static double given(const struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->globals; i++)
    if (run->env.at[i].name == name)
      return run->env.at[i].value;
  return 0;
}

double lcm_run_given_ranks(const struct lcm_run *run, double w) {
  const double ranks = given(run, run->names->ranks);
  const double threads = given(run, run->names->threads);
  if (ranks > 0 || !(threads >= 1))
    return ranks;
  return fmax(1, floor(w / threads + 1e-9));
}

size_t lcm_run_count_ranks(struct lcm_run *run, const lcm_node *node,
                           double w) {
  double size = run->messages.traffic ? 0 : lcm_run_given_ranks(run, w);
  if (node->u.team.size)
    (void)lcm_run_derived(&size, run, node->u.team.size);
  if (!(size >= 1) || size > w + 1e-9)
    size = floor(w + 1e-9);
  return size < 1 ? 1 : size > 65536 ? 65536 : (size_t)size;
}

bool lcm_run_is_common(const struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->program->n_resources; i++)
    if (!strcmp(run->program->resources[i].name, name))
      return !run->program->resources[i].lock;
  for (size_t i = 0; i < run->machine->n_resources; i++)
    if (!strcmp(run->machine->resources[i].name, name))
      return true;
  return false;
}

bool lcm_run_makes_no_sense(struct lcm_run *run) {
  const bool first = !run->status;
  run->status = first ? LCM_EDOMAIN : run->status;
  run->messages.senseless =
      run->messages.senseless || (run->messages.alone && first);
  return first && !run->messages.alone;
}
