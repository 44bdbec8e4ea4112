/* Detectors of locks that others wait for. */
#pragma once

#include "study/advise/advising.h"

/* One guards what each member could add up by itself. */
void lcm_advise_lock(struct lcm_advising *a,
                     const struct lcm_advised_site *site);

/* One guards what is only read, or what each iteration has its own part
 * of. */
void lcm_advise_unlock(struct lcm_advising *a,
                       const struct lcm_advised_site *site);

/* One is taken to compare with a bound that is hardly ever replaced. */
void lcm_advise_bound(struct lcm_advising *a,
                      const struct lcm_advised_site *site);

/* One guards a table of which each holder touches an entry. */
void lcm_advise_table(struct lcm_advising *a,
                      const struct lcm_advised_site *site);
