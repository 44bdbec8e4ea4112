/* Who watches what a command does: progress, interrupts, budgets. */
#pragma once

#include "cmd/command.h"

/* Let "command" say how far it is where somebody reads that, and end with the
 * answer so far when it is interrupted or its processor time or memory is
 * nearly spent. */
void command_watch(struct command *command);

/* Let an interrupt end this thread at once, until something is predicted. */
void command_heed(void);

/* Return the exit status of a command that has ended with an answer so far, or
 * ("none") with none; "done" where it has its whole answer. */
int command_ended(const struct command *command, bool none, int done);
