/* The kinds of schedules of parallel loops, generated from schedules.def:
 * their words, where each may be written, and what is known of each whatever
 * library carries it out. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"

typedef enum lcm_schedule {
#define LCM_SCHEDULE(name, word, traits, meaning) LCM_SCHED_##name,
#include "model/structure/schedules.def"
#undef LCM_SCHEDULE
} lcm_schedule;

/* What is known of a schedule. */
enum lcm_schedule_trait {
  LCM_SCHED_IN_SOURCE = 1 << 0,       /* a word of OpenMP's clause schedule */
  LCM_SCHED_IN_COMMENT = 1 << 1,      /* a word of the directive schedule */
  LCM_SCHED_IN_EDIT = 1 << 2,         /* a variant may ask for it */
  LCM_SCHED_IN_OMP_SCHEDULE = 1 << 3, /* OMP_SCHEDULE, machine descriptions */
  LCM_SCHED_TASKS = 1 << 4,           /* a clause of taskloop */
  LCM_SCHED_FIXED = 1 << 5,  /* who gets an iteration depends on no time */
  LCM_SCHED_DEMAND = 1 << 6, /* whoever is free takes the next chunk */
  LCM_SCHED_EQUAL = 1 << 7   /* a chunk that is said is the size of all */
};

/* Return the word for "schedule". */
const char *lcm_schedule_word(lcm_schedule schedule);

/* Return whether "schedule" has all of "traits". */
bool lcm_schedule_has(lcm_schedule schedule, unsigned traits);

/* Return whether the "n" bytes at "word" are a schedule that has all of
 * "traits"; store it in "*out". */
bool lcm_schedule_find(lcm_schedule *out, const char *word, size_t n,
                       unsigned traits);

/* Return the words of the schedules that have all of "traits", for people:
 * "static, dynamic or guided". */
const char *lcm_schedule_list(lcm_arena *arena, unsigned traits);
