/* The table of detectors, and running all of them at all nodes. */
#include "study/advise/detect.h"

#include "study/advise/find_chunk.h"
#include "study/advise/find_line.h"
#include "study/advise/find_lock.h"
#include "study/advise/find_loop.h"
#include "study/advise/find_team.h"
#include "study/advise/find_wait.h"
#include "study/advise/site.h"
#include "study/advise/try.h"

/* What finds the candidates of a kind. */
typedef void (*detector)(struct lcm_advising *a,
                         const struct lcm_advised_site *site);

static const detector DETECTORS[] = {
#define LCM_ADVICE(name, word, id, title) lcm_advise_##word,
#include "model/results/advice.def"
#undef LCM_ADVICE
};

/* Let all detectors see all nodes that are executed. */
static void detect(struct lcm_advising *a) {
  for (size_t i = 0; i < a->sites.n; i++)
    for (size_t k = 0; a->sites.at[i].met && k < LCM_ADVICE_COUNT; k++)
      DETECTORS[k](a, &a->sites.at[i]);
}

lcm_status lcm_advise_find(lcm_findings *found, struct lcm_advising *a) {
  const unsigned long long before = lcm_ctx_worked(a->ctx);
  const lcm_status status = lcm_advise_look(a);
  if (status)
    return status;
  lcm_advise_looked(a, lcm_ctx_worked(a->ctx) - before);
  detect(a);
  lcm_advise_rank(found, a);
  lcm_advise_fold(found, a);
  return LCM_OK;
}
