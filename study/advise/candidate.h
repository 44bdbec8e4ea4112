/* Candidates for a change, and the edits that would make it. */
#pragma once

#include "study/advise/advising.h"

/* Add a candidate at "site" with the diagnosis "what", to which ways to do it
 * are added; return it: it is there until the next one is added. */
struct lcm_candidate *lcm_advise_add(struct lcm_advising *a,
                                     lcm_advice_kind kind,
                                     const struct lcm_advised_site *site,
                                     const char *what);

/* Add a way to do what "c" is about: the edit "way". */
void lcm_advise_way(struct lcm_advising *a, struct lcm_candidate *c,
                    const char *way);

/* Return the place of "site" for "verb". */
const char *lcm_advise_place(struct lcm_advising *a,
                             const struct lcm_advised_site *site,
                             lcm_verb verb);
