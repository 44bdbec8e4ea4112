/* Runs the instructions of a process until it waits. */
#include <math.h>

#include "composer/simulate/code/emit.h"
#include "composer/simulate/code/expr.h"
#include "composer/simulate/crew.h"
#include "composer/simulate/frame.h"
#include "composer/simulate/ranks/rank.h"
#include "composer/simulate/realm.h"
#include "composer/simulate/step.h"
#include "composer/simulate/trace_internal.h"

/* Instructions of one process without waiting, before it is taken for one that
 * never will. */
static const unsigned long long MAX_STEPS = 200000000;

/* ---- resources and conditions ---------------------------------------------
 */

/* Return the claims of instruction "at" in "*n"; "room" is for those that are
 * not constant, or of another realm than the first. */
static const struct lcm_claim *claims_of(lcm_vm *vm,
                                         const struct lcm_vm_instruction *at,
                                         struct lcm_vm_frame *frame,
                                         struct lcm_claim *room, size_t *n) {
  const struct lcm_vm_claims *all = &vm->claims.at[at->a];
  if (all->constant && !vm->realm) {
    *n = all->n_claims;
    return all->claims;
  }
  const bool possession = at->code == LCM_VM_ACQUIRE;
  *n = lcm_vm_claim(vm, room, at->a, frame, at->node,
                    possession ? at->b : LCM_VM_NONE);
  return room;
}

/* Return what "process" executes, which is the owner of what it acquires. */
static const void *owner_of(lcm_process *process) {
  const struct lcm_vm_process *p = lcm_process_extra(process);
  return p->job ? (const void *)p->job : process;
}

/* Return what "owner" has of "resource", which may be had several times, NULL
 * for nothing. */
static struct lcm_vm_hold *hold_of(lcm_vm *vm, uint32_t resource,
                                   const void *owner) {
  for (size_t i = 0; i < vm->holds.n; i++)
    if (vm->holds.at[i].resource == resource && vm->holds.at[i].owner == owner)
      return &vm->holds.at[i];
  return NULL;
}

/* Let "owner" have "resource" once more; return whether it had it. */
static bool hold_again(lcm_vm *vm, uint32_t resource, const void *owner) {
  struct lcm_vm_hold *hold = hold_of(vm, resource, owner);
  const struct lcm_vm_hold fresh = {resource, owner, 1};
  if (hold)
    hold->times++;
  else
    LCM_LIST_ADD(&vm->life, &vm->holds, fresh);
  return hold != NULL;
}

/* Let "owner" have "resource" once less; return whether it still has it. */
static bool hold_less(lcm_vm *vm, uint32_t resource, const void *owner) {
  struct lcm_vm_hold *hold = hold_of(vm, resource, owner);
  if (!hold)
    return false;
  if (--hold->times)
    return true;
  *hold = vm->holds.at[--vm->holds.n];
  return false;
}

/* Let "process" give back what "at" says. */
static void release(lcm_vm *vm, lcm_process *process,
                    const struct lcm_vm_instruction *at,
                    struct lcm_vm_frame *frame) {
  struct lcm_claim room[LCM_VM_MAX_CLAIMS];
  const struct lcm_vm_claims *all = &vm->claims.at[at->a];
  size_t n = 0;
  if (!all->constant && at->b != LCM_VM_NONE) {
    for (; n < all->n; n++)
      room[n] = (struct lcm_claim){(uint32_t)frame->slots[at->b + n], 1};
    lcm_sim_release(vm->sim, room, n);
    return;
  }
  const struct lcm_claim *claims = claims_of(vm, at, frame, room, &n);
  if (!n || !at->c || !hold_less(vm, claims->resource, owner_of(process)))
    lcm_sim_release(vm->sim, claims, n);
}

/* ---- time ------------------------------------------------------------------
 */

/* Return "time" as the time of "node": a failure where it is none. */
static double check_time(lcm_vm *vm, const lcm_node *node, double time) {
  if (time >= 0 && isfinite(time))
    return time;
  if (!vm->status) {
    if (time < 0)
      lcm_report(vm->ctx, LCM_DIAG_NEGATIVE_COST, node->loc,
                 "the time is negative (%g)", time);
    else
      lcm_report(vm->ctx, LCM_DIAG_DOMAIN, node->loc, "the time is no number");
  }
  lcm_vm_fail(vm, LCM_EDOMAIN);
  return 0;
}

/* Let "process" use what "at" says; return whether it runs on. */
static bool use(lcm_vm *vm, lcm_process *process,
                const struct lcm_vm_instruction *at,
                struct lcm_vm_frame *frame) {
  struct lcm_claim room[LCM_VM_MAX_CLAIMS];
  size_t n = 0;
  const double time = check_time(vm, at->node, lcm_vm_value(vm, at->b, frame));
  const struct lcm_claim *claims = claims_of(vm, at, frame, room, &n);
  if (!n || vm->status)
    return false;
  lcm_sim_use(vm->sim, process, claims, n, time);
  return false;
}

/* Let "process" acquire what "at" says; return whether it runs on. */
static bool acquire(lcm_vm *vm, lcm_process *process,
                    const struct lcm_vm_instruction *at,
                    struct lcm_vm_frame *frame) {
  struct lcm_claim room[LCM_VM_MAX_CLAIMS];
  size_t n = 0;
  const struct lcm_claim *claims = claims_of(vm, at, frame, room, &n);
  if (!n || vm->status)
    return false;
  return (at->c && hold_again(vm, claims->resource, owner_of(process))) ||
         lcm_sim_acquire(vm->sim, process, claims, n);
}

/* Let "process" wait for, or signal, what "at" says; return whether it runs
 * on. */
static bool synchronize(lcm_vm *vm, lcm_process *process,
                        const struct lcm_vm_instruction *at,
                        struct lcm_vm_frame *frame) {
  const uint32_t condition = lcm_vm_resolve(vm, at->a, frame, at->node, true);
  if (condition == LCM_VM_NONE)
    return false;
  if (at->code == LCM_VM_WAIT) {
    if (vm->recorder)
      lcm_vm_note_wait(vm, process, condition);
    return lcm_sim_wait(vm->sim, process, condition);
  }
  if (vm->recorder)
    lcm_vm_note_signal(vm, process, condition);
  lcm_sim_signal(vm->sim, condition);
  return true;
}

/* ---- processes --------------------------------------------------------------
 */

/* Make child "i" of "n" of "process" at instruction "start", with the index
 * "value" in "slot" unless that is LCM_VM_NONE. */
static void spawn(lcm_vm *vm, lcm_process *process, size_t i, size_t n,
                  const struct lcm_vm_process *child, uint32_t slot) {
  const struct lcm_vm_process *p = lcm_process_extra(process);
  lcm_process *const made = lcm_sim_fork(vm->sim, process, i, n);
  if (!made)
    return;
  struct lcm_vm_process *m = lcm_process_extra(made);
  *m = *child;
  m->frame = lcm_vm_copy_frame(vm, p->frame);
  m->weight = p->weight;
  m->cpu = p->cpu;
  m->crew = p->crew;
  m->member = p->member;
  m->realm = p->realm;
  if (slot != LCM_VM_NONE)
    m->frame->slots[slot] = child->value;
  if (vm->recorder)
    lcm_vm_note_begin(vm, made);
}

/* Make a process for each target of the fork "at". */
static void fork_targets(lcm_vm *vm, lcm_process *process,
                         const struct lcm_vm_instruction *at) {
  const uint32_t maker = (uint32_t)(at - vm->code.at);
  for (uint32_t i = 0; i < at->b && !vm->status; i++) {
    const struct lcm_vm_process child = {
        .next = vm->targets.at[at->a + i], .maker = maker, .value = i + 1.0};
    spawn(vm, process, i, at->b, &child, LCM_VM_NONE);
  }
}

/* Make a process for each value of the range of the fork "at". */
static void fork_range(lcm_vm *vm, lcm_process *process,
                       const struct lcm_vm_instruction *at,
                       struct lcm_vm_frame *frame) {
  const uint32_t maker = (uint32_t)(at - vm->code.at);
  const double from = frame->slots[at->a];
  const double n = floor(frame->slots[at->b] - from + 1 + 1e-9);
  if (isnan(n)) {
    if (!vm->status)
      lcm_report(vm->ctx, LCM_DIAG_DOMAIN, at->node->loc,
                 "the range is not known");
    lcm_vm_fail(vm, LCM_EDOMAIN);
    return;
  }
  for (double i = 0; i < n && !vm->status; i++) {
    const struct lcm_vm_process child = {
        .next = at->c, .maker = maker, .value = from + i};
    spawn(vm, process, (size_t)i, (size_t)n, &child, at->a);
    if (lcm_sim_is_spent(vm->sim))
      return;
  }
}

/* Let "p" call the function of "at". */
static void call(lcm_vm *vm, struct lcm_vm_process *p,
                 const struct lcm_vm_instruction *at) {
  struct lcm_vm_function *function = vm->functions.at[at->a];
  const struct lcm_vm_call *more = at->more;
  struct lcm_vm_frame *frame = lcm_vm_new_frame(vm, function);
  if (++p->calls > LCM_VM_MAX_CALLS && !vm->status) {
    lcm_report(vm->ctx, LCM_DIAG_RECURSION, at->node->loc,
               "the recursion of '%s' does not end", function->function->name);
    lcm_vm_fail(vm, LCM_EDOMAIN);
  }
  const size_t hidden = vm->program->is_model ? 0 : LCM_VM_HIDDEN;
  for (size_t i = 0; i < function->function->n_params + hidden; i++)
    frame->slots[i] = lcm_vm_value(vm, more->args[i], p->frame);
  if (more->leaf) {
    lcm_vm_bind(vm, more->leaf, p->frame);
    frame->pointees = lcm_run_pointees(&vm->run, at->node, function->function);
  }
  frame->up = p->frame;
  frame->deferrals = p->frame->deferrals;
  frame->back = p->next;
  p->frame = frame;
  p->next = function->entry;
}

/* End the function or the life of "process"; return whether it runs on. */
static bool end(lcm_vm *vm, lcm_process *process) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_frame *frame = p->frame;
  if (frame->up) {
    p->next = frame->back;
    p->frame = frame->up;
    p->calls--;
    lcm_vm_free_frame(frame);
    return true;
  }
  lcm_vm_free_frame(frame);
  if (vm->recorder)
    lcm_vm_note_end(vm, process);
  lcm_sim_exit(vm->sim, process);
  return false;
}

/* ---- control ----------------------------------------------------------------
 */

/* Return a random number in [0, 1) for "p"; where it is "alike" and "p" is a
 * member of a team, that which the others get for the same branch. */
static double roll(lcm_vm *vm, struct lcm_vm_process *p, bool alike) {
  if (!alike || !p->crew || p->job)
    return lcm_random_unit(&vm->random);
  struct lcm_vm_crew *crew = p->crew;
  while (crew->rolls.n <= p->rolled)
    LCM_LIST_ADD(&vm->life, &crew->rolls, lcm_random_unit(&vm->random));
  return crew->rolls.at[p->rolled++];
}

/* Run the instruction "at" of "p", which is about expression b: "value". */
static void control_by(struct lcm_vm_process *p,
                       const struct lcm_vm_instruction *at, double value) {
  double *slot = &p->frame->slots[at->a];
  if (at->code == LCM_VM_SET)
    *slot = value;
  else if (at->code == LCM_VM_UNLESS)
    p->next = value == 0 ? at->a : p->next;
  else if (at->code == LCM_VM_KNOWN)
    p->next = isnan(value) ? at->c : p->next;
  else if (at->code == LCM_VM_STEP) {
    *slot = at->more ? *slot * value : *slot + value;
    p->next = at->c;
  } else if (!(*slot < value)) {
    *slot -= value;
    p->next = at->c;
  }
}

/* Run the instruction "at", which only changes the locals and the place of
 * "p". */
static void control(lcm_vm *vm, struct lcm_vm_process *p,
                    const struct lcm_vm_instruction *at) {
  double *slots = p->frame->slots;
  if (at->code == LCM_VM_GOTO)
    p->next = at->a;
  else if (at->code == LCM_VM_ROLL)
    slots[at->a] = roll(vm, p, at->b);
  else if (at->code == LCM_VM_TEST)
    p->next = slots[at->a] <= slots[at->b] + 1e-9 ? p->next : at->c;
  else if (at->code == LCM_VM_COUNT) {
    if (slots[at->a] > 0.5)
      slots[at->a]--;
    else
      p->next = at->b;
  } else
    control_by(p, at, lcm_vm_value(vm, at->b, p->frame));
}

/* Return whether the steps without waiting are too many at "at". */
static bool is_spent(lcm_vm *vm, const struct lcm_vm_instruction *at) {
  if (++vm->steps <= MAX_STEPS)
    return false;
  if (!vm->status)
    lcm_report(vm->ctx, LCM_DIAG_BUDGET, at->node->loc,
               "a process goes on without ever waiting");
  lcm_vm_fail(vm, LCM_EBUDGET);
  return true;
}

/* Run the instruction "at" of "process"; return whether it runs on. */
static bool run(lcm_vm *vm, lcm_process *process,
                const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  double time;
  switch (at->code) {
  case LCM_VM_DELAY:
    time = lcm_vm_value(vm, at->a, p->frame);
    if (time == 0)
      return true;
    lcm_sim_delay(vm->sim, process, check_time(vm, at->node, time));
    return false;
  case LCM_VM_USE:
    return use(vm, process, at, p->frame);
  case LCM_VM_ACQUIRE:
    return acquire(vm, process, at, p->frame);
  case LCM_VM_RELEASE:
    release(vm, process, at, p->frame);
    return true;
  case LCM_VM_WAIT:
  case LCM_VM_SIGNAL:
    return synchronize(vm, process, at, p->frame);
  case LCM_VM_FORK:
    fork_targets(vm, process, at);
    return true;
  case LCM_VM_FORK_RANGE:
    fork_range(vm, process, at, p->frame);
    return true;
  case LCM_VM_JOIN:
    p->next = at->a;
    return lcm_sim_join(vm->sim, process);
  case LCM_VM_CALL:
    call(vm, p, at);
    return true;
  case LCM_VM_END:
    return end(vm, process);
  case LCM_VM_SET:
  case LCM_VM_GOTO:
  case LCM_VM_UNLESS:
  case LCM_VM_KNOWN:
  case LCM_VM_TEST:
  case LCM_VM_STEP:
  case LCM_VM_COUNT:
  case LCM_VM_ROLL:
  case LCM_VM_CHANCE:
    control(vm, p, at);
    return true;
  case LCM_VM_LEAF:
  case LCM_VM_TIMES:
  case LCM_VM_TEAM:
  case LCM_VM_SHARE:
  case LCM_VM_ITERATE:
  case LCM_VM_BARRIER:
  case LCM_VM_TASK:
  case LCM_VM_START:
  case LCM_VM_FINISH:
  case LCM_VM_TASKWAIT:
  case LCM_VM_GROUP:
  case LCM_VM_UNGROUP:
  case LCM_VM_TOGETHER:
  case LCM_VM_WEIGHT:
  case LCM_VM_PLACE:
  case LCM_VM_LOCKED:
  case LCM_VM_TURN:
    break;
  case LCM_VM_RANKS:
  case LCM_VM_PLAY:
  case LCM_VM_CARRY:
  case LCM_VM_HAND:
    return lcm_vm_step_rank(vm, process, at);
  }
  return lcm_vm_step_program(vm, process, at);
}

void lcm_vm_step(lcm_sim *sim, lcm_process *process) {
  lcm_vm *vm = lcm_sim_user(sim);
  struct lcm_vm_process *p = lcm_process_extra(process);
  const struct lcm_vm_instruction *at;
  vm->steps = 0;
  vm->realm = p->realm;
  do {
    p->at = p->next++;
    at = &vm->code.at[p->at];
    if (is_spent(vm, at))
      return;
  } while (run(vm, process, at) && !vm->status);
}
