/* What processes wait for, for those who look at a simulation. */
#include <stdlib.h>

#include "base/list.h"
#include "simulator/look.h"
#include "simulator/queue.h"

typedef LCM_LIST(lcm_process *) process_list;

enum lcm_waiting lcm_process_waits(const lcm_sim *sim,
                                   const lcm_process *process,
                                   lcm_sim_index *index) {
  switch (process->state) {
  case SIM_READY:
  case SIM_HOLDING:
  case SIM_SHARING:
    return LCM_WAITING_TIME;
  case SIM_QUEUED:
  case SIM_VISITOR:
    *index = process->links->claim.resource;
    for (size_t i = process->n_links; i-- > 0;)
      if (sim->resources[process->links[i].claim.resource].free <
          (int64_t)process->links[i].claim.units)
        *index = process->links[i].claim.resource;
    return LCM_WAITING_RESOURCE;
  case SIM_WAITING:
    *index = process->condition;
    return LCM_WAITING_CONDITION;
  case SIM_JOINING:
    return LCM_WAITING_CHILDREN;
  case SIM_BLOCKED:
    return LCM_WAITING_OWNER;
  case SIM_FREE:
  case SIM_RUNNING:
    break;
  }
  return LCM_WAITING_NOTHING;
}

double lcm_process_time(const lcm_sim *sim, const lcm_process *process) {
  return process->state == SIM_RUNNING ? sim->now : process->time;
}

/* Return a number below, at or above 0 as process "a" was created before, is,
 * or was created after "b". */
static int by_creation(const void *a, const void *b) {
  const lcm_process *const x = *(lcm_process *const *)a;
  const lcm_process *const y = *(lcm_process *const *)b;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x == y ? 0 : lcm_process_before(x, y) ? -1 : 1;
}

size_t lcm_sim_blocked(lcm_process ***out, lcm_sim *sim) {
  process_list list = {0};
  for (size_t i = 0; i < sim->n_slots; i++) {
    lcm_process *const process = sim_process(sim, (uint32_t)i);
    if (process->state >= SIM_QUEUED && process->state != SIM_JOINING)
      LCM_LIST_ADD(sim->arena, &list, process);
  }
  if (list.n)
    qsort(list.at, list.n, sizeof *list.at, by_creation);
  *out = list.at;
  return list.n;
}

lcm_process *lcm_sim_first_queued(const lcm_sim *sim, lcm_sim_index resource) {
  const struct sim_link *first = sim->resources[resource].first;
  return first ? first->process : NULL;
}

size_t lcm_sim_queue_length(const lcm_sim *sim, lcm_sim_index resource) {
  size_t n = 0;
  for (const struct sim_link *at = sim->resources[resource].first; at;
       at = at->next)
    n++;
  return n;
}

size_t lcm_sim_queued(lcm_process ***out, lcm_sim *sim,
                      lcm_sim_index resource) {
  process_list list = {0};
  const struct sim_link *link = sim->resources[resource].first;
  for (; link; link = link->next)
    LCM_LIST_ADD(sim->arena, &list, link->process);
  *out = list.at;
  return list.n;
}

/* Return a number below, at or above 0 as event "a" comes before, with or
 * after "b". */
static int by_turn(const void *a, const void *b) {
  const struct sim_event *const x = a;
  const struct sim_event *const y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

size_t lcm_sim_scheduled(lcm_process ***out, lcm_sim *sim) {
  process_list list = {0};
  sim_close(sim);
  const size_t n = sim->queue.n;
  struct sim_event *events = LCM_NEW_ARRAY(sim->arena, struct sim_event, n);
  for (size_t i = 0; i < n; i++)
    events[i] = sim->queue.at[i];
  if (n)
    qsort(events, n, sizeof *events, by_turn);
  for (size_t i = 0; i < n; i++) {
    lcm_process *const process = sim_process(sim, events[i].slot);
    if (process->stamp == events[i].stamp)
      LCM_LIST_ADD(sim->arena, &list, process);
  }
  *out = list.at;
  return list.n;
}
