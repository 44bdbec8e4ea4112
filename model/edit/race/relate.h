/* Whether two accesses of a parallel region may be made at the same time. */
#pragma once

#include "model/edit/race/types.h"

/* Return whether different threads of "region" may execute "a" and "b" with
 * nothing between that orders them, and put which executions of them into
 * "*out".  "which" is 0 for executions of different iterations or threads, 1
 * for those of one that makes tasks. */
enum lcm_race_answer lcm_race_relate(struct lcm_race_relation *out,
                                     const lcm_node *region,
                                     const struct lcm_race_at *a,
                                     const struct lcm_race_at *b,
                                     unsigned which);

/* Return whether different rounds of a loop around "a" and "b", between which
 * nobody waits, may be executed by different threads: what lcm_race_relate says
 * is of one round. */
bool lcm_race_may_differ(const struct lcm_race_at *a,
                         const struct lcm_race_at *b);

/* A variable that each execution of something has for itself. */
struct lcm_race_own {
  const char *key;
  const lcm_program *program;
  const lcm_function *function; /* in which the region is */
};

/* As lcm_race_relate for accesses to the variable of "own": by one execution of
 * what has it, and the tasks that this makes. */
enum lcm_race_answer lcm_race_relate_own(struct lcm_race_relation *out,
                                         const struct lcm_race_own *own,
                                         const struct lcm_race_at *a,
                                         const struct lcm_race_at *b);

/* Return whether "region" is a league of one team, in which others are: put
 * whether these are many threads into "*many". */
bool lcm_race_is_lone(bool *many, const lcm_node *region);

/* Return the name in struct lcm_race_locks of the lock "name" where others that
 * only read may hold it, too (interned). */
const char *lcm_race_reader_of(lcm_ctx *ctx, const char *name);

/* Return whether "a" and "b" exclude each other: a lock is held around both,
 * which teams of a league do not share. */
enum lcm_race_answer lcm_race_excluded(const lcm_node *region,
                                       const struct lcm_race_at *a,
                                       const struct lcm_race_at *b);

/* Put how many threads "region" has into "*n" where that is a number, else 0;
 * return false where it has one at most. */
bool lcm_race_threads(long long *n, const lcm_node *region);
