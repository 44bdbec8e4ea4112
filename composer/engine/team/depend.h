/* Dependences of tasks on their siblings. */
#pragma once

#include "composer/engine/run.h"

/* What the child tasks of a task have done so far to one key: when the last
 * that writes it ends and when those end that read it since, with what led to
 * that. */
struct lcm_elder {
  double written;
  double read;
  struct lcm_trail *writer;
  struct lcm_trail *reader;
};

/* What the child tasks of a task have done so far: {0} is nothing. */
struct lcm_elders {
  lcm_map index; /* of a key's place in the list */
  LCM_LIST(struct lcm_elder) at;
};

/* Return what the parameters of "callee" point to where the run is about to
 * enter it at the CALL "node": datum NULL where that is not known. */
const lcm_section *lcm_run_pointees(struct lcm_run *run, const lcm_node *node,
                                    const lcm_function *callee);

/* Return the key of what the dependence "of" of the function being executed
 * speaks of: the variable and the first element. */
const char *lcm_run_depend_key(struct lcm_run *run, const lcm_section *of);

/* Return whether a task with the dependence "of" has to wait for those that
 * read as well. */
bool lcm_depend_writes(const struct lcm_depend *of);

/* Return when all elders of the TASK "node" have ended that it depends on, and
 * put what led to that into "*last"; minus infinity for none. */
double lcm_elders_end(struct lcm_run *run, const struct lcm_elders *elders,
                      const lcm_node *node, struct lcm_trail **last);

/* Note in "elders" that the TASK "node" ends at "end", which "trail" led to. */
void lcm_elders_add(struct lcm_run *run, struct lcm_elders *elders,
                    const lcm_node *node, double end, struct lcm_trail *trail);
