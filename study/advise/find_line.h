/* Detector of lines of the caches that several threads write. */
#pragma once

#include "study/advise/advising.h"

/* What one member writes lies beside what others do. */
void lcm_advise_shared_line(struct lcm_advising *a,
                            const struct lcm_advised_site *site);
