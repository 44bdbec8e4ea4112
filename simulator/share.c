/* Resources that their users share evenly. */
#include "simulator/share.h"
#include "simulator/queue.h"

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

void lcm_sim_share(lcm_sim *sim, lcm_process *process, double time) {
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
