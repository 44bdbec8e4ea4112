/* What single messages cost. */
#pragma once

#include "composer/engine/messages/mail.h"

/* Return how many bytes are sent at most without waiting for the receiver. */
double lcm_mail_eager(const struct lcm_run *run, double bytes);

/* Let "letter", part of what neighbours do together, wait for its receiver
 * where it is long, and cost what the machine says under the name of the
 * function. */
void lcm_mail_price(struct lcm_run *run, struct lcm_letter *letter);

/* Return how long the data of "sent" are on their way. */
double lcm_letter_transit(struct lcm_run *run, const struct lcm_letter *sent);
