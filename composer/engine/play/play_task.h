/* Tasks while scripts are played. */
#pragma once

#include "composer/engine/play/play.h"

/* Let the task that arrives first do so, unless an actor goes on before; return
 * whether one did. */
bool lcm_play_arrive(struct lcm_play *p);

/* Let actor "i" run a task while it waits at its step; false: there is none
 * that it may run. */
bool lcm_play_help(struct lcm_play *p, size_t i);

/* "task", which actor "i" executed, is finished: those who waited for it go
 * on. */
void lcm_play_finish(struct lcm_play *p, size_t i, struct lcm_play_task *task);

/* Let actor "i" make a task, and execute it itself where it is not deferred. */
void lcm_play_make(struct lcm_play *p, size_t i);

/* Let actor "i" wait for the children of its task. */
void lcm_play_join(struct lcm_play *p, size_t i);

/* Let actor "i" begin a taskgroup, and wait for its tasks. */
void lcm_play_open_group(struct lcm_play *p, size_t i);
void lcm_play_close_group(struct lcm_play *p, size_t i);
