/* Prices single messages: what sending, transit and receiving take. */
#include <math.h>

#include "composer/engine/env.h"
#include "composer/engine/messages/mail_price.h"

double lcm_mail_eager(const struct lcm_run *run, double bytes) {
  const struct lcm_cost *eager = lcm_machine_cost(run->machine, "eager");
  const lcm_binding env[] = {
      {run->names->p, 2}, {run->names->m, bytes}, {run->names->n, 1}};
  double most = INFINITY;
  return eager && !lcm_expr_eval(&most, eager->expr, env, 3) ? most : INFINITY;
}

void lcm_mail_price(struct lcm_run *run, struct lcm_letter *letter) {
  const char *name = letter->function->name;
  const struct lcm_cost *cost = lcm_machine_cost(run->machine, name);
  letter->waits = !cost && letter->bytes > lcm_mail_eager(run, letter->bytes);
  letter->priced = cost != NULL;
  if (cost)
    letter->price =
        lcm_run_machine(run, name, (double)letter->group->n, letter->bytes, 1);
  letter->overhead =
      cost ? 0 : lcm_run_machine(run, "send", 2, letter->bytes, 1);
}

double lcm_letter_transit(struct lcm_run *run, const struct lcm_letter *sent) {
  return sent->priced ? sent->price
                      : lcm_run_transfer(run, sent->bytes);
}
