/* Ranks: writes down what each does and runs that. */
#include <math.h>
#include <string.h>

#include "composer/simulate/code/emit.h"
#include "composer/simulate/code/leaf.h"
#include "composer/simulate/code/prepare.h"
#include "composer/simulate/crew.h"
#include "composer/simulate/frame.h"
#include "composer/simulate/ranks/queue.h"
#include "composer/simulate/ranks/rank.h"
#include "composer/simulate/ranks/together.h"
#include "composer/simulate/ranks/waiter.h"
#include "composer/simulate/realm.h"
#include "composer/simulate/trace_internal.h"

/* Ranks that a deadlock is told of. */
enum { MOST_TOLD = 8 };

/* Code of its own that a rank executes, with the values of the names that it
 * sees. */
struct lcm_vm_apart {
  struct lcm_vm_function *function;
  const lcm_section *pointees;
  const double *values;
  size_t n;
};

/* ---- code of their own ----------------------------------------------------
 */

/* Return the code of "node", which a rank executes with "weight" processors, if
 * the simulation knows better than composition what happens there. */
static const void *set_apart(void *user, const lcm_node *node, double weight) {
  struct lcm_vm_ranks *all = user;
  lcm_vm *vm = all->vm;
  struct lcm_run *run = &vm->run;
  lcm_arena *arena = all->life;
  const size_t n = run->env.n - run->globals;
  if (lcm_vm_is_plain(vm, node))
    return NULL;
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 2);
  double *values = LCM_NEW_ARRAY(arena, double, n + 2);
  names[0] = run->names->p;
  values[0] = weight;
  for (size_t i = 0; i < n; i++) {
    names[i + 1] = run->env.at[run->globals + i].name;
    values[i + 1] = run->env.at[run->globals + i].value;
  }
  struct lcm_vm_apart *apart = LCM_NEW(arena, struct lcm_vm_apart);
  *apart = (struct lcm_vm_apart){
      .function = lcm_vm_compile_apart(vm, node, names, n + 1),
      .pointees = run->pointees,
      .values = values,
      .n = n + 1};
  all->apart = true;
  return apart;
}

/* Let "process" execute "apart" and then come back. */
static void enter(lcm_vm *vm, struct lcm_vm_process *p,
                  const struct lcm_vm_apart *apart) {
  struct lcm_vm_frame *frame = lcm_vm_new_frame(vm, apart->function);
  memcpy(frame->slots, apart->values, apart->n * sizeof *apart->values);
  frame->pointees = apart->pointees;
  frame->up = p->frame;
  frame->back = p->at;
  p->frame = frame;
  p->next = apart->function->entry;
  p->calls++;
}

/* ---- making ranks ---------------------------------------------------------
 */

/* Note who comes to which operation of their groups. */
static void note_meetings(struct lcm_vm_ranks *all) {
  struct lcm_world *w = &all->world;
  for (size_t m = 0; m < w->n; m++)
    for (size_t i = 0; i < w->scripts[m].n; i++) {
      const struct lcm_step *step = &w->scripts[m].at[i];
      if (step->act == LCM_ACT_POST && step->queued->kind == LCM_JOINS)
        (void)lcm_queue_join(all->queue, step->queued);
    }
  for (size_t m = 0; m < w->n; m++)
    for (size_t i = 0; i < w->scripts[m].n; i++) {
      const struct lcm_step *step = &w->scripts[m].at[i];
      if (step->act == LCM_ACT_POST && step->queued->kind == LCM_JOINS)
        step->queued->group->met[step->queued->me] = 0;
    }
}

/* Return the lock of a window that "step" is about. */
static lcm_sim_index lock_of(struct lcm_vm_ranks *all,
                             const struct lcm_step *step) {
  size_t at = 0;
  if (lcm_map_get(&all->locks, step->key, &at))
    return (lcm_sim_index)at;
  const lcm_sim_index made = lcm_sim_add_resource(
      all->vm->sim, (struct lcm_sim_resource){.units = (int64_t)step->units});
  lcm_map_put(all->life, &all->locks, step->key, made);
  return made;
}

/* Make the interfaces of the nodes. */
static void make_interfaces(struct lcm_vm_ranks *all) {
  const size_t n = lcm_nodes_count(all->queue->nodes);
  for (size_t i = 0; i < n; i++) {
    const lcm_sim_index made = lcm_sim_add_resource(
        all->vm->sim, (struct lcm_sim_resource){.units = 1});
    all->interfaces = i ? all->interfaces : made;
  }
}

/* Write down what the ranks of "leaf" do, that "process" starts. */
static struct lcm_vm_ranks *new_ranks(lcm_vm *vm,
                                      const struct lcm_vm_process *p,
                                      const struct lcm_vm_leaf *leaf) {
  struct lcm_vm_ranks *all = LCM_NEW(&vm->life, struct lcm_vm_ranks);
  lcm_vm_end_ranks(vm);
  vm->ranks = all;
  all->vm = vm;
  all->life = &vm->life;
  all->code = p->at + 1;
  all->player = (struct lcm_player){
      .apart = set_apart, .user = all, .dice = lcm_random_bits(&vm->random)};
  lcm_vm_bind(vm, leaf, p->frame);
  all->world = lcm_ranks_script(&vm->run, leaf->node, p->weight, &all->player);
  const size_t n = all->world.n;
  vm->draws = vm->draws || all->player.drew;
  if (vm->run.status)
    return all;
  all->queue = lcm_queue_new(&vm->run, all->life, n);
  all->stuck = LCM_NEW_ARRAY(all->life, bool, n + 1);
  all->doubts = LCM_NEW_ARRAY(all->life, const struct lcm_guess *, n + 1);
  all->sent = LCM_NEW_ARRAY(all->life, lcm_vm_queue, n + 1);
  all->wanted = LCM_NEW_ARRAY(all->life, lcm_vm_queue, n + 1);
  all->at = LCM_NEW_ARRAY(all->life, struct lcm_vm_rank, n + 1);
  note_meetings(all);
  make_interfaces(all);
  return all;
}

/* Make a process for each rank of "all". */
static void make_processes(struct lcm_vm_ranks *all, lcm_process *process) {
  lcm_vm *vm = all->vm;
  struct lcm_vm_process *p = lcm_process_extra(process);
  const size_t n = all->world.n;
  all->running = n;
  for (size_t i = 0; i < n && !vm->status; i++) {
    lcm_process *const made = lcm_sim_fork(vm->sim, process, i, n);
    if (!made)
      return;
    struct lcm_vm_process *m = lcm_process_extra(made);
    all->at[i] = (struct lcm_vm_rank){.all = all,
                                      .number = i,
                                      .waiter = {made, false},
                                      .asked = INFINITY,
                                      .first = INFINITY};
    *m = (struct lcm_vm_process){.next = all->code,
                                 .maker = p->at,
                                 .value = (double)i,
                                 .weight = all->world.weights[i],
                                 .actor = &all->at[i]};
    m->frame = lcm_vm_copy_frame(vm, p->frame);
    if (all->apart)
      m->realm = lcm_vm_new_realm(vm);
    if (vm->recorder)
      lcm_vm_note_begin(vm, made);
  }
}

/* Run the ranks "at"; return whether "process" runs on. */
static bool run_ranks(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  if (p->phase == 0) {
    struct lcm_vm_ranks *all = new_ranks(vm, p, at->more);
    if (vm->run.status) {
      lcm_vm_fail(vm, vm->run.status);
      return false;
    }
    p->phase = 1;
    p->next = p->at;
    make_processes(all, process);
    return lcm_sim_join(vm->sim, process);
  }
  p->phase = 0;
  p->next = at->c;
  return true;
}

/* ---- what a rank does -----------------------------------------------------
 */

/* Let "process" spend "time"; return whether it takes none. */
static bool spend(lcm_vm *vm, lcm_process *process, double time) {
  if (!(time > 0))
    return true;
  lcm_sim_delay(vm->sim, process, time);
  return false;
}

/* A rank has ended; with the last one all do, and what is still on its way to
 * nobody. */
static bool end_rank(lcm_vm *vm, lcm_process *process,
                     struct lcm_vm_rank *rank) {
  struct lcm_vm_ranks *all = rank->all;
  if (vm->recorder)
    lcm_vm_note_end(vm, process);
  if (--all->running) {
    lcm_sim_block(vm->sim, process);
    return false;
  }
  for (struct lcm_vm_helper *at = all->helpers; at; at = at->behind)
    lcm_sim_kill(vm->sim, at->process);
  all->helpers = NULL;
  for (size_t i = 0; i < all->world.n; i++) {
    lcm_process *const other = all->at[i].waiter.process;
    struct lcm_vm_process *p = lcm_process_extra(other);
    lcm_vm_free_frame(p->frame);
    if (other != process)
      lcm_sim_kill(vm->sim, other);
  }
  lcm_sim_exit(vm->sim, process);
  return false;
}

/* Post "message" of "rank", "process"; return whether that runs on. */
static bool post(lcm_vm *vm, lcm_process *process, struct lcm_vm_rank *rank,
                 struct lcm_queued *queued) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  if (p->phase == 0 && queued->kind == LCM_SENDS) {
    p->phase = 1;
    if (!spend(vm, process, queued->overhead))
      return false;
  }
  p->phase = 0;
  rank->at++;
  if (queued->kind == LCM_JOINS)
    lcm_vm_come(rank, queued);
  else
    lcm_vm_enqueue(rank, lcm_vm_new_post(rank->all, queued, &rank->waiter));
  return true;
}

/* Return what taking "message" costs who has waited for it. */
static double cost_of(lcm_vm *vm, const struct lcm_queued *queued) {
  const bool received = queued->kind == LCM_RECEIVES && !queued->looks &&
                        queued->match && !queued->match->priced;
  return received
             ? lcm_run_machine(&vm->run, "receive", 2, queued->match->bytes, 1)
             : 0;
}

/* Return how long it takes who asks for messages at "first", and again after
 * each "gap" seconds, to find that they are there from "now" on. */
static double overrun(double first, double gap, double now) {
  const double times = lcm_queues_asked(first, gap, now);
  return times > 0 ? fmax(0, times * gap - (now - first)) : 0;
}

/* Let "rank", "process", wait for "messages"; return whether it runs on. */
static bool await(lcm_vm *vm, lcm_process *process, struct lcm_vm_rank *rank,
                  const struct lcm_message_queues *queues) {
  bool open = false;
  struct lcm_queued *queued = lcm_queues_next_done(queues, &open);
  const double now = lcm_sim_time(vm->sim);
  if (vm->recorder && rank->asked < now)
    lcm_vm_note_queues(vm, process, queues, rank->asked);
  rank->first = fmin(rank->first, now);
  rank->asked = INFINITY;
  if (!queued && open) {
    rank->asked = now;
    lcm_vm_wait(vm, &rank->waiter);
    return false;
  }
  const double late = open ? 0 : overrun(rank->first, queues->gap, now);
  if (!queued || queues->any) {
    rank->at++;
    rank->first = INFINITY;
  }
  if (!queued)
    return true;
  queued->used = true;
  return spend(vm, process, cost_of(vm, queued) + late);
}

/* Let "process" lock a window, or end that, as "step" says; return whether it
 * runs on. */
static bool lock(lcm_vm *vm, lcm_process *process, struct lcm_vm_rank *rank,
                 const struct lcm_step *step) {
  const struct lcm_claim claim = {lock_of(rank->all, step),
                                  (uint32_t)step->takes};
  if (step->act == LCM_ACT_ACQUIRE)
    return lcm_sim_acquire(vm->sim, process, &claim, 1);
  lcm_sim_release(vm->sim, &claim, 1);
  return true;
}

/* Let "process" do the next step of its script; return whether it runs on. */
static bool play(lcm_vm *vm, lcm_process *process) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_rank *rank = p->actor;
  const lcm_script *script = &rank->all->world.scripts[rank->number];
  p->next = p->at;
  if (rank->at == script->n)
    return end_rank(vm, process, rank);
  const struct lcm_step *step = &script->at[rank->at];
  rank->node = step->node;
  if (step->act == LCM_ACT_POST)
    return post(vm, process, rank, step->queued);
  if (step->act == LCM_ACT_AWAIT)
    return await(vm, process, rank, step->queues);
  rank->at++;
  if (step->among)
    return lock(vm, process, rank, step);
  if (step->act == LCM_ACT_APART) {
    enter(vm, p, step->apart);
    return true;
  }
  return spend(vm, process,
               step->act == LCM_ACT_COMPUTE ? step->outcome->time : step->cost);
}

bool lcm_vm_step_rank(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at) {
  if (at->code == LCM_VM_RANKS)
    return run_ranks(vm, process, at);
  if (at->code == LCM_VM_PLAY)
    return play(vm, process);
  if (at->code == LCM_VM_HAND)
    return lcm_vm_step_hand(vm, process);
  lcm_vm_carry(vm, process);
  return false;
}

/* ---- nobody can go on ------------------------------------------------------
 */

/* Return what "rank" waits for, NULL where it does not wait for messages. */
static const struct lcm_message_queues *
awaited(const struct lcm_vm_rank *rank) {
  const lcm_script *script = &rank->all->world.scripts[rank->number];
  return rank->waiter.waits && rank->at < script->n
             ? script->at[rank->at].queues
             : NULL;
}

/* Return whether "rank" waits for the lock of a window: its step was counted
 * as done when it asked for that. */
static bool waits_for_lock(const struct lcm_vm_rank *rank) {
  const lcm_script *script = &rank->all->world.scripts[rank->number];
  const struct lcm_step *step =
      rank->at ? &script->at[rank->at - 1] : script->at;
  lcm_sim_index index = 0;
  return rank->at && step->among && step->act == LCM_ACT_ACQUIRE &&
         lcm_process_waits(rank->all->vm->sim, rank->waiter.process, &index) ==
             LCM_WAITING_RESOURCE;
}

/* Return where the ranks are when nobody can go on. */
static struct lcm_standing *standings(struct lcm_vm_ranks *all) {
  const struct lcm_world *w = &all->world;
  struct lcm_standing *out =
      LCM_NEW_ARRAY(all->life, struct lcm_standing, w->n + 1);
  for (size_t i = 0; i < w->n; i++) {
    const struct lcm_vm_rank *rank = &all->at[i];
    const lcm_script *script = &w->scripts[i];
    out[i] = (struct lcm_standing){.script = script,
                                   .at = rank->at,
                                   .queues = awaited(rank),
                                   .guess = all->doubts[i] ? all->doubts[i]
                                            : rank->at < script->n
                                                ? script->at[rank->at].guess
                                                : w->guesses[i]};
  }
  for (size_t i = 0; i < w->n; i++)
    out[i].at -= waits_for_lock(&all->at[i]);
  for (size_t i = 0; i < w->n; i++)
    if (!out[i].guess && waits_for_lock(&all->at[i]))
      out[i].guess = lcm_doubt_lock(all->life, out, w->n, i);
  return out;
}

bool lcm_vm_ranks_give_way(lcm_vm *vm) {
  struct lcm_vm_ranks *all = vm->ranks;
  const size_t n = all && all->at ? all->world.n : 0;
  struct lcm_standing *at = n ? standings(all) : NULL;
  bool any = false;
  if (!n || lcm_doubt_find_stuck(all->stuck, at, n))
    return false;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_message_queues *queues = at[i].queues;
    if (queues)
      all->doubts[i] = lcm_doubt_wait(&vm->run, at, n, i);
    for (size_t k = 0; queues && k < queues->n; k++) {
      struct lcm_queued *queued = queues->at[k];
      queued->end = queued->done ? queued->end : lcm_sim_time(vm->sim);
      queued->done = any = true;
    }
  }
  for (size_t i = 0; i < n; i++)
    lcm_vm_look(vm, at[i].queues ? &all->at[i].waiter : NULL);
  return any;
}

bool lcm_vm_ranks_deadlock(lcm_vm *vm) {
  const struct lcm_vm_ranks *all = vm->ranks;
  size_t n = 0;
  for (size_t i = 0; all && all->at && i < all->world.n && n < MOST_TOLD; i++) {
    const struct lcm_message_queues *queues =
        all->stuck[i] ? awaited(&all->at[i]) : NULL;
    if (queues && n++ == 0)
      (void)lcm_run_makes_no_sense(&vm->run);
    if (queues)
      lcm_queue_deadlock(&vm->run, i, queues);
  }
  return n > 0;
}

bool lcm_vm_ranks_guessed(lcm_vm *vm) {
  struct lcm_vm_ranks *all = vm->ranks;
  const size_t n = all && all->at ? all->world.n : 0;
  const struct lcm_standing *at = n ? standings(all) : NULL;
  size_t i = 0;
  while (i < n && !waits_for_lock(&all->at[i]))
    i++;
  if (i == n || !at[i].guess)
    return false;
  const struct lcm_step *step = &at[i].script->at[at[i].at];
  lcm_doubt_tell(&vm->run, step->node,
                 lcm_arena_printf(lcm_ctx_arena(vm->ctx),
                                  "rank %zu waits for '%s', which no rank will "
                                  "give back",
                                  i, step->key),
                 at[i].guess);
  return true;
}

void lcm_vm_end_ranks(lcm_vm *vm) {
  if (vm->ranks)
    lcm_arena_reset(&vm->ranks->world.scratch);
  vm->ranks = NULL;
}
