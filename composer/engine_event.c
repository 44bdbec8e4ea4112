#include <math.h>
#include <stdint.h>
#include <string.h>

#include "composer/engine_event_internal.h"
#include "composer/engine_mail_internal.h"

/* A taskgroup inside another, and its unfinished tasks. */
struct group {
  struct group *outer;
  size_t unfinished;
};

/* How far an actor is.
 * task   the present one; made: a task that it makes right now
 * group  the innermost taskgroup
 * paid   for the present step
 * met    it has come to the present meeting, which had the number "epoch" */
struct progress {
  struct task *task;
  struct task *made;
  struct group *group;
  bool paid;
  bool met;
  size_t epoch;
};

/* A task; also what a member does beside explicit tasks.
 * number    in the order of making
 * parent    that made it, and the group that it was made in
 * children  unfinished ones
 * missing   unfinished tasks that it depends on
 * at_once   it is not deferred
 * before, behind   its neighbours in the queue of tasks that can run
 * needed    by these tasks */
struct task {
  size_t number;
  struct task *parent;
  struct group *group;
  const lcm_script *script;
  size_t children;
  size_t missing;
  bool at_once;
  bool done;
  struct task *before;
  struct task *behind;
  LCM_LIST(struct task *) needed;
};

/* What the children of "parent" did last to the variable "key": the last task
 * that writes it, and those that read it since. */
struct site {
  const struct task *parent;
  const char *key;
  struct task *writer;
  LCM_LIST(struct task *) readers;
};

/* A script being executed: the next step, the task that it is (NULL: a unit of
 * what members share, or all that a member does), and how far the actor was
 * when it began with it. */
struct frame {
  const lcm_script *script;
  size_t at;
  struct task *task;
  struct progress before;
};

/* Why an actor does not go on. */
enum parked {
  RUNS,
  FOR_LOCK,
  FOR_SERVICE,
  FOR_CONDITION,
  FOR_LETTERS,
  FOR_MEETING,
  FOR_TASKS
};

/* An actor.
 * frames   scripts that it executes, one inside the other
 * now      how far it is
 * parked   why it does not go on, and to which category its time goes
 * holds    locks */
struct actor {
  LCM_LIST(struct frame) frames;
  struct progress now;
  enum parked parked;
  size_t category;
  size_t holds;
};

/* Who has a unit of a lock, since when, and how often once more; or who is
 * served by a resource that is shared, since when, and how much of the service
 * is left; "takes": how many units. */
struct holder {
  size_t actor;
  double takes;
  double since;
  double left;
  size_t more;
};

/* A lock or resource of "units", of which "used" are taken; less than none
 * where a semaphore has more than it began with ("counts").
 * waits   the category that waiting for it is
 * held    how long all in all
 * queue   who waits; "served" of them wait no more
 * shared  its holders are served together, what is "left" for each being that
 *         at the time "now" */
struct lock {
  const char *key;
  double units;
  double used;
  enum lcm_cat waits;
  double held;
  LCM_LIST(struct holder) holders;
  LCM_LIST(size_t) queue;
  size_t served;
  bool shared;
  bool counts;
  double now;
};

/* A condition that was signalled. */
struct condition {
  const char *key;
  double time;
};

/* The play.
 * present     the actor that acts now
 * heap        actors that can go on, the earliest first
 * sites       by open addressing
 * first, last of the queue of tasks that can run
 * made, unfinished  tasks
 * arrived     members at the meeting number "epoch", of "members"
 * mail        between ranks, NULL where there are none */
struct play {
  struct lcm_world *w;
  struct lcm_run *run;
  lcm_arena *arena;
  struct actor *actors;
  size_t present;
  size_t *heap;
  size_t n_heap;
  LCM_LIST(struct lock) locks;
  LCM_LIST(struct condition) conditions;
  struct site *sites;
  size_t n_sites;
  size_t cap_sites;
  struct task *first;
  struct task *last;
  size_t made;
  size_t unfinished;
  size_t arrived;
  size_t members;
  size_t epoch;
  struct lcm_mail *mail;
};

/* ---- clocks ------------------------------------------------------------- */

/* Return whether actor "a" comes before "b". */
static bool is_before(const struct play *p, size_t a, size_t b) {
  const double *clocks = p->w->clocks;
  return clocks[a] < clocks[b] || (clocks[a] == clocks[b] && a < b);
}

/* Put actor "i" into the heap. */
static void push(struct play *p, size_t i) {
  size_t at = p->n_heap++;
  while (at && is_before(p, i, p->heap[(at - 1) / 2])) {
    p->heap[at] = p->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  p->heap[at] = i;
}

/* Take the actor that comes first out of the heap, which is not empty. */
static size_t pop(struct play *p) {
  const size_t top = p->heap[0];
  const size_t last = p->heap[--p->n_heap];
  size_t at = 0;
  for (size_t child = 1; child < p->n_heap; child = 2 * at + 1) {
    if (child + 1 < p->n_heap &&
        is_before(p, p->heap[child + 1], p->heap[child]))
      child++;
    if (!is_before(p, p->heap[child], last))
      break;
    p->heap[at] = p->heap[child];
    at = child;
  }
  p->heap[at] = last;
  return top;
}

/* Return the step that actor "i" is at. */
static const struct lcm_step *step_of(const struct play *p, size_t i) {
  const struct actor *actor = &p->actors[i];
  const struct frame *frame = &actor->frames.at[actor->frames.n - 1];
  return &frame->script->at[frame->at];
}

/* Let actor "i" spend "outcome" at its step. */
static void spend_outcome(struct play *p, size_t i,
                          const struct lcm_outcome *outcome) {
  const double from = p->w->clocks[i];
  const double range[] = {from, from + outcome->time};
  p->w->clocks[i] = range[1];
  lcm_outcome_add(&p->w->sums[i], outcome, 1);
  lcm_record_charge(p->run, step_of(p, i)->record, p->run->parent, outcome,
                    range);
}

/* Let actor "i" spend "seconds" on category "cat". */
static void spend(struct play *p, size_t i, double seconds, size_t cat) {
  struct lcm_outcome outcome = {.time = seconds};
  outcome.cats[cat] = seconds * p->w->weights[i];
  if (seconds > 0)
    spend_outcome(p, i, &outcome);
}

/* Let actor "i" spend the outcome of its step. */
static void compute(struct play *p, size_t i) {
  const struct lcm_step *step = step_of(p, i);
  spend_outcome(p, i, step->outcome);
  if (p->w->trails)
    p->w->trails[i] = lcm_trail_add(p->run, p->w->trails[i], step->own);
}

/* Let actor "i", which waits, be where the present one is, at "now". */
static void catch_up(struct play *p, size_t i, double now) {
  const double wait = now - p->w->clocks[i];
  spend(p, i, wait, p->actors[i].category);
  if (p->w->trails && wait > 0)
    p->w->trails[i] = p->w->trails[p->present];
}

/* Let actor "i", which is parked, go on at "now". */
static void wake(struct play *p, size_t i, double now) {
  catch_up(p, i, now);
  p->actors[i].parked = RUNS;
  push(p, i);
}

/* Let actor "i" wait for "why"; its time goes to category "cat". */
static void park(struct play *p, size_t i, enum parked why, size_t cat) {
  p->actors[i].parked = why;
  p->actors[i].category = cat;
}

/* Let actor "i" come to its next step. */
static void advance(struct play *p, size_t i) {
  struct actor *actor = &p->actors[i];
  actor->frames.at[actor->frames.n - 1].at++;
  actor->now.paid = actor->now.met = false;
}

/* Let actor "i" execute "script", which is that of "task" (or NULL). */
static void enter(struct play *p, size_t i, const lcm_script *script,
                  struct task *task) {
  struct actor *actor = &p->actors[i];
  const struct frame frame = {script, 0, task, actor->now};
  LCM_LIST_ADD(p->arena, &actor->frames, frame);
  if (task)
    actor->now = (struct progress){.task = task, .group = task->group};
}

/* ---- tasks -------------------------------------------------------------- */

/* Take "task" out of the queue. */
static void unqueue(struct play *p, struct task *task) {
  *(task->before ? &task->before->behind : &p->first) = task->behind;
  *(task->behind ? &task->behind->before : &p->last) = task->before;
}

/* Return whether "task" descends from "ancestor". */
static bool descends(const struct task *task, const struct task *ancestor) {
  while (task && task != ancestor)
    task = task->parent;
  return task != NULL;
}

/* Return whether actor "i", which waits, may execute "task": at a barrier any,
 * else what descends from the task that it waits in.  A task is tied to who
 * began it, and others might keep that one from going on. */
static bool may_run(const struct play *p, size_t i, const struct task *task) {
  return step_of(p, i)->act == LCM_ACT_MEET ||
         descends(task, p->actors[i].now.task);
}

/* Put "task" into the queue at "now", behind those made before it; who waits
 * and may execute it looks at it. */
static void enqueue(struct play *p, struct task *task, double now) {
  struct task *before = p->last;
  while (before && before->number > task->number)
    before = before->before;
  task->before = before;
  task->behind = before ? before->behind : p->first;
  *(before ? &before->behind : &p->first) = task;
  *(task->behind ? &task->behind->before : &p->last) = task;
  for (size_t i = 0; i < p->w->n; i++)
    if (p->actors[i].parked >= FOR_MEETING && may_run(p, i, task))
      wake(p, i, now);
}

/* Return the task in the queue that actor "i" runs while it waits: at a barrier
 * the oldest, else the youngest that the present task made, else the oldest
 * that descends from it; NULL: none. */
static struct task *next_task(const struct play *p, size_t i) {
  const struct task *own = p->actors[i].now.task;
  struct task *task = p->last;
  if (step_of(p, i)->act == LCM_ACT_MEET)
    return p->first;
  while (task && task->parent != own)
    task = task->before;
  if (task)
    return task;
  task = p->first;
  while (task && !descends(task, own))
    task = task->behind;
  return task;
}

/* Let actor "i" run a task while it waits at its step; false: there is none. */
static bool help(struct play *p, size_t i) {
  struct task *task = next_task(p, i);
  if (!task)
    return false;
  unqueue(p, task);
  enter(p, i, task->script, task);
  return true;
}

/* Return the place for what children of "parent" do to "key". */
static struct site *site_at(const struct play *p, const struct task *parent,
                            const char *key) {
  const uintptr_t mixed = ((uintptr_t)parent >> 4) * 31 + ((uintptr_t)key >> 3);
  size_t i = mixed * 0x9e3779b97f4a7c15u >> 20 & (p->cap_sites - 1);
  while (p->sites[i].key &&
         (p->sites[i].key != key || p->sites[i].parent != parent))
    i = (i + 1) & (p->cap_sites - 1);
  return &p->sites[i];
}

/* Return the site of children of "parent" and "key", a new one if need be. */
static struct site *site_of(struct play *p, const struct task *parent,
                            const char *key) {
  const struct site *old = p->sites;
  const size_t cap = p->cap_sites;
  if (2 * (p->n_sites + 1) > cap) {
    p->cap_sites = cap ? 2 * cap : 64;
    p->sites = LCM_NEW_ARRAY(p->arena, struct site, p->cap_sites);
    for (size_t i = 0; i < cap; i++)
      if (old[i].key)
        *site_at(p, old[i].parent, old[i].key) = old[i];
  }
  struct site *site = site_at(p, parent, key);
  p->n_sites += !site->key;
  site->parent = parent;
  site->key = key;
  return site;
}

/* Let "task" wait for "other" (which may be NULL), unless that is finished. */
static void need(struct play *p, struct task *task, struct task *other) {
  if (!other || other->done || other == task)
    return;
  LCM_LIST_ADD(p->arena, &other->needed, task);
  task->missing++;
}

/* Let "task" wait for the elder siblings that "needs" speaks of. */
static void find_elders(struct play *p, struct task *task,
                        const struct lcm_needs *needs) {
  for (size_t i = 0; i < needs->n; i++) {
    struct site *site = site_of(p, task->parent, needs->keys[i]);
    need(p, task, site->writer);
    for (size_t k = 0; needs->writes[i] && k < site->readers.n; k++)
      need(p, task, site->readers.at[k]);
  }
  for (size_t i = 0; i < needs->n; i++) {
    struct site *site = site_of(p, task->parent, needs->keys[i]);
    if (needs->writes[i]) {
      site->writer = task;
      site->readers.n = 0;
    } else
      LCM_LIST_ADD(p->arena, &site->readers, task);
  }
}

/* Return the task that actor "i" makes at "step". */
static struct task *new_task(struct play *p, size_t i,
                             const struct lcm_step *step) {
  struct task *task = LCM_NEW(p->arena, struct task);
  task->number = p->made++;
  task->parent = p->actors[i].now.task;
  task->group = p->actors[i].now.group;
  task->script = step->script;
  task->at_once = step->at_once;
  find_elders(p, task, &step->needs);
  task->parent->children++;
  p->unfinished++;
  for (struct group *group = task->group; group; group = group->outer)
    group->unfinished++;
  return task;
}

/* Return whether actor "i", parked for tasks, has nothing more to wait for. */
static bool is_over(const struct play *p, size_t i) {
  const struct progress *now = &p->actors[i].now;
  const enum lcm_act act = step_of(p, i)->act;
  if (act == LCM_ACT_CLOSE)
    return !now->group->unfinished;
  return act == LCM_ACT_MAKE ? !now->made->missing : !now->task->children;
}

/* "task" is finished at "now": those who waited for it go on. */
static void finish(struct play *p, struct task *task, double now) {
  task->done = true;
  p->unfinished--;
  task->parent->children--;
  for (struct group *group = task->group; group; group = group->outer)
    group->unfinished--;
  for (size_t k = 0; k < task->needed.n; k++) {
    struct task *other = task->needed.at[k];
    if (--other->missing == 0 && !other->at_once)
      enqueue(p, other, now);
  }
  for (size_t i = 0; i < p->w->n; i++)
    if (p->actors[i].parked == FOR_TASKS && is_over(p, i))
      wake(p, i, now);
}

/* ---- steps -------------------------------------------------------------- */

/* Return the lock that actor "i" asks for or gives back. */
static struct lock *lock_of(struct play *p, size_t i) {
  const struct lcm_step *step = step_of(p, i);
  for (size_t k = 0; k < p->locks.n; k++)
    if (p->locks.at[k].key == step->key)
      return &p->locks.at[k];
  const struct lock fresh = {.key = step->key,
                             .units = step->units,
                             .waits = step->waits,
                             .shared = step->act == LCM_ACT_SERVE,
                             .counts = step->counts,
                             .now = p->w->clocks[i]};
  LCM_LIST_ADD(p->arena, &p->locks, fresh);
  return &p->locks.at[p->locks.n - 1];
}

/* Give "lock" to actor "i", which is at the step that asks for it. */
static void grant(struct play *p, struct lock *lock, size_t i) {
  const double takes = step_of(p, i)->takes;
  spend(p, i, step_of(p, i)->cost, LCM_CAT_SL);
  const struct holder holder = {i, takes, p->w->clocks[i], 0, 0};
  lock->used += takes;
  if (!lock->counts) {
    LCM_LIST_ADD(p->arena, &lock->holders, holder);
    p->actors[i].holds++;
  }
  advance(p, i);
}

/* Return whether "lock" has what actor "i", at the step that asks for it,
 * wants. */
static bool suffices(const struct play *p, const struct lock *lock, size_t i) {
  return lock->used + step_of(p, i)->takes <= lock->units;
}

/* Return what actor "i" has of "lock", NULL for nothing. */
static struct holder *holder_of(const struct lock *lock, size_t i) {
  for (size_t at = 0; at < lock->holders.n; at++)
    if (lock->holders.at[at].actor == i)
      return &lock->holders.at[at];
  return NULL;
}

/* Actor "i" asks for a lock. */
static void acquire(struct play *p, size_t i) {
  struct lock *lock = lock_of(p, i);
  struct holder *own = step_of(p, i)->nests ? holder_of(lock, i) : NULL;
  if (own) {
    own->more++;
    spend(p, i, step_of(p, i)->cost, LCM_CAT_SL);
    advance(p, i);
    return;
  }
  if (lock->served == lock->queue.n && suffices(p, lock, i)) {
    grant(p, lock, i);
    return;
  }
  park(p, i, FOR_LOCK, step_of(p, i)->waits);
  LCM_LIST_ADD(p->arena, &lock->queue, i);
}

/* Give "lock" at "now" to those who wait for it as far as it suffices, in the
 * order in which they came. */
static void pass_on(struct play *p, struct lock *lock, double now) {
  while (lock->served < lock->queue.n &&
         suffices(p, lock, lock->queue.at[lock->served])) {
    const size_t next = lock->queue.at[lock->served++];
    catch_up(p, next, now);
    grant(p, lock, next);
    p->actors[next].parked = RUNS;
    push(p, next);
  }
}

/* Actor "i" gives a lock back; who has waited longest gets it. */
static void release(struct play *p, size_t i) {
  struct lock *lock = lock_of(p, i);
  const double now = p->w->clocks[i];
  const double takes = step_of(p, i)->takes;
  struct holder *own = holder_of(lock, i);
  advance(p, i);
  if (own && own->more) {
    own->more--;
    return;
  }
  if (!own && !lock->counts)
    return;
  lock->used -= own ? own->takes : takes;
  if (own) {
    lock->held += now - own->since;
    *own = lock->holders.at[--lock->holders.n];
    p->actors[i].holds--;
  }
  pass_on(p, lock, now);
}

/* ---- resources that are shared ------------------------------------------ */

/* Return how fast each is served by "lock". */
static double rate_of(const struct lock *lock) {
  return fmin(1, lock->units / (double)lock->holders.n);
}

/* Let "lock" serve until "now". */
static void serve_until(struct lock *lock, double now) {
  const double rate = lock->holders.n ? rate_of(lock) : 1;
  for (size_t k = 0; k < lock->holders.n; k++)
    lock->holders.at[k].left =
        fmax(0, lock->holders.at[k].left - (now - lock->now) * rate);
  lock->now = now;
}

/* Return the holder of "lock" who is served first. */
static size_t first_served(const struct lock *lock) {
  size_t best = 0;
  for (size_t k = 1; k < lock->holders.n; k++)
    if (lock->holders.at[k].left < lock->holders.at[best].left)
      best = k;
  return best;
}

/* Actor "i" comes to a resource that is shared. */
static void serve(struct play *p, size_t i) {
  struct lock *lock = lock_of(p, i);
  const struct holder holder = {i, 1, p->w->clocks[i],
                                step_of(p, i)->outcome->time, 0};
  serve_until(lock, p->w->clocks[i]);
  LCM_LIST_ADD(p->arena, &lock->holders, holder);
  lock->held += holder.left;
  park(p, i, FOR_SERVICE, step_of(p, i)->waits);
}

/* Return the shared resource where somebody is served next, and when; NULL:
 * none. */
static struct lock *next_service(const struct play *p, double *when) {
  struct lock *best = NULL;
  for (size_t k = 0; k < p->locks.n; k++) {
    struct lock *lock = &p->locks.at[k];
    if (!lock->shared || !lock->holders.n)
      continue;
    const double left = lock->holders.at[first_served(lock)].left;
    const double end = lock->now + left / rate_of(lock);
    if (best && end >= *when)
      continue;
    best = lock;
    *when = end;
  }
  return best;
}

/* End the service by "lock" that ends "when". */
static void end_service(struct play *p, struct lock *lock, double when) {
  const size_t at = first_served(lock);
  const size_t i = lock->holders.at[at].actor;
  serve_until(lock, when);
  for (size_t k = at; k + 1 < lock->holders.n; k++)
    lock->holders.at[k] = lock->holders.at[k + 1];
  lock->holders.n--;
  compute(p, i);
  spend(p, i, when - p->w->clocks[i], step_of(p, i)->waits);
  advance(p, i);
  p->actors[i].parked = RUNS;
  push(p, i);
}

/* ---- conditions, meetings, tasks ----------------------------------------- */

/* Return the condition called "key", or NULL when nobody signalled it. */
static const struct condition *condition_of(const struct play *p,
                                            const char *key) {
  for (size_t i = p->conditions.n; i-- > 0;)
    if (p->conditions.at[i].key == key)
      return &p->conditions.at[i];
  return NULL;
}

/* Actor "i" makes a condition true: whoever waits for it goes on. */
static void signal(struct play *p, size_t i) {
  const struct condition condition = {step_of(p, i)->key, p->w->clocks[i]};
  advance(p, i);
  if (condition_of(p, condition.key))
    return;
  LCM_LIST_ADD(p->arena, &p->conditions, condition);
  for (size_t k = 0; k < p->w->n; k++)
    if (p->actors[k].parked == FOR_CONDITION &&
        step_of(p, k)->key == condition.key)
      wake(p, k, condition.time);
}

/* Actor "i" waits for a condition. */
static void wait(struct play *p, size_t i) {
  const struct condition *condition = condition_of(p, step_of(p, i)->key);
  if (!condition) {
    park(p, i, FOR_CONDITION, LCM_CAT_SL);
    return;
  }
  spend(p, i, condition->time - p->w->clocks[i], LCM_CAT_SL);
  advance(p, i);
}

/* Actor "i" takes the next unit of what members share, or goes on. */
static void share(struct play *p, size_t i) {
  const struct lcm_step *step = step_of(p, i);
  struct lcm_sharing *sharing = step->sharing;
  if (sharing->next == sharing->n) {
    advance(p, i);
    return;
  }
  if (sharing->journals[i])
    lcm_run_note_journal(p->run, &sharing->journals[i][sharing->next]);
  const lcm_script *unit = &sharing->units[i][sharing->next++];
  const double since = p->w->clocks[i];
  double wait = 0;
  if (sharing->held > 0) {
    sharing->busy = fmax(sharing->busy, since) + sharing->held;
    wait = sharing->busy - since;
  }
  spend(p, i, wait + step->cost, LCM_CAT_SL);
  enter(p, i, unit, NULL);
}

/* Actor "i" meets the other members, running tasks until all are there and no
 * task is left. */
static void meet(struct play *p, size_t i) {
  struct progress *at = &p->actors[i].now;
  const struct lcm_step *step = step_of(p, i);
  if (!at->met) {
    at->met = true;
    at->epoch = p->epoch;
    p->arrived++;
  }
  if (at->epoch == p->epoch && help(p, i))
    return;
  if (at->epoch == p->epoch && p->arrived == p->members && !p->unfinished) {
    p->epoch++;
    p->arrived = 0;
    for (size_t k = 0; k < p->w->n; k++)
      if (p->actors[k].parked == FOR_MEETING)
        wake(p, k, p->w->clocks[i]);
  }
  if (at->epoch == p->epoch) {
    park(p, i, FOR_MEETING, step->is_sync ? LCM_CAT_SL : LCM_CAT_LI);
    return;
  }
  spend(p, i, step->cost, LCM_CAT_SL);
  advance(p, i);
}

/* Actor "i" waits for tasks in its place: executes one of them, or parks. */
static void await(struct play *p, size_t i) {
  if (!help(p, i))
    park(p, i, FOR_TASKS, LCM_CAT_LI);
}

/* Actor "i" makes a task, and executes it itself where it is not deferred. */
static void make(struct play *p, size_t i) {
  struct progress *at = &p->actors[i].now;
  const struct lcm_step *step = step_of(p, i);
  if (!at->paid && step->cost > 0) {
    at->paid = true;
    spend(p, i, step->cost, LCM_CAT_SL);
    return;
  }
  struct task *task = at->made ? at->made : new_task(p, i, step);
  if (step->at_once && task->missing) {
    at->made = task;
    await(p, i);
    return;
  }
  at->made = NULL;
  advance(p, i);
  if (step->at_once)
    enter(p, i, task->script, task);
  else if (!task->missing)
    enqueue(p, task, p->w->clocks[i]);
}

/* Actor "i" waits for the children of its task. */
static void join(struct play *p, size_t i) {
  struct task *task = p->actors[i].now.task;
  if (!task->children)
    advance(p, i);
  else
    await(p, i);
}

/* Actor "i" begins a taskgroup. */
static void open_group(struct play *p, size_t i) {
  struct group *group = LCM_NEW(p->arena, struct group);
  group->outer = p->actors[i].now.group;
  p->actors[i].now.group = group;
  advance(p, i);
}

/* Actor "i" waits for the tasks of its group. */
static void close_group(struct play *p, size_t i) {
  struct group *group = p->actors[i].now.group;
  if (group->unfinished) {
    await(p, i);
    return;
  }
  p->actors[i].now.group = group->outer;
  advance(p, i);
}

/* ---- messages ----------------------------------------------------------- */

double lcm_play_clock(const struct play *p, size_t i) {
  return p->w->clocks[i];
}

void lcm_play_spend(struct play *p, size_t i, double seconds, size_t cat) {
  spend(p, i, seconds, cat);
}

void lcm_play_look(struct play *p, size_t i) {
  if (p->actors[i].parked != FOR_LETTERS)
    return;
  p->actors[i].parked = RUNS;
  push(p, i);
}

/* Actor "i" posts a letter. */
static void post(struct play *p, size_t i) {
  lcm_mail_post(p->mail, p, i, step_of(p, i)->letter);
  advance(p, i);
}

/* Actor "i" waits for letters. */
static void await_letters(struct play *p, size_t i) {
  if (lcm_mail_await(p->mail, p, i, step_of(p, i)->letters))
    advance(p, i);
  else
    park(p, i, FOR_LETTERS, LCM_CAT_SL);
}

/* Let the ranks that wait for letters go on, since some messages are not known;
 * return whether there are any. */
static bool give_way(struct play *p) {
  bool any = false;
  for (size_t i = 0; i < p->w->n && p->mail; i++)
    if (p->actors[i].parked == FOR_LETTERS &&
        lcm_mail_give_way(p, i, p->mail, step_of(p, i)->letters)) {
      any = true;
      lcm_play_look(p, i);
    }
  return any;
}

/* Let actor "i" do its next step. */
static void act(struct play *p, size_t i) {
  switch (step_of(p, i)->act) {
  case LCM_ACT_COMPUTE:
    compute(p, i);
    advance(p, i);
    return;
  case LCM_ACT_ACQUIRE:
    acquire(p, i);
    return;
  case LCM_ACT_RELEASE:
    release(p, i);
    return;
  case LCM_ACT_SERVE:
    serve(p, i);
    return;
  case LCM_ACT_SIGNAL:
    signal(p, i);
    return;
  case LCM_ACT_WAIT:
    wait(p, i);
    return;
  case LCM_ACT_SHARE:
    share(p, i);
    return;
  case LCM_ACT_MEET:
    meet(p, i);
    return;
  case LCM_ACT_MAKE:
    make(p, i);
    return;
  case LCM_ACT_JOIN:
    join(p, i);
    return;
  case LCM_ACT_OPEN:
    open_group(p, i);
    return;
  case LCM_ACT_CLOSE:
    close_group(p, i);
    return;
  case LCM_ACT_POST:
    post(p, i);
    return;
  case LCM_ACT_AWAIT:
    await_letters(p, i);
    return;
  }
}

/* ---- the play ----------------------------------------------------------- */

/* End the scripts of actor "i" that are done; return whether any is left. */
static bool leave(struct play *p, size_t i) {
  struct actor *actor = &p->actors[i];
  while (actor->frames.n) {
    const struct frame frame = actor->frames.at[actor->frames.n - 1];
    if (frame.at < frame.script->n)
      return true;
    actor->frames.n--;
    if (!frame.task)
      continue;
    actor->now = frame.before;
    finish(p, frame.task, p->w->clocks[i]);
  }
  return false;
}

/* Make the actors ready. */
static void set_up(struct play *p) {
  struct lcm_world *w = p->w;
  p->actors = LCM_NEW_ARRAY(p->arena, struct actor, w->n + 1);
  p->heap = LCM_NEW_ARRAY(p->arena, size_t, w->n + 1);
  for (size_t i = 0; i < w->n; i++) {
    struct actor *actor = &p->actors[i];
    actor->now.task = LCM_NEW(p->arena, struct task);
    if (!w->scripts[i].n)
      continue;
    enter(p, i, &w->scripts[i], NULL);
    p->members++;
    push(p, i);
  }
}

/* Report what the first ranks wait for, where any waits when nobody can go
 * on. */
static void check_ranks(struct play *p) {
  enum { MOST = 8 };
  bool reports = false;
  size_t n = 0;
  for (size_t i = 0; i < p->w->n && n < MOST; i++) {
    if (p->actors[i].parked != FOR_LETTERS)
      continue;
    reports = reports || (!n && lcm_run_makes_no_sense(p->run));
    n++;
    if (reports)
      lcm_mail_deadlock(p->run, i, step_of(p, i)->letters);
  }
}

/* Report who waits for what when nobody can go on. */
static void check_deadlock(struct play *p) {
  check_ranks(p);
  for (size_t i = 0; i < p->w->n && !p->run->status; i++) {
    const struct actor *actor = &p->actors[i];
    if (actor->parked == RUNS)
      continue;
    const struct lcm_step *step = step_of(p, i);
    const char *what = actor->parked == FOR_LOCK        ? "give back"
                       : actor->parked == FOR_CONDITION ? "signal"
                                                        : "come to";
    lcm_report(p->run->ctx, LCM_DIAG_DEADLOCK, step->loc,
               "unit %zu waits for '%s', which nobody will %s", i + 1,
               step->key ? step->key : "the others", what);
    p->run->status = LCM_EDOMAIN;
  }
}

/* Let actor "i" do its next step; return whether it does the one after it
 * before others act: that only has to do with tasks, and no time passes. */
static bool goes_on(struct play *p, size_t i) {
  const enum lcm_act what = step_of(p, i)->act;
  const bool tasks = what == LCM_ACT_MAKE || what == LCM_ACT_JOIN ||
                     what == LCM_ACT_OPEN || what == LCM_ACT_CLOSE;
  const double now = p->w->clocks[i];
  act(p, i);
  if (p->actors[i].parked != RUNS)
    return false;
  if (tasks && p->w->clocks[i] == now)
    return true;
  push(p, i);
  return false;
}

void lcm_world_play(struct lcm_world *w) {
  struct play p = {.w = w, .run = w->run, .arena = &w->scratch};
  set_up(&p);
  p.mail = w->ranks ? lcm_mail_new(w->run, p.arena, w->n, w->uncertain) : NULL;
  while (!w->run->status) {
    double when = 0;
    struct lock *served = next_service(&p, &when);
    if (served && (!p.n_heap || when <= w->clocks[p.heap[0]])) {
      end_service(&p, served, when);
      continue;
    }
    if (!p.n_heap && give_way(&p))
      continue;
    if (!p.n_heap)
      break;
    const size_t i = pop(&p);
    p.present = i;
    while (leave(&p, i) && goes_on(&p, i))
      ;
  }
  if (!w->run->status)
    check_deadlock(&p);
  for (size_t i = 0; i < p.locks.n; i++)
    if (!p.locks.at[i].counts)
      lcm_run_demand(
          w->run, (struct lcm_demand){p.locks.at[i].key,
                                      p.locks.at[i].held / p.locks.at[i].units,
                                      p.locks.at[i].waits});
}
