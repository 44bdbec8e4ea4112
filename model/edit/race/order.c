/* Which tasks of a region `depend` clauses order: those of one creator, along
 * chains of what they name. */
#include "model/edit/race/order.h"

#include <string.h>

/* So many tasks of one creator are looked at: more of them may be in order. */
enum { MOST_SIBLINGS = 64 };

/* ---- two tasks ----------------------------------------------------------- */

/* Return whether "task" depends on what is not followed. */
static bool is_hidden(const struct lcm_race_task *task) {
  return lcm_node_attribute(task->node, "depends") != NULL;
}

/* Return whether "task" says that it depends on something. */
static bool depends(const struct lcm_race_task *task) {
  return task->node->u.task.n_depends || is_hidden(task);
}

/* Return whether "depend" names a variable itself, and not what a subscript
 * or pointer leads to. */
static bool is_plain(const struct lcm_depend *depend) {
  return depend->section.key && !depend->section.n_extents &&
         !depend->section.via;
}

/* Return whether "a" and "b" may put two tasks in order. */
static bool may_match(const struct lcm_depend *a, const struct lcm_depend *b) {
  if (!strcmp(a->type, "in") && !strcmp(b->type, "in"))
    return false;
  return !is_plain(a) || !is_plain(b) || a->section.key == b->section.key;
}

/* Return whether the clauses of "a" and "b" may put them in order. */
static bool may_link(const struct lcm_race_task *a,
                     const struct lcm_race_task *b) {
  if (!depends(a) || !depends(b))
    return false;
  if (is_hidden(a) || is_hidden(b))
    return true;
  for (size_t i = 0; i < a->node->u.task.n_depends; i++)
    for (size_t k = 0; k < b->node->u.task.n_depends; k++)
      if (may_match(&a->node->u.task.depends[i], &b->node->u.task.depends[k]))
        return true;
  return false;
}

/* Return whether a loop is around "task". */
static bool is_repeated(const struct lcm_race_task *task) {
  for (const struct lcm_race_loop *loop = task->loop; loop; loop = loop->outer)
    if (loop->node->kind != LCM_NODE_CALL)
      return true;
  return false;
}

/* Return whether "a" may be made before "b". */
static bool may_precede(const struct lcm_race_task *a,
                        const struct lcm_race_task *b) {
  return a->start < b->start || is_repeated(a) || is_repeated(b);
}

/* ---- chains -------------------------------------------------------------- */

bool lcm_race_may_order(const struct lcm_race_tasks *tasks,
                        const struct lcm_race_task *first,
                        const struct lcm_race_task *second) {
  const struct lcm_race_task *found[MOST_SIBLINGS] = {first};
  size_t n = 1;
  for (size_t at = 0; at < n; at++)
    for (size_t i = 0; i < tasks->all.n; i++) {
      const struct lcm_race_task *next = tasks->all.at[i];
      bool known = false;
      if (next->parent != first->parent || !may_precede(found[at], next) ||
          !may_link(found[at], next))
        continue;
      if (next == second || n == MOST_SIBLINGS)
        return true;
      for (size_t k = 0; k < n && !known; k++)
        known = found[k] == next;
      if (!known)
        found[n++] = next;
    }
  return false;
}

bool lcm_race_may_await(const struct lcm_race_tasks *tasks,
                        const struct lcm_race_task *task, unsigned before) {
  for (size_t i = 0; i < tasks->all.n; i++) {
    const struct lcm_race_task *other = tasks->all.at[i];
    if (other->at_once && depends(other) && other->parent == task->parent &&
        (other->start < before || is_repeated(other)) &&
        lcm_race_may_order(tasks, task, other))
      return true;
  }
  return false;
}
