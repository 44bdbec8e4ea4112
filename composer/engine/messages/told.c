/* Keeps the numbers that ranks were told: their own, sizes, coordinates. */
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/messages/told.h"

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
