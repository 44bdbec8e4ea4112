/* Detectors of loops whose schedule or chunk size costs time. */
#pragma once

#include "study/advise/advising.h"

/* Assigning chunks takes more than it evens out: larger
 * ones, or equal shares. */
void lcm_advise_chunk_fine(struct lcm_advising *a,
                           const struct lcm_advised_site *site);

/* There are too few chunks, or a remainder: smaller ones, or
 * on demand. */
void lcm_advise_chunk_coarse(struct lcm_advising *a,
                             const struct lcm_advised_site *site);

/* Equal shares take different times: on demand. */
void lcm_advise_imbalance(struct lcm_advising *a,
                          const struct lcm_advised_site *site);
