/* Threads that start threads. */
#pragma once

#include "composer/scope/scope.h"

/* Return "program" where threads that threads of their own start, and wait for,
 * are tasks, and what starts the first of them is a team of as many members as
 * there are processors: a thread that waits leaves its processor to others, as
 * a task does (POSIX.1-2017, pthread_join).  "program" itself where no thread
 * starts another; where threads do what tasks cannot, with an assumption that
 * says that those inside take turns. */
const lcm_program *lcm_program_started(lcm_ctx *ctx,
                                       const lcm_program *program);
