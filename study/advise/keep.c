/* Whether a change of the number of threads leaves the work as it is. */
#include "study/advise/keep.h"

#include "composer/predict/predict.h"

/* The share of the work of a region that may become less: what each thread
 * does to find out its part of the rest. */
static const double SOME = 0.01;

bool lcm_advise_keeps_work(struct lcm_advising *a,
                           const struct lcm_candidate *c,
                           const struct lcm_trial *trial) {
  const lcm_prediction *after = NULL;
  if (c->kind != LCM_ADVICE_REGION_FINE && c->kind != LCM_ADVICE_WRONG_LOOP)
    return true;
  const bool muted = lcm_ctx_mute(a->ctx, true);
  const lcm_status status =
      lcm_predict(&after, a->ctx, trial->program, a->grid, &a->plain);
  (void)lcm_ctx_mute(a->ctx, muted);
  if (status)
    return false;
  const double less =
      a->point->cats[LCM_CAT_PC] - after->points[0].cats[LCM_CAT_PC];
  return !(less > SOME * c->site->work);
}
