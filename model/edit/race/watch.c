/* Who executes the nodes of a parallel region, and when: barriers, locks,
 * tasks and the constructs that divide work. */
#include "model/edit/race/watch.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "model/edit/race/relate.h"

/* ---- threads ------------------------------------------------------------- */

/* Return whether "name" is the number of the thread. */
static bool is_number(const struct lcm_race_watch *w, const lcm_expr *name) {
  bool found = lcm_expr_kind_of(name) == LCM_X_SYMBOL &&
               !strcmp(lcm_expr_name(name), "thread");
  for (size_t i = 0; i < w->numbers.n && !found; i++)
    found = lcm_expr_kind_of(name) == LCM_X_SYMBOL &&
            lcm_expr_name(name) == w->numbers.at[i];
  return found;
}

/* Note what the value of the name is that "node" sets. */
static void note_name(struct lcm_race_watch *w, const lcm_node *node) {
  size_t kept = 0;
  for (size_t i = 0; i < w->numbers.n; i++)
    if (w->numbers.at[i] != node->u.let.name)
      w->numbers.at[kept++] = w->numbers.at[i];
  w->numbers.n = kept;
  if (node->u.let.value && is_number(w, node->u.let.value))
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->numbers, node->u.let.name);
}

/* Return which alternative of the branch "node" is taken each time, as far as
 * what names stand for says it; SIZE_MAX where nobody knows. */
static size_t taken_of(const struct lcm_race_watch *w, const lcm_node *node) {
  const struct lcm_edit_accesses *out = w->out;
  for (size_t k = 0; node->u.branch.conditions && k < node->n_children; k++) {
    const lcm_expr *e = node->u.branch.conditions[k];
    double value = 0;
    if (e && out->n_values)
      e = lcm_expr_subst(w->ctx, e, out->values, out->n_values);
    if (e && !lcm_expr_is_number(e, &value))
      return SIZE_MAX;
    if (!e || value != 0)
      return k;
  }
  return SIZE_MAX;
}

/* Return "e" with what names stand for. */
static const lcm_expr *resolved(const lcm_expr *e, void *user) {
  const struct lcm_race_watch *w = user;
  const struct lcm_edit_accesses *out = w->out;
  return out->n_values ? lcm_expr_subst(w->ctx, e, out->values, out->n_values)
                       : e;
}

/* Return the conditions of the branch "node" with what names stand for; NULL
 * where it has none. */
static const lcm_expr **conditions_of(struct lcm_race_watch *w,
                                      const lcm_node *node) {
  if (!node->u.branch.conditions)
    return NULL;
  const lcm_expr **all = LCM_NEW_ARRAY(lcm_ctx_arena(w->ctx), const lcm_expr *,
                                       node->n_children + 1);
  for (size_t k = 0; k < node->n_children; k++) {
    const lcm_expr *e = node->u.branch.conditions[k];
    all[k] = e ? resolved(e, w) : NULL;
  }
  return all;
}

/* Return whether "e" is not 0 for thread "number"; -1 where it speaks of
 * something else than the number. */
static int holds_for(const struct lcm_race_watch *w, const lcm_expr *e,
                     long long number) {
  LCM_LIST(lcm_binding) env = {0};
  double value = 0;
  const lcm_binding own = {lcm_intern(w->ctx, "thread"), (double)number};
  LCM_LIST_ADD(lcm_ctx_stack(w->ctx), &env, own);
  for (size_t i = 0; i < w->numbers.n; i++) {
    const lcm_binding other = {w->numbers.at[i], (double)number};
    LCM_LIST_ADD(lcm_ctx_stack(w->ctx), &env, other);
  }
  return lcm_expr_eval(&value, e, env.at, env.n) ? -1 : value != 0;
}

/* Let "at" be where the condition "e" of its thread is as "holds" says: threads
 * of these numbers alone come there, where they follow each other. */
static void choose_threads(const struct lcm_race_watch *w,
                           struct lcm_race_at *at, const lcm_expr *e,
                           bool holds) {
  enum { MOST_TRIED = 1000 };
  const struct lcm_arena_mark mark = lcm_arena_mark(lcm_ctx_stack(w->ctx));
  const long long end =
      at->most - at->least < MOST_TRIED ? at->most + 1 : at->least + MOST_TRIED;
  long long least = -1;
  long long behind = -1;
  bool known = true;
  for (long long k = at->least; k < end && known; k++) {
    const int held = holds_for(w, e, k);
    const bool comes = held >= 0 && (held == 1) == holds;
    known = held >= 0 && !(comes && behind >= 0);
    if (comes && least < 0)
      least = k;
    if (!comes && least >= 0 && behind < 0)
      behind = k;
  }
  lcm_arena_release(lcm_ctx_stack(w->ctx), mark);
  if (!known || least < 0) {
    at->doubtful = true;
    return;
  }
  at->least = least;
  at->most = behind >= 0 ? behind - 1 : at->most;
  at->only = at->least == at->most;
}

/* Return whether "e" (or NULL) speaks of the number of the thread. */
static bool is_by_thread(const struct lcm_race_watch *w, const lcm_expr *e) {
  bool found = e && lcm_expr_has(e, "thread");
  for (size_t i = 0; e && i < w->numbers.n && !found; i++)
    found = lcm_expr_has(e, w->numbers.at[i]);
  return found;
}

/* Let "at" be where the conditions say that alternative "k" of the branch at
 * "level" is taken; false where they speak of the number of the thread, or do
 * not say it. */
static bool put_conditions(const struct lcm_race_watch *w,
                           struct lcm_race_at *at,
                           const struct lcm_race_level *level, size_t k) {
  const lcm_expr *when = at->when;
  if (at->task || at->taskloop || !level->conditions)
    return false;
  const lcm_node *node = level->node;
  for (size_t i = 0; i <= k; i++) {
    const lcm_expr *e = level->conditions[i];
    if (is_by_thread(w, e) || is_by_thread(w, node->u.branch.conditions[i]) ||
        (!e && (i + 1 < node->n_children || !i)) ||
        (node->u.branch.probabilities && node->u.branch.probabilities[i]))
      return false;
    if (e)
      when = lcm_condition_both(w->ctx, when,
                                i < k ? lcm_condition_not(w->ctx, e) : e);
  }
  at->when = when;
  return true;
}

/* Let "at" be in something that may be left out. */
static void enter_arm(const struct lcm_race_watch *w, struct lcm_race_at *at) {
  struct lcm_race_arm *arm =
      LCM_NEW(lcm_ctx_arena(w->ctx), struct lcm_race_arm);
  *arm = (struct lcm_race_arm){at->arm};
  at->arm = arm;
}

/* Let "at" be in alternative "k" of the branch at "level". */
static void enter_branch(const struct lcm_race_watch *w, struct lcm_race_at *at,
                         const struct lcm_race_level *level, size_t k) {
  const lcm_node *node = level->node;
  if (level->taken < SIZE_MAX) {
    at->doubtful = at->doubtful || level->taken != k;
    return;
  }
  enter_arm(w, at);
  if (put_conditions(w, at, level, k))
    return;
  if (at->nested || at->who != LCM_RACE_ALL || at->task || at->only ||
      !node->u.branch.conditions) {
    at->doubtful = true;
    return;
  }
  for (size_t i = 0; i < k; i++)
    choose_threads(w, at, node->u.branch.conditions[i], false);
  if (node->u.branch.conditions[k])
    choose_threads(w, at, node->u.branch.conditions[k], true);
}

/* ---- tasks --------------------------------------------------------------- */

/* Return whether "e" (may be NULL) is a number, "*value". */
static bool is_known(double *value, const lcm_expr *e) {
  return e && lcm_expr_is_number(e, value);
}

/* Return whether the tasks of "node" are executed at once by who makes them. */
static bool is_undeferred(const lcm_node *node) {
  double value = 1;
  return is_known(&value, lcm_node_deferred_when(node)) && value == 0;
}

/* Return whether what the tasks of "node" make may be executed at once. */
static bool is_maybe_final(const lcm_node *node) {
  double last = 0;
  const lcm_expr *clause = lcm_node_final_when(node);
  return clause && !(is_known(&last, clause) && last == 0);
}

/* Return whether the tasks of "node" may be, other than by who is around. */
static bool is_maybe_undeferred(const lcm_node *node) {
  double when = 1;
  const lcm_expr *clause = lcm_node_deferred_when(node);
  return (clause && !is_known(&when, clause)) || is_maybe_final(node) ||
         lcm_node_attribute(node, "atonce");
}

/* Let "at" be in the task "node". */
static void enter_task(struct lcm_race_watch *w, struct lcm_race_at *at,
                       const lcm_node *node) {
  const bool maybe = is_maybe_undeferred(node);
  const bool final = at->task && at->task->finals;
  struct lcm_race_task *task =
      LCM_NEW(lcm_ctx_arena(w->ctx), struct lcm_race_task);
  *task =
      (struct lcm_race_task){.node = node,
                             .parent = at->task,
                             .start = w->place,
                             .end = UINT_MAX,
                             .behind = UINT_MAX,
                             .doubtful = maybe || final,
                             .finals = final || is_maybe_final(node),
                             .at_once = maybe || final || is_undeferred(node),
                             .loop = at->loop};
  LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->tasks.all, task);
  if (!is_undeferred(node))
    at->task = task;
}

/* Note that the task "node" is behind. */
static void leave_task(struct lcm_race_watch *w, const lcm_node *node) {
  for (size_t i = 0; i < w->tasks.all.n; i++)
    if (w->tasks.all.at[i]->node == node &&
        w->tasks.all.at[i]->behind == UINT_MAX)
      w->tasks.all.at[i]->behind = w->place;
}

/* Let the tasks that were made behind the place "since" end here: those of
 * "parent", or, with "all", of any. */
static void end_tasks(struct lcm_race_watch *w, unsigned since, bool all,
                      const struct lcm_race_task *parent) {
  for (size_t i = 0; i < w->tasks.all.n; i++) {
    struct lcm_race_task *task = w->tasks.all.at[i];
    if (task->end != UINT_MAX || task->start <= since ||
        (!all && task->parent != parent))
      continue;
    task->end = w->place;
    task->by_wait = !all;
  }
}

/* ---- locks --------------------------------------------------------------- */

/* Return the resource of "program" called "name", or NULL. */
static const lcm_resource *resource_of(const lcm_program *program,
                                       const char *name) {
  for (size_t i = 0; i < program->n_resources; i++)
    if (!strcmp(program->resources[i].name, name))
      return &program->resources[i];
  return NULL;
}

/* Return whether several may hold a unit of "resource" (NULL: nothing more is
 * known of it) at a time. */
static bool has_units(const lcm_resource *resource) {
  double units = 1;
  if (!resource || !resource->multiplicity)
    return resource && !resource->lock;
  return !lcm_expr_is_number(resource->multiplicity, &units) || units > 1;
}

/* Let "locks" have "instance" as well, which "node" takes. */
static void add_lock(struct lcm_race_watch *w, struct lcm_race_locks *locks,
                     const lcm_node *node,
                     const struct lcm_instance *instance) {
  const char **names =
      LCM_NEW_ARRAY(lcm_ctx_arena(w->ctx), const char *, locks->n + 1);
  const lcm_resource *resource = resource_of(w->program, instance->name);
  const bool some = has_units(resource) && !lcm_node_attribute(node, "units");
  if (locks->n)
    memcpy(names, locks->names, locks->n * sizeof *names);
  names[locks->n] = some && resource->lock
                        ? lcm_race_reader_of(w->ctx, instance->name)
                        : instance->name;
  locks->names = names;
  locks->n++;
  locks->taken = locks->taken || node->kind == LCM_NODE_ACQUIRE;
  locks->unknown =
      locks->unknown || instance->n_indices || (some && !resource->lock);
}

/* Take "instance" out of "locks", once; where it is not in there, it was taken
 * in a way that is not seen, such as a test. */
static void drop_lock(struct lcm_race_watch *w, struct lcm_race_locks *locks,
                      const struct lcm_instance *instance) {
  const struct lcm_race_locks before = *locks;
  const char **names =
      LCM_NEW_ARRAY(lcm_ctx_arena(w->ctx), const char *, before.n + 1);
  const char *reader = lcm_race_reader_of(w->ctx, instance->name);
  bool found = false;
  locks->n = 0;
  for (size_t i = before.n; i-- > 0;)
    if (found ||
        (before.names[i] != instance->name && before.names[i] != reader))
      names[before.n - ++locks->n] = before.names[i];
    else
      found = true;
  locks->names = names + before.n - locks->n;
  locks->unknown = locks->unknown || !found;
  w->lost = w->lost || !found;
}

/* Return whether "a" and "b" are the same locks. */
static bool are_same(const struct lcm_race_locks *a,
                     const struct lcm_race_locks *b) {
  bool same = a->n == b->n && a->unknown == b->unknown;
  for (size_t i = 0; i < a->n && same; i++)
    same = a->names[i] == b->names[i];
  return same;
}

/* ---- what is around ------------------------------------------------------ */

/* Return whether the function "name" neither waits for threads nor touches what
 * the program names. */
static bool is_quiet(const char *name) {
  static const char *const QUIET[] = {
      "printf", "fprintf", "puts",   "fputs", "putchar", "putc",
      "fputc",  "fflush",  "usleep", "sleep", "rand",    "srand",
      "random", "drand48", "perror", "exit",  "abort",   "lrand48"};
  for (size_t i = 0; i < sizeof QUIET / sizeof *QUIET; i++)
    if (!strcmp(name, QUIET[i]))
      return true;
  return false;
}

/* Return whether "node" is a loop of which nobody knows how often it is
 * executed. */
static bool is_open_loop(const lcm_node *node) {
  return node->kind == LCM_NODE_WHILE ||
         (lcm_node_is_loop(node->kind) && !node->u.loop.n_ranges);
}

/* Return whether something around is executed until something happens. */
static bool is_repeated(const struct lcm_race_watch *w) {
  for (size_t i = 0; i < w->levels.n; i++)
    if (is_open_loop(w->levels.at[i].node))
      return true;
  return false;
}

/* Return whether each such loop around is left by its condition alone. */
static bool is_tested(const struct lcm_race_watch *w) {
  bool tested = true;
  for (size_t i = 0; i < w->levels.n && tested; i++) {
    const lcm_node *node = w->levels.at[i].node;
    tested = !is_open_loop(node) || !lcm_node_attribute(node, "left");
  }
  return tested;
}

/* Return whether the call "node" calls a function that is being executed; put
 * whether a task that this made calls it, so that all that waits in there waits
 * for nobody else, into "*aside". */
static bool calls_itself(bool *aside, const struct lcm_race_watch *w,
                         const lcm_node *node) {
  *aside = false;
  if (node->kind != LCM_NODE_CALL)
    return false;
  for (size_t i = w->levels.n; i-- > 0;) {
    const lcm_node *around = w->levels.at[i].node;
    if (around->kind == LCM_NODE_CALL &&
        !strcmp(around->u.call.callee, node->u.call.callee))
      return true;
    *aside =
        *aside || (around->kind == LCM_NODE_TASK && !is_undeferred(around));
  }
  *aside = false;
  return lcm_program_function(w->program, node->u.call.callee) == w->function;
}

/* Return whether "node" adds to what the section "read" of it is. */
static bool adds_to(const lcm_node *node, const lcm_section *read) {
  for (size_t i = 0; i < node->n_writes; i++)
    if (node->writes[i].key == read->key && node->writes[i].added)
      return true;
  return false;
}

/* Return whether "node" may wait for what another thread does: it reads what
 * atomic operations write. */
static bool may_await(const lcm_node *node) {
  for (size_t i = 0; i < node->n_reads; i++)
    if (node->reads[i].atomic && !adds_to(node, &node->reads[i]))
      return true;
  return false;
}

/* Return whether "node" is an atomic operation from which its thread learns
 * nothing: it writes the variable that it is about alone. */
static bool tells_nothing(const lcm_node *node) {
  static const char ATOMIC[] = "atomic ";
  bool nothing = node->kind == LCM_NODE_USING && node->marks.atomic &&
                 node->u.resource.n_instances == 1 && node->n_children == 1;
  const lcm_node *inside = nothing ? node->children[0] : NULL;
  nothing = inside && inside->kind == LCM_NODE_FRAGMENT && inside->n_writes;
  for (size_t i = 0; nothing && i < inside->n_writes; i++) {
    const char *name = node->u.resource.instances[0].name;
    nothing = !inside->writes[i].is_private &&
              !strncmp(name, ATOMIC, sizeof ATOMIC - 1) &&
              !strcmp(name + sizeof ATOMIC - 1, inside->writes[i].datum);
  }
  return nothing;
}

/* Return whether "node", at "at", is something that is not seen through. */
static bool is_unseen(const struct lcm_race_watch *w, const lcm_node *node) {
  const char *keeps = lcm_node_attribute(node, "keeps");
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(w->program, node->u.call.callee)
          : NULL;
  return (keeps && !is_quiet(keeps)) || node->kind == LCM_NODE_OPAQUE ||
         lcm_node_is_condition(node->kind) || may_await(node) ||
         lcm_node_attribute(node, "volatile") ||
         (node->kind == LCM_NODE_CALL && (!callee || !callee->body)) ||
         (lcm_node_is_resource(node->kind) && is_repeated(w) &&
          !(tells_nothing(node) && is_tested(w)));
}

/* Note the loop in which the atomic operation "node" is repeated, at "at". */
static void note_repeated(struct lcm_race_watch *w, const lcm_node *node,
                          const struct lcm_race_at *at) {
  const struct lcm_race_loop *loop = at->loop;
  while (loop && !is_open_loop(loop->node))
    loop = loop->outer;
  for (size_t i = 0; loop && i < w->repeated.n; i++)
    if (w->repeated.at[i] == loop)
      return;
  if (loop && lcm_node_is_resource(node->kind) && node->marks.atomic)
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->repeated, loop);
}

/* Note that "node", at "at", cannot be followed, where that is so. */
static void check_sight(struct lcm_race_watch *w, const lcm_node *node,
                        const struct lcm_race_at *at) {
  bool aside = false;
  const bool again = calls_itself(&aside, w, node);
  note_repeated(w, node, at);
  if (!again && !is_unseen(w, node))
    return;
  w->lost = w->lost || !aside;
  LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->unseen,
               at->who == LCM_RACE_LOOP ? at->construct : w->region);
}

/* Return whether what stands behind the branch "node" may be left out. */
static bool leaves(const lcm_node *node) {
  return node->kind == LCM_NODE_BRANCH &&
         (node->marks.ends || node->marks.exit);
}

/* Return whether all threads of the team come to "at". */
static bool is_whole_team(const struct lcm_race_at *at) {
  return at->who == LCM_RACE_ALL && !at->task && !at->only && !at->least &&
         at->most == LLONG_MAX;
}

/* Let "at" be in the parallel loop "node", around which "n_ranges" loops
 * are. */
static void enter_parloop(struct lcm_race_at *at, const lcm_node *node,
                          size_t n_ranges) {
  const bool tasks = lcm_node_is_taskloop(node);
  at->doubtful =
      at->doubtful || !node->u.loop.n_ranges ||
      lcm_node_attribute(node, "moved") || lcm_node_attribute(node, "left") ||
      (tasks && (is_maybe_undeferred(node) || (at->task && at->task->finals)));
  if (tasks && is_undeferred(node))
    return;
  if (tasks && !at->taskloop) {
    at->taskloop = node;
    at->taskloop_first = n_ranges;
  } else if (at->nested)
    return;
  else if (!tasks && is_whole_team(at) && node->u.loop.worksharing) {
    at->who = LCM_RACE_LOOP;
    at->construct = node;
    at->divided = at->loop;
    at->first = n_ranges;
  } else
    at->doubtful = true;
}

/* Let "at" be in child number "k" of the node at "level". */
static void enter_child(const struct lcm_race_watch *w, struct lcm_race_at *at,
                        const struct lcm_race_level *level, size_t k) {
  const lcm_node *node = level->node;
  if (node->kind == LCM_NODE_BRANCH)
    enter_branch(w, at, level, k);
  if (node->kind != LCM_NODE_PARALLEL || at->nested)
    return;
  if (!is_whole_team(at) || !node->u.parallel.worksharing ||
      (node->label && !strcmp(node->label, "once")))
    at->doubtful = true;
  at->who = LCM_RACE_UNIT;
  at->construct = node;
  at->unit = k;
  at->instance = level->place;
}

/* Return whether "node", or something below it, is a part that iterations
 * execute in their order, or may be one. */
static bool has_turns(const lcm_node *node) {
  if (lcm_node_attribute(node, "ordered") || node->kind == LCM_NODE_CALL ||
      node->kind == LCM_NODE_OPAQUE)
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (has_turns(node->children[i]))
      return true;
  return false;
}

/* Return a new loop for "node" in "at". */
static struct lcm_race_loop *new_loop(struct lcm_race_watch *w,
                                      struct lcm_race_at *at,
                                      const lcm_node *node, size_t n_ranges) {
  struct lcm_race_loop *loop =
      LCM_NEW(lcm_ctx_arena(w->ctx), struct lcm_race_loop);
  *loop = (struct lcm_race_loop){
      .node = node,
      .outer = at->loop,
      .first = n_ranges,
      .n = lcm_node_is_loop(node->kind) ? node->u.loop.n_ranges : 0,
      .end = UINT_MAX,
      .waits = w->waits,
      .at = w->out->state};
  if (loop->n) {
    loop->range = lcm_iteration_map(node->u.loop.ranges, resolved, w);
    loop->chunk = node->u.loop.chunk ? resolved(node->u.loop.chunk, w) : NULL;
  }
  if (lcm_node_is_loop(node->kind) && node->u.loop.ordered && has_turns(node))
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->ordered, loop);
  at->loop = loop;
  return loop;
}

/* Let "level" be for what is in "node". */
static void go_inside(struct lcm_race_watch *w, struct lcm_race_level *level,
                      const lcm_node *node, size_t n_ranges) {
  struct lcm_race_at *at = &level->inside;
  if (lcm_node_is_loop(node->kind) || node->kind == LCM_NODE_CALL)
    level->loop = new_loop(w, at, node, n_ranges);
  if (node->kind == LCM_NODE_PARLOOP)
    enter_parloop(at, node, n_ranges);
  if (node->kind == LCM_NODE_TASK)
    enter_task(w, at, node);
  at->nested = at->nested || node->kind == LCM_NODE_TEAM;
  if (is_open_loop(node) ||
      (node->kind == LCM_NODE_LOOP &&
       (lcm_node_attribute(node, "moved") || lcm_node_attribute(node, "left"))))
    at->doubtful = true;
  if (is_open_loop(node))
    enter_arm(w, at);
  at->in_call = at->in_call || node->kind == LCM_NODE_CALL;
  const char *construct = lcm_node_attribute(node, "construct");
  if (node->kind == LCM_NODE_SERIES && construct &&
      strstr(construct, "parallel"))
    at->lone = false;
  if (node->kind == LCM_NODE_USING && node->marks.atomic)
    at->atomic = node->u.resource.instances[0].name;
}

/* Return whether a branch is around, or one of several threads. */
static bool is_chosen(const struct lcm_race_watch *w) {
  for (size_t i = 0; i < w->levels.n; i++)
    if (w->levels.at[i].node->kind == LCM_NODE_BRANCH)
      return true;
  return w->region->kind == LCM_NODE_PARALLEL;
}

/* Do what "node" does to those who execute it. */
static void synchronise(struct lcm_race_watch *w, const lcm_node *node,
                        const struct lcm_race_at *at) {
  if (node->kind == LCM_NODE_BARRIER && !at->nested) {
    w->lost = w->lost || (w->by_hand && is_chosen(w));
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->tasks.barriers, at->arm);
    w->phase++;
    end_tasks(w, 0, true, NULL);
  }
  w->waits += node->kind == LCM_NODE_BARRIER;
  if (node->kind == LCM_NODE_TASKWAIT) {
    end_tasks(w, 0, false, at->task);
    for (size_t i = 0; i < w->levels.n; i++)
      if (w->levels.at[i].loop && w->levels.at[i].loop->at->task == at->task)
        w->levels.at[i].loop->awaits = true;
  }
  if (!lcm_node_is_resource(node->kind) || node->marks.atomic)
    return;
  for (size_t i = 0; i < node->u.resource.n_instances; i++)
    if (node->kind == LCM_NODE_RELEASE)
      drop_lock(w, &w->locks, &node->u.resource.instances[i]);
    else if (node->kind != LCM_NODE_USE)
      add_lock(w, &w->locks, node, &node->u.resource.instances[i]);
}

/* Return whether what copies of threads become is noted at "node". */
static bool combines(const lcm_node *node) {
  return node->kind == LCM_NODE_PARLOOP || node->kind == LCM_NODE_PARALLEL ||
         node->kind == LCM_NODE_TASKGROUP ||
         (node->kind == LCM_NODE_SERIES && node->marks.construct);
}

/* Note where "node" stands, before what is in it. */
static void enter(const lcm_node *node, size_t n_ranges, void *user) {
  struct lcm_race_watch *w = user;
  lcm_arena *arena = lcm_ctx_arena(w->ctx);
  const struct lcm_race_level *up =
      w->levels.n ? &w->levels.at[w->levels.n - 1] : NULL;
  struct lcm_race_at *at = LCM_NEW(arena, struct lcm_race_at);
  struct lcm_race_level level = {
      .node = node, .locks = w->locks, .taken = SIZE_MAX};
  *at = up ? up->inside : w->outside;
  for (size_t k = 0; up && k < up->node->n_children; k++)
    if (up->node->children[k] == node)
      enter_child(w, at, up, k);
  LCM_LIST_ADD(arena, &w->nodes, node);
  check_sight(w, node, at);
  if (node->kind == LCM_NODE_LET)
    note_name(w, node);
  if (node->kind == LCM_NODE_BRANCH) {
    level.taken = taken_of(w, node);
    level.conditions = conditions_of(w, node);
  }
  at->phase = w->phase;
  at->place = level.place = ++w->place;
  at->locks = w->locks;
  at->tasks = &w->tasks;
  at->combined = combines(node);
  w->out->state = at;
  level.inside = *at;
  synchronise(w, node, at);
  go_inside(w, &level, node, n_ranges);
  LCM_LIST_ADD(arena, &w->levels, level);
}

/* Return the number of the outermost level that something here may leave: the
 * innermost call, or the outermost loop. */
static size_t first_left(const struct lcm_race_watch *w) {
  size_t first = 0;
  for (size_t i = w->levels.n; i-- > 0;) {
    if (w->levels.at[i].node->kind == LCM_NODE_CALL)
      return i;
    first = lcm_node_is_loop(w->levels.at[i].node->kind) ? i : first;
  }
  return first;
}

/* Note that "node" is behind. */
static void leave(const lcm_node *node, void *user) {
  struct lcm_race_watch *w = user;
  const struct lcm_race_level level = w->levels.at[--w->levels.n];
  w->place++;
  if (level.loop) {
    level.loop->end = w->place;
    level.loop->meets = level.loop->at->phase != w->phase;
    level.loop->last = w->phase;
    level.loop->awaits = level.loop->awaits || level.loop->waits != w->waits;
  }
  if (node->kind == LCM_NODE_TASKGROUP)
    end_tasks(w, level.place, true, NULL);
  if (node->kind == LCM_NODE_TASK)
    leave_task(w, node);
  if (node->kind == LCM_NODE_USING)
    w->locks = level.locks;
  if ((level.loop || node->kind == LCM_NODE_BRANCH ||
       node->kind == LCM_NODE_PARALLEL || node->kind == LCM_NODE_TASK) &&
      !are_same(&w->locks, &level.locks))
    w->lost = true;
  for (size_t i = first_left(w); leaves(node) && i < w->levels.n; i++)
    w->levels.at[i].inside.doubtful = true;
}

void lcm_race_watch_start(struct lcm_race_watch *watch,
                          struct lcm_edit_accesses *out) {
  watch->out = out;
  bool many = false;
  watch->outside =
      (struct lcm_race_at){.who = LCM_RACE_ALL,
                           .most = LLONG_MAX,
                           .lone = lcm_race_is_lone(&many, watch->region)};
  watch->told = (struct lcm_edit_watch){enter, leave, watch};
  out->watch = &watch->told;
}
