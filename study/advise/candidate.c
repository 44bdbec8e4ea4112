/* Candidates for a change, and the edits that would make it. */
#include "study/advise/candidate.h"

#include "study/advise/site.h"

struct lcm_candidate *lcm_advise_add(struct lcm_advising *a,
                                     lcm_advice_kind kind,
                                     const struct lcm_advised_site *site,
                                     const char *what) {
  const struct lcm_candidate c = {
      .kind = kind, .site = site, .at = lcm_site_at(site), .what = what};
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &a->candidates, c);
  return &a->candidates.at[a->candidates.n - 1];
}

void lcm_advise_way(struct lcm_advising *a, struct lcm_candidate *c,
                    const char *way) {
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &c->edits, way);
}

const char *lcm_advise_place(struct lcm_advising *a,
                             const struct lcm_advised_site *site,
                             lcm_verb verb) {
  const struct lcm_edit_target target = {site->function, site->node,
                                         lcm_site_at(site)};
  return lcm_edit_place(a->ctx, a->program, verb, &target);
}
