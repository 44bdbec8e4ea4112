/* Prices single messages: what sending, transit and receiving take. */
#include <math.h>

#include "composer/engine/env.h"
#include "composer/engine/messages/queue_price.h"

double lcm_queue_eager(const struct lcm_run *run, double bytes) {
  const struct lcm_cost *eager = lcm_machine_cost(run->machine, "eager");
  const lcm_binding env[] = {
      {run->names->p, 2}, {run->names->m, bytes}, {run->names->n, 1}};
  double most = INFINITY;
  return eager && !lcm_expr_eval(&most, eager->expr, env, 3) ? most : INFINITY;
}

void lcm_queue_price(struct lcm_run *run, struct lcm_queued *queued) {
  const char *name = queued->function->name;
  const struct lcm_cost *cost = lcm_machine_cost(run->machine, name);
  queued->waits = !cost && queued->bytes > lcm_queue_eager(run, queued->bytes);
  queued->priced = cost != NULL;
  if (cost)
    queued->price =
        lcm_run_machine(run, name, (double)queued->group->n, queued->bytes, 1);
  queued->overhead =
      cost ? 0 : lcm_run_machine(run, "send", 2, queued->bytes, 1);
}

double lcm_queued_transit(struct lcm_run *run, const struct lcm_queued *sent) {
  return sent->priced ? sent->price : lcm_run_transfer(run, sent->bytes);
}
