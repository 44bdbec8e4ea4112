/* What a processor does with the messages that have come to it. */
#pragma once

#include "chares/types.h"

/* Prepare "m" for the run; begin with the first entry, on processor 0. */
void lcm_md_prepare(md *m);
void lcm_md_first(md *m);

/* "message" has come to "m" from another processor. */
void lcm_md_receive(md *m, md_message *message);

/* Process a message on "m"; return false where none waits: who wants to know
 * that was told. */
bool lcm_md_step(md *m);

/* The time of "timer" has come on "m". */
void lcm_md_ring(md *m, struct md_timer *timer);
