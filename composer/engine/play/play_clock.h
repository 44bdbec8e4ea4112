/* Clocks of actors that play their scripts. */
#pragma once

#include "composer/engine/play/play.h"

/* Return a random number from 0 to 1, 0 where nothing is random. */
double lcm_play_chance(struct lcm_play *p);

/* Put actor "i" into the heap. */
void lcm_play_push(struct lcm_play *p, size_t i);

/* Take the actor that comes first out of the heap, which is not empty. */
size_t lcm_play_pop(struct lcm_play *p);

/* Return the step that actor "i" is at. */
const struct lcm_step *lcm_play_step(const struct lcm_play *p, size_t i);

/* Let actor "i", which is parked, go on at "now". */
void lcm_play_wake(struct lcm_play *p, size_t i, double now);

/* Let actor "i" wait for "why"; its time goes to category "cat". */
void lcm_play_park(struct lcm_play *p, size_t i, enum lcm_play_parked why,
                   size_t cat);

/* Let actor "i" come to its next step. */
void lcm_play_advance(struct lcm_play *p, size_t i);

/* Let actor "i" execute "script", which is that of "task" (or NULL). */
void lcm_play_enter(struct lcm_play *p, size_t i, const lcm_script *script,
                    struct lcm_play_task *task);

/* Return the clock of actor "i". */
double lcm_play_clock(const struct lcm_play *p, size_t i);

/* Let actor "i" spend "seconds" on category "cat" at its step. */
void lcm_play_spend(struct lcm_play *p, size_t i, double seconds, size_t cat);

/* Let actor "i" compute what "script" says, "times" times. */
void lcm_play_repeat(struct lcm_play *p, size_t i, const lcm_script *script,
                     double times);

/* Let actor "i", if it waits for messages, look at them again. */
void lcm_play_look(struct lcm_play *p, size_t i);

/* Let actor "i" spend the outcome of its step. */
void lcm_play_compute(struct lcm_play *p, size_t i);

/* Let actor "i", which waits, be where the present one is, at "now". */
void lcm_play_catch_up(struct lcm_play *p, size_t i, double now);
