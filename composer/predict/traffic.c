/* Finds the patterns of messages by executing a program on several numbers of
 * ranks. */
#include "composer/predict/traffic.h"

#include "composer/predict/runs.h"

/* Note the messages of a run on "ranks" ranks, with the variables of the first
 * point, in "*traffic"; false where it makes no sense on so many. */
static bool run_on(struct lcm_traffic *traffic, struct lcm_predictor *p,
                   size_t ranks) {
  struct lcm_run run;
  lcm_predictor_begin_run(p, &run,
                          &(struct lcm_run_place){0, (double)ranks, NULL});
  run.options = &p->plain;
  *traffic = (struct lcm_traffic){.n = ranks};
  run.messages.alone = true;
  run.messages.traffic = traffic;
  (void)lcm_run_serial(&run, p->setup.entry->body, (double)ranks);
  return !run.status;
}

size_t lcm_predictor_patterns(const struct lcm_pattern **out,
                              struct lcm_predictor *p) {
  static const size_t RANKS[] = {4, 6, 8, 16};
  enum { MOST = sizeof RANKS / sizeof *RANKS, WANTED = 3 };
  struct lcm_traffic runs[WANTED];
  struct lcm_run run;
  size_t n = 0;
  lcm_predictor_begin_run(p, &run, &(struct lcm_run_place){0, 1, NULL});
  if (!lcm_run_traits(&run, p->setup.entry->body)->ranks)
    return 0;
  const bool muted = lcm_ctx_mute(p->setup.ctx, true);
  for (size_t i = 0; i < MOST && n < WANTED; i++)
    n += run_on(&runs[n], p, RANKS[i]);
  (void)lcm_ctx_mute(p->setup.ctx, muted);
  return n > 1 ? lcm_patterns_find(out, p->setup.ctx, runs, n) : 0;
}
