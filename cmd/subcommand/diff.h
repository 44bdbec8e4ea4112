/* lcm diff: what changed from one revision to the next. */
#pragma once

#include "cmd/command.h"

/* Run `lcm diff`. */
int run_diff(struct command *command);
