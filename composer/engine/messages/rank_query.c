/* Questions about ranks that need no messages: how many there are, what they
 * share, whether messages make sense.  Keeps the numbers that ranks were
 * told: their own, sizes, coordinates. */
#include "composer/engine/messages/rank_query.h"

#include <math.h>
#include <string.h>

#include "composer/engine/env.h"

/* What the names begin with that hold in the whole program. */
static const char EVERYWHERE[] = "global.";

/* Let "name" be "value" in the scope of the run; NAN: nothing. */
static void bind(struct lcm_run *run, const char *name, double value) {
  lcm_env *env = &run->env;
  for (size_t i = env->n; i-- > run->globals;)
    if (env->at[i].name == name) {
      env->at[i].value = value;
      env->at[i].name = isnan(value) ? lcm_intern(run->ctx, "") : name;
      return;
    }
  if (!isnan(value))
    lcm_run_bind(run, name, value);
}

/* ---- numbers ------------------------------------------------------------ */

void lcm_rank_tell(struct lcm_world *w, const char *name, double value) {
  const struct lcm_told told = {
      name, value, !strncmp(name, EVERYWHERE, sizeof EVERYWHERE - 1),
      w->run->depth};
  if (!*name)
    return;
  bind(w->run, name, value);
  lcm_rank_drop(w, name);
  LCM_LIST_ADD(&w->scratch, &w->ranks->at[w->member].told, told);
}

void lcm_rank_drop(struct lcm_world *w, const char *name) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  size_t kept = 0;
  for (size_t i = 0; i < rank->told.n; i++) {
    const struct lcm_told *told = &rank->told.at[i];
    if (told->name != name ||
        (!told->everywhere && told->depth != w->run->depth))
      rank->told.at[kept++] = *told;
  }
  rank->told.n = kept;
}

void lcm_rank_recall(struct lcm_world *w) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  size_t kept = 0;
  for (size_t i = 0; i < rank->told.n; i++) {
    const struct lcm_told *told = &rank->told.at[i];
    if (told->everywhere || told->depth == w->run->depth)
      bind(w->run, told->name, told->value);
    if (told->everywhere || told->depth <= w->run->depth)
      rank->told.at[kept++] = *told;
  }
  rank->told.n = kept;
}

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
