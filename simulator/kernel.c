/* The discrete-event kernel: processes, delays, conditions, whose turn it is.
 */
#include <string.h>

#include "base/list.h"
#include "simulator/kernel.h"
#include "simulator/queue.h"
#include "simulator/resource.h"
#include "simulator/resource_internal.h"

lcm_sim *lcm_sim_new(lcm_arena *arena, const struct lcm_sim_options *options) {
  const size_t grain = _Alignof(max_align_t);
  lcm_sim *sim = LCM_NEW(arena, lcm_sim);
  sim->arena = arena;
  sim->options = *options;
  sim->ties = options->ties;
  sim->at_once = options->ties == LCM_TIES_SCHEDULED;
  sim->max_events = options->max_events;
  sim->stride = (sizeof(lcm_process) + grain - 1) / grain * grain +
                (options->extra + grain - 1) / grain * grain;
  lcm_random_seed(&sim->random, options->seed);
  return sim;
}

void *lcm_sim_user(const lcm_sim *sim) { return sim->options.user; }

double lcm_sim_time(const lcm_sim *sim) { return sim->now; }

unsigned long long lcm_sim_events(const lcm_sim *sim) { return sim->events; }

size_t lcm_sim_resources(const lcm_sim *sim) { return sim->n_resources; }

size_t lcm_sim_conditions(const lcm_sim *sim) { return sim->n_conditions; }

/* ---- processes ----------------------------------------------------------- */

/* Return a slot for a new process, zeroed but for its stamp and links; NULL
 * beyond the budget. */
static lcm_process *new_slot(lcm_sim *sim) {
  lcm_process *process = sim->free;
  if (process) {
    sim->free = process->next;
    return process;
  }
  if ((sim->options.max_processes &&
       sim->n_slots >= sim->options.max_processes) ||
      sim->n_slots >= UINT32_MAX) {
    sim->spent = true;
    sim->stopped = true;
    return NULL;
  }
  const size_t slab = sim->n_slots >> LCM_SLAB_BITS;
  if (slab >= sim->slabs_cap)
    sim->slabs = lcm_list_grow(sim->arena, sim->slabs, &sim->slabs_cap,
                               sizeof *sim->slabs);
  if (!(sim->n_slots & (LCM_SLAB - 1)))
    sim->slabs[slab] = lcm_arena_array(sim->arena, _Alignof(max_align_t),
                                       LCM_SLAB, sim->stride);
  process = sim_process(sim, (uint32_t)sim->n_slots);
  process->slot = (uint32_t)sim->n_slots++;
  process->links = &process->link;
  process->links_cap = 1;
  return process;
}

lcm_process *lcm_sim_fork(lcm_sim *sim, lcm_process *parent, size_t index,
                          size_t n) {
  const uint64_t base = parent ? parent->rank : 0;
  const uint64_t room = parent ? parent->room : UINT64_MAX;
  lcm_process *process = new_slot(sim);
  if (!process)
    return NULL;
  process->parent = parent;
  process->index = index;
  process->depth = parent ? parent->depth + 1 : 0;
  process->children = 0;
  process->rank = base;
  process->room = 0;
  if (room > n && index < n) {
    process->room = (room - 1) / n;
    process->rank = base + 1 + process->room * index;
  }
  if (parent)
    parent->children++;
  sim->live++;
  sim_schedule(sim, process, sim->now, SIM_READY);
  return process;
}

void *lcm_process_extra(lcm_process *process) {
  const size_t grain = _Alignof(max_align_t);
  return (unsigned char *)process +
         (sizeof(lcm_process) + grain - 1) / grain * grain;
}

const void *lcm_process_extra_of(const lcm_process *process) {
  const size_t grain = _Alignof(max_align_t);
  return (const unsigned char *)process +
         (sizeof(lcm_process) + grain - 1) / grain * grain;
}

lcm_process *lcm_process_parent(const lcm_process *process) {
  return process->parent;
}

size_t lcm_process_index(const lcm_process *process) { return process->index; }

unsigned lcm_process_depth(const lcm_process *process) {
  return process->depth;
}

bool lcm_sim_join(lcm_sim *sim, lcm_process *process) {
  if (!process->children)
    return true;
  process->state = SIM_JOINING;
  process->time = sim->now;
  return false;
}

void lcm_sim_exit(lcm_sim *sim, lcm_process *process) {
  lcm_process *const parent = process->parent;
  process->state = SIM_FREE;
  process->stamp++;
  process->next = sim->free;
  sim->free = process;
  sim->live--;
  if (parent && !--parent->children && parent->state == SIM_JOINING)
    sim_schedule(sim, parent, sim->now, SIM_READY);
}

/* Take "process" out of those that wait for its condition. */
static void leave_condition(lcm_sim *sim, lcm_process *process) {
  struct sim_condition *condition = &sim->conditions[process->condition];
  lcm_process **at = &condition->first;
  lcm_process *before = NULL;
  while (*at != process) {
    before = *at;
    at = &before->next;
  }
  *at = process->next;
  if (condition->last == process)
    condition->last = before;
}

/* Take "process" from whatever it waits for. */
static void withdraw(lcm_sim *sim, lcm_process *process) {
  switch (process->state) {
  case SIM_QUEUED:
  case SIM_VISITOR:
    lcm_sim_unqueue(sim, process);
    break;
  case SIM_WAITING:
    leave_condition(sim, process);
    break;
  case SIM_SHARING:
    lcm_sim_leave(sim, process, false);
    break;
  case SIM_READY:
  case SIM_HOLDING:
    process->stamp++;
    break;
  case SIM_FREE:
  case SIM_RUNNING:
  case SIM_JOINING:
  case SIM_BLOCKED:
    break;
  }
}

void lcm_sim_kill(lcm_sim *sim, lcm_process *process) {
  withdraw(sim, process);
  lcm_sim_exit(sim, process);
}

/* ---- waiting ------------------------------------------------------------- */

void lcm_sim_delay(lcm_sim *sim, lcm_process *process, double time) {
  if (sim->options.trace)
    lcm_sim_tell(sim, process, LCM_SPAN_DELAY, 0, sim->now, sim->now + time);
  sim_schedule(sim, process, sim->now + time, SIM_READY);
}

void lcm_sim_block(lcm_sim *sim, lcm_process *process) {
  process->state = SIM_BLOCKED;
  process->time = sim->now;
}

void lcm_sim_wake(lcm_sim *sim, lcm_process *process, double time) {
  withdraw(sim, process);
  sim_schedule(sim, process, sim->now + time, SIM_READY);
}

lcm_sim_index lcm_sim_add_condition(lcm_sim *sim) {
  if (sim->n_conditions == sim->conditions_cap)
    sim->conditions =
        lcm_list_grow(sim->arena, sim->conditions, &sim->conditions_cap,
                      sizeof *sim->conditions);
  return (lcm_sim_index)sim->n_conditions++;
}

bool lcm_sim_wait(lcm_sim *sim, lcm_process *process, lcm_sim_index index) {
  struct sim_condition *condition = &sim->conditions[index];
  if (condition->on)
    return true;
  process->state = SIM_WAITING;
  process->time = sim->now;
  process->condition = index;
  process->next = NULL;
  if (condition->last)
    condition->last->next = process;
  else
    condition->first = process;
  condition->last = process;
  return false;
}

void lcm_sim_signal(lcm_sim *sim, lcm_sim_index index) {
  struct sim_condition *condition = &sim->conditions[index];
  lcm_process *process = condition->first;
  condition->on = true;
  condition->first = NULL;
  condition->last = NULL;
  while (process) {
    lcm_process *const next = process->next;
    sim_trace(sim, process, LCM_SPAN_WAIT, index, process->time);
    sim_schedule(sim, process, sim->now, SIM_READY);
    process = next;
  }
}

/* ---- running ------------------------------------------------------------- */

/* Return whether "process", whose event has come, is to be stepped; else it
 * goes on by itself. */
static bool arrive(lcm_sim *sim, lcm_process *process) {
  switch (process->state) {
  case SIM_HOLDING:
    if (!lcm_sim_end_visit(sim, process))
      return false;
    break;
  case SIM_SHARING:
    sim_trace(sim, process, LCM_SPAN_SHARE, process->links->claim.resource,
              process->time);
    lcm_sim_leave(sim, process, true);
    break;
  case SIM_READY:
  case SIM_FREE:
  case SIM_RUNNING:
  case SIM_QUEUED:
  case SIM_VISITOR:
  case SIM_WAITING:
  case SIM_JOINING:
  case SIM_BLOCKED:
    break;
  }
  process->state = SIM_RUNNING;
  return true;
}

lcm_process *lcm_sim_next(lcm_sim *sim) {
  for (;;) {
    sim_close(sim);
    if (sim->n_dirty && !sim_more_now(sim))
      lcm_sim_settle(sim);
    if (!sim->queue.n || sim->stopped)
      return NULL;
    const struct sim_event event = sim->queue.at[0];
    lcm_process *const process = sim_process(sim, event.slot);
    sim->hole = true;
    if (process->stamp != event.stamp)
      continue;
    sim->now = event.time;
    if (++sim->events == sim->max_events) {
      sim->spent = true;
      sim->stopped = true;
    }
    if (arrive(sim, process))
      return process;
  }
}

enum lcm_sim_end lcm_sim_run(lcm_sim *sim) {
  lcm_process *process;
  sim->stopped = false;
  while ((process = lcm_sim_next(sim)))
    sim->options.step(sim, process);
  if (sim->spent)
    return LCM_SIM_BUDGET;
  if (sim->stopped)
    return LCM_SIM_STOPPED;
  return sim->live ? LCM_SIM_DEADLOCK : LCM_SIM_DONE;
}

void lcm_sim_stop(lcm_sim *sim) { sim->stopped = true; }

bool lcm_sim_is_spent(const lcm_sim *sim) { return sim->spent; }

bool lcm_sim_peek(lcm_sim *sim, double *time) {
  sim_close(sim);
  while (sim->queue.n && sim_process(sim, sim->queue.at[0].slot)->stamp !=
                             sim->queue.at[0].stamp)
    sim_queue_pop(sim, &sim->queue);
  if (sim->queue.n)
    *time = sim->queue.at[0].time;
  return sim->queue.n > 0;
}

void lcm_sim_rebase(lcm_sim *sim) {
  sim_close(sim);
  for (size_t i = 0; i < sim->queue.n; i++)
    sim->queue.at[i].time -= sim->now;
  for (size_t i = 0; i < sim->n_slots; i++)
    sim_process(sim, (uint32_t)i)->time -= sim->now;
  for (size_t i = 0; i < sim->n_resources; i++)
    sim->resources[i].since -= sim->now;
  sim->now = 0;
}
