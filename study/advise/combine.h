/* Messages of rounds of a loop that could be one. */
#pragma once

#include "study/advise/advising.h"

/* Put what is to be said of "site" into "*note" where it sends a message in
 * each round of a loop in which its rank waits for nobody, and one message of
 * all of them would cost the sender clearly less; false elsewhere. */
bool lcm_advise_combining(struct lcm_advice_note *note, struct lcm_advising *a,
                          const struct lcm_advised_site *site);
