/* Finds on which names what a node comes to depends. */
#include "composer/engine/again/reads.h"

#include "composer/engine/env.h"

/* Return whether what is in the node of "reads" depends on "name". */
static bool matters(struct lcm_run *run, struct lcm_reads *reads,
                    const char *name) {
  for (size_t i = 0; i < reads->names.n; i++)
    if (reads->names.at[i].name == name)
      return reads->names.at[i].matters;
  const struct lcm_read fresh = {
      name, lcm_facts_depend(lcm_run_knowledge(run), reads->node, name)};
  LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &reads->names, fresh);
  return fresh.matters;
}

bool lcm_reads_same(struct lcm_run *run, struct lcm_reads *reads,
                    const lcm_binding *env, size_t n) {
  const lcm_binding *now = run->env.at + run->globals;
  bool same = n == run->env.n - run->globals;
  for (size_t i = 0; i < n && same; i++)
    same = now[i].name == env[i].name &&
           (now[i].value == env[i].value || !matters(run, reads, env[i].name));
  return same;
}
