/* Loops that go on until a test of messages finds what it asks for: what they
 * do each time that it finds nothing is done as often as the messages take. */
#include "composer/engine/messages/poll.h"
#include "composer/engine/count.h"
#include "composer/engine/env.h"
#include "composer/engine/messages/rank_query.h"
#include "composer/engine/record/record.h"

bool lcm_poll_is(struct lcm_world *w, const lcm_node *node) {
  return w->ranks && node->kind == LCM_NODE_WHILE && node->n_children &&
         !lcm_run_knows_count(w->run, node) && lcm_run_polls(w->run, node);
}

void lcm_poll_begin(struct lcm_poll *poll, struct lcm_world *w,
                    const lcm_node *node) {
  struct lcm_run *run = w->run;
  size_t n = 0;
  double given = 0;
  const struct lcm_mpi_call *test =
      lcm_run_only_message(run, node, &n)->u.message;
  const char *flag = test->n_sets ? test->sets[0] : "";
  *poll = (struct lcm_poll){
      .flag = lcm_env_find(&given, &run->env, flag) ? "" : flag,
      .player = w->player,
      .scale = run->notes.scale,
      .bound = run->env.n};
  lcm_rank_tell(w, poll->flag, 0);
  w->player = NULL;
  run->notes.scale = 0;
  w->again = true;
}

void lcm_poll_last(struct lcm_poll *poll, struct lcm_world *w,
                   const lcm_node *node) {
  bool computes = true;
  lcm_script *pass = LCM_NEW(&w->scratch, lcm_script);
  *pass = poll->pass;
  w->again = false;
  w->run->notes.scale = poll->scale;
  w->player = poll->player;
  lcm_rank_tell(w, poll->flag, 0);
  for (size_t i = 0; i < pass->n; i++)
    computes = computes && pass->at[i].act == LCM_ACT_COMPUTE;
  w->run->mode.found = computes && *poll->flag;
  if (computes)
    w->pass = pass;
  else
    lcm_run_unknown(w->run, node,
                    "how often the loop around a test runs is not known; "
                    "taken as once (say `// lcm: count`)");
}

void lcm_poll_end(struct lcm_poll *poll, struct lcm_world *w) {
  w->pass = NULL;
  w->run->mode.found = false;
  lcm_rank_drop(w, poll->flag);
  w->run->env.n = poll->bound;
}
