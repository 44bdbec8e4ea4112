/* Whether names on which what a node comes to depends have the same values. */
#include "composer/engine/again/reads.h"

#include "composer/engine/env.h"

bool lcm_reads_same(struct lcm_run *run, const lcm_node *node,
                    const lcm_binding *env, size_t n) {
  const lcm_binding *now = run->env.at + run->globals;
  bool same = n == run->env.n - run->globals;
  for (size_t i = 0; i < n && same; i++)
    same = now[i].name == env[i].name &&
           (now[i].value == env[i].value ||
            !lcm_facts_depend(lcm_run_knowledge(run), node, env[i].name));
  return same;
}

bool lcm_reads_idle(struct lcm_run *run, const lcm_node *node,
                    const char *name) {
  const struct lcm_names *own = run->names;
  const char *const kept[] = {own->p,    own->procs,  own->procs_of_run,
                              own->team, own->thread, own->parts,
                              own->rank, own->ranks,  own->threads};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if (name == kept[i])
      return false;
  return !lcm_facts_depend(lcm_run_knowledge(run), node, name);
}
