/* Queues of resources: who gets the units that are free.  Resources that
 * their users share evenly. */
#include "simulator/resource.h"

#include <math.h>
#include <string.h>

#include "base/list.h"
#include "simulator/queue.h"
#include "simulator/resource_internal.h"

/* Return how fast the users of "r" are served. */
static double speed(const struct sim_resource *r) {
  const double users = (double)r->n_users;
  return users <= r->capacity ? 1 : r->capacity / users;
}

/* Bring the virtual time of "r" to the present. */
static void catch_up(const lcm_sim *sim, struct sim_resource *r) {
  if (!r->n_users)
    r->served = 0;
  else if (sim->now > r->since)
    r->served += (sim->now - r->since) * speed(r);
  r->since = sim->now;
}

/* Schedule the end of the user of "r" that is served first. */
static void project(lcm_sim *sim, struct sim_resource *r) {
  if (r->leaving)
    r->leaving->stamp++;
  r->leaving = NULL;
  while (r->users.n &&
         sim_process(sim, r->users.at[0].slot)->shares != r->users.at[0].stamp)
    sim_queue_pop(sim, &r->users);
  if (!r->users.n)
    return;
  lcm_process *const process = sim_process(sim, r->users.at[0].slot);
  const double rest = r->users.at[0].time - r->served;
  const double since = process->time;
  r->leaving = process;
  sim_schedule(sim, process, sim->now + (rest > 0 ? rest / speed(r) : 0),
               SIM_SHARING);
  process->time = since;
}

/* Let "process" use the shared resource of its claim for "time". */
static void share_evenly(lcm_sim *sim, lcm_process *process, double time) {
  struct sim_resource *r = &sim->resources[process->links->claim.resource];
  catch_up(sim, r);
  process->state = SIM_SHARING;
  process->time = sim->now;
  process->last = r->served + time;
  r->n_users++;
  sim_queue_push(sim, &r->users,
                 (struct sim_event){process->last, sim_rank(sim, process),
                                    process->slot, ++process->shares});
  project(sim, r);
}

void lcm_sim_leave(lcm_sim *sim, lcm_process *process, bool served) {
  struct sim_resource *r = &sim->resources[process->links->claim.resource];
  catch_up(sim, r);
  if (served)
    r->served = process->last;
  process->shares++;
  process->stamp++;
  r->n_users--;
  if (r->leaving == process)
    r->leaving = NULL;
  project(sim, r);
}

lcm_sim_index lcm_sim_add_resource(lcm_sim *sim, struct lcm_sim_resource what) {
  if (sim->n_resources == sim->resources_cap)
    sim->resources = lcm_list_grow(sim->arena, sim->resources,
                                   &sim->resources_cap, sizeof *sim->resources);
  sim->resources[sim->n_resources] = (struct sim_resource){
      .free = what.units,
      .units = what.units,
      .service = what.service,
      .capacity = what.capacity > 0 ? what.capacity : (double)what.units,
      .shared = what.shared};
  return (lcm_sim_index)sim->n_resources++;
}

int64_t lcm_sim_free_units(const lcm_sim *sim, lcm_sim_index resource) {
  return sim->resources[resource].free;
}

/* ---- queues -------------------------------------------------------------- */

/* Note the "n" claims at "claims" as those of "process". */
static void set_claims(lcm_sim *sim, lcm_process *process,
                       const struct lcm_claim *claims, size_t n) {
  if (n > process->links_cap) {
    process->links = LCM_NEW_ARRAY(sim->arena, struct sim_link, n);
    process->links_cap = (uint32_t)n;
  }
  process->n_links = (uint32_t)n;
  for (size_t i = 0; i < n; i++) {
    process->links[i].process = process;
    process->links[i].claim = claims[i];
  }
}

/* Return whether "process", which is in all queues of what it claims, may have
 * it. */
static bool may_take(const lcm_sim *sim, const lcm_process *process) {
  for (size_t i = 0; i < process->n_links; i++) {
    const struct sim_link *link = &process->links[i];
    const struct sim_resource *r = &sim->resources[link->claim.resource];
    if (r->free < (int64_t)link->claim.units)
      return false;
    if (!sim->options.overtake && r->first != link)
      return false;
  }
  return true;
}

/* Return whether "process", which is in no queue, may have what it claims
 * although others may still ask for it at the same instant. */
static bool may_take_now(const lcm_sim *sim, const lcm_process *process) {
  for (size_t i = 0; i < process->n_links; i++) {
    const struct sim_link *link = &process->links[i];
    const struct sim_resource *r = &sim->resources[link->claim.resource];
    if (r->free < (int64_t)link->claim.units || r->first)
      return false;
  }
  return sim->at_once || (!sim->n_dirty && !sim_more_now(sim));
}

/* Take the units that "process" claims. */
static void take(lcm_sim *sim, lcm_process *process) {
  for (size_t i = 0; i < process->n_links; i++) {
    struct sim_resource *r = &sim->resources[process->links[i].claim.resource];
    if (r->units != LCM_SIM_UNLIMITED)
      r->free -= (int64_t)process->links[i].claim.units;
  }
}

/* Note that somebody in the queue of resource "index" may be met now. */
static void mark(lcm_sim *sim, lcm_sim_index index) {
  struct sim_resource *r = &sim->resources[index];
  if (r->dirty || !r->first)
    return;
  r->dirty = true;
  if (sim->n_dirty == sim->dirty_cap)
    sim->dirty = lcm_list_grow(sim->arena, sim->dirty, &sim->dirty_cap,
                               sizeof *sim->dirty);
  sim->dirty[sim->n_dirty++] = index;
}

/* Return whether the request of "a" comes before that of "b". */
static bool asked_before(const lcm_sim *sim, const lcm_process *a,
                         const lcm_process *b) {
  if (a->time != b->time)
    return a->time < b->time;
  if (sim->ties != LCM_TIES_CREATION)
    return a->arrival < b->arrival;
  return a->rank != b->rank ? a->rank < b->rank : lcm_process_before(a, b);
}

/* Put "link" of "process" into its place in the queue of "r". */
static void insert(const lcm_sim *sim, struct sim_resource *r,
                   struct sim_link *link) {
  struct sim_link *before = r->last;
  while (before && asked_before(sim, link->process, before->process))
    before = before->previous;
  link->previous = before;
  link->next = before ? before->next : r->first;
  if (link->next)
    link->next->previous = link;
  else
    r->last = link;
  if (before)
    before->next = link;
  else
    r->first = link;
}

/* Put "process" into the queues of what it claims; "state" says what it does
 * afterwards. */
static void enqueue(lcm_sim *sim, lcm_process *process, enum sim_state state) {
  process->state = state;
  process->time = sim->now;
  process->arrival = ++sim->serial;
  for (size_t i = 0; i < process->n_links; i++) {
    struct sim_link *link = &process->links[i];
    insert(sim, &sim->resources[link->claim.resource], link);
    mark(sim, link->claim.resource);
  }
  if (sim->at_once)
    lcm_sim_settle(sim);
}

/* Take "process" out of its queues; those behind it may be met now. */
static void dequeue(lcm_sim *sim, lcm_process *process) {
  for (size_t i = 0; i < process->n_links; i++) {
    struct sim_link *link = &process->links[i];
    struct sim_resource *r = &sim->resources[link->claim.resource];
    if (link->previous)
      link->previous->next = link->next;
    else
      r->first = link->next;
    if (link->next)
      link->next->previous = link->previous;
    else
      r->last = link->previous;
    mark(sim, link->claim.resource);
  }
}

/* ---- visits -------------------------------------------------------------- */

/* Begin a visit of "process", which has taken what it claims. */
static void begin_visit(lcm_sim *sim, lcm_process *process) {
  const double time = --process->visits > 0 ? process->slice : process->last;
  if (sim->options.trace)
    lcm_sim_tell(sim, process, LCM_SPAN_HOLD, process->links->claim.resource,
                 sim->now, sim->now + time);
  sim_schedule(sim, process, sim->now + time, SIM_HOLDING);
}

/* Let "process", which is in its queues, have what it claims. */
static void grant(lcm_sim *sim, lcm_process *process) {
  dequeue(sim, process);
  take(sim, process);
  sim_trace(sim, process, LCM_SPAN_QUEUE, process->links->claim.resource,
            process->time);
  if (process->state == SIM_VISITOR)
    begin_visit(sim, process);
  else
    sim_schedule(sim, process, sim->now, SIM_READY);
}

/* Return the process that has waited longest in the queues of the marked
 * resources and can be met, or NULL. */
static lcm_process *earliest(const lcm_sim *sim) {
  lcm_process *best = NULL;
  for (size_t i = 0; i < sim->n_dirty; i++) {
    const struct sim_link *link = sim->resources[sim->dirty[i]].first;
    while (link && !may_take(sim, link->process))
      link = link->next;
    if (link && (!best || asked_before(sim, link->process, best)))
      best = link->process;
  }
  return best;
}

void lcm_sim_settle(lcm_sim *sim) {
  lcm_process *process;
  if (sim->options.overtake) {
    while ((process = earliest(sim)))
      grant(sim, process);
    while (sim->n_dirty)
      sim->resources[sim->dirty[--sim->n_dirty]].dirty = false;
    return;
  }
  while (sim->n_dirty) {
    const lcm_sim_index index = sim->dirty[--sim->n_dirty];
    sim->resources[index].dirty = false;
    while (sim->resources[index].first &&
           may_take(sim, sim->resources[index].first->process))
      grant(sim, sim->resources[index].first->process);
  }
}

/* Give "units" of resource "index" back. */
static void give(lcm_sim *sim, lcm_sim_index index, uint32_t units) {
  struct sim_resource *r = &sim->resources[index];
  if (r->units != LCM_SIM_UNLIMITED)
    r->free += units;
  if (r->first)
    mark(sim, index);
}

bool lcm_sim_end_visit(lcm_sim *sim, lcm_process *process) {
  for (size_t i = 0; i < process->n_links; i++)
    give(sim, process->links[i].claim.resource, process->links[i].claim.units);
  if (sim->n_dirty && sim->at_once)
    lcm_sim_settle(sim);
  if (!(process->visits > 0))
    return true;
  if (may_take_now(sim, process)) {
    take(sim, process);
    begin_visit(sim, process);
  } else {
    enqueue(sim, process, SIM_VISITOR);
  }
  return false;
}

void lcm_sim_unqueue(lcm_sim *sim, lcm_process *process) {
  dequeue(sim, process);
  if (sim->at_once)
    lcm_sim_settle(sim);
}

/* ---- requests ------------------------------------------------------------ */

bool lcm_sim_acquire(lcm_sim *sim, lcm_process *process,
                     const struct lcm_claim *claims, size_t n) {
  set_claims(sim, process, claims, n);
  if (may_take_now(sim, process)) {
    take(sim, process);
    return true;
  }
  enqueue(sim, process, SIM_QUEUED);
  return false;
}

void lcm_sim_release(lcm_sim *sim, const struct lcm_claim *claims, size_t n) {
  for (size_t i = 0; i < n; i++)
    give(sim, claims[i].resource, claims[i].units);
  if (sim->n_dirty && sim->at_once)
    lcm_sim_settle(sim);
}

/* Divide "time" into the visits of "process". */
static void plan_visits(const lcm_sim *sim, lcm_process *process, double time) {
  double service = 0;
  for (size_t i = 0; i < process->n_links; i++) {
    const double own = sim->resources[process->links[i].claim.resource].service;
    if (own > 0 && (service == 0 || own < service))
      service = own;
  }
  process->visits = 1;
  process->last = time;
  if (!(service > 0) || !(time > service))
    return;
  process->visits = ceil(time / service - 1e-9);
  if (sim->options.visits > 0 && process->visits > sim->options.visits) {
    process->visits = sim->options.visits;
    service = time / process->visits;
  }
  process->slice = service;
  process->last = time - (process->visits - 1) * service;
}

void lcm_sim_use(lcm_sim *sim, lcm_process *process,
                 const struct lcm_claim *claims, size_t n, double time) {
  set_claims(sim, process, claims, n);
  if (sim->resources[claims[0].resource].shared) {
    share_evenly(sim, process, time);
    return;
  }
  plan_visits(sim, process, time);
  if (may_take_now(sim, process)) {
    take(sim, process);
    begin_visit(sim, process);
  } else {
    enqueue(sim, process, SIM_VISITOR);
  }
}
