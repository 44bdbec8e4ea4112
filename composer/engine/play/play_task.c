/* Tasks in a play: queues, who takes which, dependences, groups. */

#include "composer/engine/play/play_task.h"
#include "composer/engine/play/play_clock.h"

static const size_t NONE = (size_t)-1;

/* How many tasks there are at most before the next is executed at once: with
 * libgomp for each member of the team, with libomp in the queue of one. */
enum { MOST_OF_TEAM = 64, MOST_OF_MEMBER = 256 };

/* ---- who may run what --------------------------------------------------- */

/* Return whether "task" was made by "elder", or by what that made. */
static bool descends(const struct lcm_play_task *task,
                     const struct lcm_play_task *elder) {
  const struct lcm_play_task *up = task->parent;
  while (up && up != elder && up->level > elder->level)
    up = up->parent;
  return up == elder;
}

/* Return whether actor "i" may run "task" where it waits at its step. */
static bool may_run(const struct lcm_play *p, size_t i,
                    const struct lcm_play_task *task) {
  const struct lcm_play_progress *now = &p->actors[i].now;
  const enum lcm_act act = lcm_play_step(p, i)->act;
  if (act == LCM_ACT_MEET)
    return true;
  switch (p->w->tasking) {
  case LCM_TASKS_GREEDY:
    break;
  case LCM_TASKS_LIBGOMP:
    return act == LCM_ACT_CLOSE ? task->group == now->group
                                : task->parent == now->task;
  case LCM_TASKS_LIBOMP:
    return descends(task, now->task);
  }
  return true;
}

/* Return the last task in the queue that has the priority of "first", which is
 * the first that has (NULL: there is none). */
static struct lcm_play_task *last_like(const struct lcm_play *p,
                                       struct lcm_play_task *first) {
  struct lcm_play_task *task = first;
  if (!first || p->last->priority == first->priority)
    return first ? p->last : NULL;
  while (task->behind->priority == first->priority)
    task = task->behind;
  return task;
}

/* Return the youngest of the tasks with the highest priority that the present
 * task of actor "i" made (of a taskgroup: that are in it), NULL for none. */
static struct lcm_play_task *youngest(const struct lcm_play *p, size_t i) {
  struct lcm_play_task *first = p->first;
  while (p->ranked && first && !may_run(p, i, first))
    first = first->behind;
  struct lcm_play_task *task = last_like(p, first);
  while (task && !may_run(p, i, task))
    task = task->before;
  return task;
}

/* Return the oldest of the tasks with the highest priority, which is more than
 * none, that actor "i" may run; NULL: there is none with one. */
static struct lcm_play_task *urgent(const struct lcm_play *p, size_t i) {
  struct lcm_play_task *task = p->first;
  while (task && task->priority > 0 && !may_run(p, i, task))
    task = task->behind;
  return task && task->priority > 0 ? task : NULL;
}

/* Return the task that actor "i" runs by no library's rules: of those with the
 * highest priority the youngest child of the present one, else the first. */
static struct lcm_play_task *next_greedy(const struct lcm_play *p, size_t i) {
  struct lcm_play_task *first = p->first;
  if (!first || first->at || !p->actors[i].now.task->queued ||
      lcm_play_step(p, i)->act == LCM_ACT_MEET)
    return first;
  struct lcm_play_task *task = last_like(p, first);
  while (task && task->parent != p->actors[i].now.task)
    task = task->before;
  return task && task->priority == first->priority ? task : first;
}

/* Return whether "task" is in the queue of actor "owner": those that have a
 * priority are in one that all members share. */
static bool is_of(const struct lcm_play_task *task, size_t owner) {
  return task->owner == owner && task->priority <= 0;
}

/* Return the oldest task in the queue of actor "owner", NULL for none. */
static struct lcm_play_task *oldest_of(const struct lcm_play *p, size_t owner) {
  struct lcm_play_task *task = p->actors[owner].queued ? p->first : NULL;
  while (task && !is_of(task, owner))
    task = task->behind;
  return task;
}

/* Return the youngest task in the queue of actor "owner", NULL for none. */
static struct lcm_play_task *youngest_of(const struct lcm_play *p,
                                         size_t owner) {
  struct lcm_play_task *task = p->actors[owner].queued ? p->last : NULL;
  while (task && !is_of(task, owner))
    task = task->before;
  return task;
}

/* Return what actor "i" takes from another: from whom it took last if it can,
 * else from any, each with the same chance; NULL: nothing. */
static struct lcm_play_task *next_stolen(struct lcm_play *p, size_t i) {
  struct lcm_play_actor *actor = &p->actors[i];
  struct lcm_play_task *task =
      actor->victim == NONE ? NULL : oldest_of(p, actor->victim);
  double seen = 0;
  if (task && may_run(p, i, task))
    return task;
  task = NULL;
  for (size_t k = 0; k < p->w->n; k++) {
    struct lcm_play_task *other = k == i ? NULL : oldest_of(p, k);
    if (!other || !may_run(p, i, other))
      continue;
    seen++;
    if (lcm_play_chance(p) * seen < 1)
      task = other;
  }
  actor->victim = task ? task->owner : NONE;
  return task;
}

/* Return the task that actor "i" runs while it waits at its step, NULL for
 * none. */
static struct lcm_play_task *next_task(struct lcm_play *p, size_t i) {
  struct lcm_play_task *own = NULL;
  switch (p->w->tasking) {
  case LCM_TASKS_GREEDY:
    break;
  case LCM_TASKS_LIBGOMP:
    return lcm_play_step(p, i)->act == LCM_ACT_MEET ? p->first : youngest(p, i);
  case LCM_TASKS_LIBOMP:
    own = urgent(p, i);
    if (own)
      return own;
    own = youngest_of(p, i);
    return own && may_run(p, i, own) ? own : next_stolen(p, i);
  }
  return next_greedy(p, i);
}

/* Return whether actor "i" executes the next task that it makes itself, there
 * being too many already. */
static bool is_full(const struct lcm_play *p, size_t i) {
  switch (p->w->tasking) {
  case LCM_TASKS_GREEDY:
    break;
  case LCM_TASKS_LIBGOMP:
    return p->unfinished > MOST_OF_TEAM * p->members;
  case LCM_TASKS_LIBOMP:
    return p->members < 2 || p->actors[i].queued >= MOST_OF_MEMBER;
  }
  return false;
}

/* ---- the queue ---------------------------------------------------------- */

/* Take "task" out of the queue. */
static void unqueue(struct lcm_play *p, struct lcm_play_task *task) {
  *(task->before ? &task->before->behind : &p->first) = task->behind;
  *(task->behind ? &task->behind->before : &p->last) = task->before;
  p->actors[task->owner].queued--;
  task->parent->queued--;
}

/* Let one of those who wait for a task and may run "task" look at the queue
 * "now". */
static void offer(struct lcm_play *p, const struct lcm_play_task *task,
                  double now) {
  for (size_t i = 0; i < p->w->n; i++)
    if (p->actors[i].parked >= FOR_BARRIER && may_run(p, i, task)) {
      lcm_play_wake(p, i, now);
      return;
    }
}

/* Put "task" between "before" and "behind" of the queue, by actor "i", "now".
 */
static void put_between(struct lcm_play *p, struct lcm_play_task *task,
                        struct lcm_play_task *before,
                        struct lcm_play_task *behind, size_t i, double now) {
  task->before = before;
  task->behind = behind;
  *(before ? &before->behind : &p->first) = task;
  *(behind ? &behind->before : &p->last) = task;
  task->owner = i;
  p->actors[i].queued++;
  task->parent->queued++;
  offer(p, task, now);
}

/* Put "task", which is new, into the queue of actor "i", behind all that have
 * its priority or more. */
static void enqueue_at(struct lcm_play *p, struct lcm_play_task *task, size_t i,
                       double now) {
  struct lcm_play_task *before = p->last;
  p->ranked = p->ranked || task->priority > 0;
  while (before && before->priority < task->priority)
    before = before->before;
  put_between(p, task, before, before ? before->behind : p->first, i, now);
}

/* The same at the present time of actor "i". */
static void enqueue(struct lcm_play *p, struct lcm_play_task *task, size_t i) {
  enqueue_at(p, task, i, p->w->clocks[i]);
}

/* Return whether "a" arrives before "b". */
static bool is_earlier(const struct lcm_play_flight *a,
                       const struct lcm_play_flight *b) {
  return a->when < b->when || (a->when == b->when && a->number < b->number);
}

/* Let "task", which actor "i" makes now, arrive "flight" later. */
static void depart(struct lcm_play *p, struct lcm_play_task *task, size_t i,
                   double flight) {
  const struct lcm_play_flight own = {p->w->clocks[i] + flight, p->flown++, i,
                                      task};
  size_t at = p->flights.n;
  LCM_LIST_ADD(p->arena, &p->flights, own);
  struct lcm_play_flight *all = p->flights.at;
  for (; at && is_earlier(&own, &all[(at - 1) / 2]); at = (at - 1) / 2)
    all[at] = all[(at - 1) / 2];
  all[at] = own;
}

/* Take the flight that ends first out of the heap, which is not empty. */
static struct lcm_play_flight next_flight(struct lcm_play *p) {
  struct lcm_play_flight *all = p->flights.at;
  const struct lcm_play_flight first = all[0];
  const struct lcm_play_flight last = all[--p->flights.n];
  size_t at = 0;
  for (size_t child = 1; child < p->flights.n; child = 2 * at + 1) {
    if (child + 1 < p->flights.n && is_earlier(&all[child + 1], &all[child]))
      child++;
    if (!is_earlier(&all[child], &last))
      break;
    all[at] = all[child];
    at = child;
  }
  all[at] = last;
  return first;
}

bool lcm_play_arrive(struct lcm_play *p) {
  if (!p->flights.n ||
      (p->n_heap && p->w->clocks[p->heap[0]] < p->flights.at[0].when))
    return false;
  const struct lcm_play_flight flight = next_flight(p);
  enqueue_at(p, flight.task, flight.actor, flight.when);
  return true;
}

/* Put "task", which was suspended, before all others that do not have more
 * priority, by actor "i". */
static void resume(struct lcm_play *p, struct lcm_play_task *task, size_t i) {
  struct lcm_play_task *behind = p->first;
  while (behind && behind->priority > task->priority)
    behind = behind->behind;
  put_between(p, task, behind ? behind->before : p->last, behind, i,
              p->w->clocks[i]);
}

bool lcm_play_help(struct lcm_play *p, size_t i) {
  struct lcm_play_actor *actor = &p->actors[i];
  struct lcm_play_task *task = next_task(p, i);
  if (!task)
    return false;
  unqueue(p, task);
  lcm_play_enter(p, i, task->script, task);
  if (task->at) {
    actor->frames.at[actor->frames.n - 1].at = task->at;
    actor->now = task->now;
  }
  const struct lcm_play_task *head =
      p->w->tasking == LCM_TASKS_LIBOMP ? oldest_of(p, task->owner) : NULL;
  if (head)
    offer(p, head, p->w->clocks[i]);
  return true;
}

/* ---- waiting for tasks -------------------------------------------------- */

/* Suspend the task that actor "i" executes, unless it must be the one that goes
 * on with it: a member's own code, a task that was not deferred, the holder of
 * a lock, and with each library we know also a task that is tied. */
static bool suspend(struct lcm_play *p, size_t i) {
  struct lcm_play_actor *actor = &p->actors[i];
  const struct lcm_play_frame *frame = &actor->frames.at[actor->frames.n - 1];
  struct lcm_play_task *task = frame->task;
  if (!task || task->at_once || actor->holds ||
      p->w->tasking != LCM_TASKS_GREEDY)
    return false;
  task->at = frame->at;
  task->now = actor->now;
  actor->now = frame->before;
  actor->frames.n--;
  return true;
}

/* Return the place for what children of "parent" do to "key". */
static struct lcm_play_site *site_at(const struct lcm_play *p,
                                     const struct lcm_play_task *parent,
                                     const char *key) {
  const uintptr_t mixed = ((uintptr_t)parent >> 4) * 31 + ((uintptr_t)key >> 3);
  size_t i = mixed * 0x9e3779b97f4a7c15u >> 20 & (p->cap_sites - 1);
  while (p->sites[i].key &&
         (p->sites[i].key != key || p->sites[i].parent != parent))
    i = (i + 1) & (p->cap_sites - 1);
  return &p->sites[i];
}

/* Return the site of children of "parent" and "key", a new one if need be. */
static struct lcm_play_site *site_of(struct lcm_play *p,
                                     const struct lcm_play_task *parent,
                                     const char *key) {
  const struct lcm_play_site *old = p->sites;
  const size_t cap = p->cap_sites;
  if (2 * (p->n_sites + 1) > cap) {
    p->cap_sites = cap ? 2 * cap : 64;
    p->sites = LCM_NEW_ARRAY(p->arena, struct lcm_play_site, p->cap_sites);
    for (size_t i = 0; i < cap; i++)
      if (old[i].key)
        *site_at(p, old[i].parent, old[i].key) = old[i];
  }
  struct lcm_play_site *site = site_at(p, parent, key);
  p->n_sites += !site->key;
  site->parent = parent;
  site->key = key;
  return site;
}

/* Let "task" wait for "other" (which may be NULL), unless that is finished. */
static void need(struct lcm_play *p, struct lcm_play_task *task,
                 struct lcm_play_task *other) {
  if (!other || other->done || other == task)
    return;
  LCM_LIST_ADD(p->arena, &other->needed, task);
  task->missing++;
}

/* Let "task" wait for the elder siblings that "needs" speaks of. */
static void find_elders(struct lcm_play *p, struct lcm_play_task *task,
                        const struct lcm_needs *needs) {
  for (size_t i = 0; i < needs->n; i++) {
    struct lcm_play_site *site = site_of(p, task->parent, needs->keys[i]);
    need(p, task, site->writer);
    for (size_t k = 0; needs->writes[i] && k < site->readers.n; k++)
      need(p, task, site->readers.at[k]);
  }
  for (size_t i = 0; i < needs->n; i++) {
    struct lcm_play_site *site = site_of(p, task->parent, needs->keys[i]);
    if (needs->writes[i]) {
      site->writer = task;
      site->readers.n = 0;
    } else
      LCM_LIST_ADD(p->arena, &site->readers, task);
  }
}

/* Return the task that actor "i" makes at "step". */
static struct lcm_play_task *new_task(struct lcm_play *p, size_t i,
                                      const struct lcm_step *step) {
  struct lcm_play_task *task = LCM_NEW(p->arena, struct lcm_play_task);
  task->parent = p->actors[i].now.task;
  task->group = p->actors[i].now.group;
  task->script = step->script;
  task->at_once = step->at_once || is_full(p, i);
  task->priority = step->priority;
  task->level = task->parent->level + 1;
  find_elders(p, task, &step->needs);
  task->parent->children++;
  p->unfinished++;
  for (struct lcm_play_group *group = task->group; group; group = group->outer)
    group->unfinished++;
  return task;
}

/* Return whether actor "i", parked for tasks, has nothing more to wait for. */
static bool is_over(const struct lcm_play *p, size_t i) {
  const struct lcm_play_progress *now = &p->actors[i].now;
  const enum lcm_act act = lcm_play_step(p, i)->act;
  if (act == LCM_ACT_CLOSE)
    return !now->group->unfinished;
  return act == LCM_ACT_MAKE ? !now->made->missing : !now->task->children;
}

/* Let those that wait for "task" alone be executed, now that actor "i" has
 * finished it: in the order they were made, with libomp the last of them first
 * (kmp_taskdeps.cpp puts each before those that it has). */
static void release(struct lcm_play *p, size_t i,
                    const struct lcm_play_task *task) {
  const bool last_first = p->w->tasking == LCM_TASKS_LIBOMP;
  for (size_t k = 0; k < task->needed.n; k++) {
    struct lcm_play_task *other =
        task->needed.at[last_first ? task->needed.n - 1 - k : k];
    if (--other->missing == 0 && !other->at_once)
      enqueue(p, other, i);
  }
}

void lcm_play_finish(struct lcm_play *p, size_t i, struct lcm_play_task *task) {
  task->done = true;
  p->unfinished--;
  if (--task->parent->children == 0 && task->parent->waits) {
    task->parent->waits = false;
    resume(p, task->parent, i);
  }
  for (struct lcm_play_group *group = task->group; group; group = group->outer)
    if (--group->unfinished == 0 && group->waiter)
      resume(p, group->waiter, i);
  release(p, i, task);
  for (size_t k = 0; k < p->w->n; k++)
    if (p->actors[k].parked == FOR_TASKS && is_over(p, k))
      lcm_play_wake(p, k, p->w->clocks[i]);
}

/* Actor "i" waits for tasks in its place: executes one of them, or parks. */
static void await(struct lcm_play *p, size_t i) {
  if (!lcm_play_help(p, i))
    lcm_play_park(p, i, FOR_TASKS, LCM_CAT_LI);
}

/* Let actor "i", which has made a task, be later than it says: with libgomp it
 * wakes a member, which may come to the queue before the maker itself does, and
 * the maker then has nothing to run while it waits (seen with gcc 12, with a
 * tree of tasks in taskgroups). */
static void tarry(struct lcm_play *p, size_t i) {
  if (p->chance && p->w->tasking == LCM_TASKS_LIBGOMP)
    p->actors[i].turn += lcm_play_chance(p);
}

void lcm_play_make(struct lcm_play *p, size_t i) {
  struct lcm_play_progress *at = &p->actors[i].now;
  const struct lcm_step *step = lcm_play_step(p, i);
  if (!at->paid && step->cost > 0) {
    at->paid = true;
    lcm_play_spend(p, i, step->cost, LCM_CAT_SL);
    return;
  }
  struct lcm_play_task *task = at->made ? at->made : new_task(p, i, step);
  if (task->at_once && task->missing) {
    at->made = task;
    await(p, i);
    return;
  }
  at->made = NULL;
  lcm_play_advance(p, i);
  if (task->at_once)
    lcm_play_enter(p, i, task->script, task);
  else if (!task->missing && step->flight > 0)
    depart(p, task, i, step->flight);
  else if (!task->missing)
    enqueue(p, task, i);
  if (!task->at_once)
    tarry(p, i);
}

void lcm_play_join(struct lcm_play *p, size_t i) {
  struct lcm_play_task *task = p->actors[i].now.task;
  if (!task->children)
    lcm_play_advance(p, i);
  else if (suspend(p, i))
    task->waits = true;
  else
    await(p, i);
}

void lcm_play_open_group(struct lcm_play *p, size_t i) {
  struct lcm_play_group *group = LCM_NEW(p->arena, struct lcm_play_group);
  group->outer = p->actors[i].now.group;
  p->actors[i].now.group = group;
  lcm_play_advance(p, i);
}

void lcm_play_close_group(struct lcm_play *p, size_t i) {
  struct lcm_play_group *group = p->actors[i].now.group;
  struct lcm_play_task *task = p->actors[i].now.task;
  if (group->unfinished) {
    if (suspend(p, i))
      group->waiter = task;
    else
      await(p, i);
    return;
  }
  p->actors[i].now.group = group->outer;
  lcm_play_advance(p, i);
}
