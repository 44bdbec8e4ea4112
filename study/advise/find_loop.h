/* Detectors of loops that could be divided among threads, or better. */
#pragma once

#include "study/advise/advising.h"

/* One processor executes a loop that could be divided. */
void lcm_advise_serial_loop(struct lcm_advising *a,
                            const struct lcm_advised_site *site);

/* Each member of a team executes all of it. */
void lcm_advise_replicated(struct lcm_advising *a,
                           const struct lcm_advised_site *site);

/* One member executes it while the others wait. */
void lcm_advise_master(struct lcm_advising *a,
                       const struct lcm_advised_site *site);

/* A region begins anew in each iteration of a loop that could itself be
 * divided. */
void lcm_advise_wrong_loop(struct lcm_advising *a,
                           const struct lcm_advised_site *site);

/* A loop that threads share has so few iterations that some of them get one
 * more than others, or none: the loop in it as well, or instead. */
void lcm_advise_short_loop(struct lcm_advising *a,
                           const struct lcm_advised_site *site);
