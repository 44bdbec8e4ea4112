/* Detectors of waiting for threads and messages that could be avoided. */
#pragma once

#include "study/advise/advising.h"

/* Members wait for others of whom they need nothing. */
void lcm_advise_barrier(struct lcm_advising *a,
                        const struct lcm_advised_site *site);

/* A message is sent later than what it carries is ready. */
void lcm_advise_late_send(struct lcm_advising *a,
                          const struct lcm_advised_site *site);

/* Work that needs nothing of a message waits for it. */
void lcm_advise_early_wait(struct lcm_advising *a,
                           const struct lcm_advised_site *site);

/* What is handed over at once could be in parts. */
void lcm_advise_pipeline(struct lcm_advising *a,
                         const struct lcm_advised_site *site);

/* A message in each round of a loop, where one may do. */
void lcm_advise_combine(struct lcm_advising *a,
                        const struct lcm_advised_site *site);
