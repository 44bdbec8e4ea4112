/* A log of messages as they are played. */
#pragma once

#include "composer/engine/messages/mail.h"

/* Rank "i" has posted "letter" in "span". */
void lcm_mail_log_post(struct lcm_run *run, struct lcm_letter *letter, size_t i,
                       struct lcm_mail_span span);

/* "sent" goes to "wanted". */
void lcm_mail_log_match(struct lcm_run *run, const struct lcm_letter *sent,
                        const struct lcm_letter *wanted);

/* Rank "i" has waited for "letter" in "span". */
void lcm_mail_log_wait(struct lcm_run *run, const struct lcm_letter *letter,
                       size_t i, struct lcm_mail_span span);

/* A member of "group" gives a message away; another takes it. */
void lcm_mail_log_give(struct lcm_run *run, const struct lcm_group *group,
                       const struct lcm_pass *pass);
void lcm_mail_log_take(struct lcm_run *run, const struct lcm_group *group,
                       const struct lcm_pass *pass);

/* Rank "i" works. */
void lcm_mail_log_work(struct lcm_run *run, size_t i, double seconds);
