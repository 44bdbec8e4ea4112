/* Which tasks of a region `depend` clauses order. */
#pragma once

#include "model/edit/race/types.h"

/* Return whether the task "second" may have to wait for "first", which the same
 * one makes: "first" is one of "tasks". */
bool lcm_race_may_order(const struct lcm_race_tasks *tasks,
                        const struct lcm_race_task *first,
                        const struct lcm_race_task *second);

/* Return whether who makes "task" may wait for it by what depends on it and is
 * executed at once, before the place "before". */
bool lcm_race_may_await(const struct lcm_race_tasks *tasks,
                        const struct lcm_race_task *task, unsigned before);
