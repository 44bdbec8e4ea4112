/* SPDX-License-Identifier: MIT
 *
 * Calls by hand into the profiler: what it cannot see by itself.  They do
 * nothing in a program that runs without it, so they may stay; nothing has to
 * be linked.
 *
 * Begins and ends come in pairs on the same thread, inside each other like
 * braces; only tags may overlap each other and regions with names.  Names are
 * copied when they are first seen. */
#ifndef LCM_PROFILE_H
#define LCM_PROFILE_H

#ifdef __cplusplus
extern "C" {
#endif

#define LCM_PROFILE_WEAK __attribute__((weak, visibility("default")))
#define LCM_PROFILE_INLINE static inline __attribute__((always_inline, unused))

/* What is called; use the functions below. */
void lcm_profile_measure(int on) LCM_PROFILE_WEAK;
void lcm_profile_enter(int what, const char *name, long tag) LCM_PROFILE_WEAK;
void lcm_profile_leave(int what, long value) LCM_PROFILE_WEAK;
void lcm_profile_found(void) LCM_PROFILE_WEAK;

/* What is entered and left. */
enum {
  LCM_PROFILE_TAG,
  LCM_PROFILE_LOOP,
  LCM_PROFILE_SECTIONS,
  LCM_PROFILE_SYNC,
  LCM_PROFILE_CATEGORY,
  LCM_PROFILE_SPECULATION
};

/* Measure from now on.  A program that never says so is measured from its begin
 * to its end; one that does from the first time on. */
LCM_PROFILE_INLINE void lcm_start_profiling(void) {
  if (lcm_profile_measure)
    lcm_profile_measure(1);
}

/* Stop measuring, until the next start. */
LCM_PROFILE_INLINE void lcm_end_profiling(void) {
  if (lcm_profile_measure)
    lcm_profile_measure(0);
}

/* Begin the region that is called "name": a fragment of its own. */
LCM_PROFILE_INLINE void lcm_region_begin(const char *name) {
  if (lcm_profile_enter)
    lcm_profile_enter(LCM_PROFILE_TAG, name, 0);
}

/* End it. */
LCM_PROFILE_INLINE void lcm_region_end(void) {
  if (lcm_profile_leave)
    lcm_profile_leave(LCM_PROFILE_TAG, 0);
}

/* Begin the region that has the number "tag", which is not 0. */
LCM_PROFILE_INLINE void lcm_start_profiling_tag(long tag) {
  if (lcm_profile_enter)
    lcm_profile_enter(LCM_PROFILE_TAG, 0, tag);
}

/* End it, also where regions that began later go on. */
LCM_PROFILE_INLINE void lcm_end_profiling_tag(long tag) {
  if (lcm_profile_leave)
    lcm_profile_leave(LCM_PROFILE_TAG, tag);
}

/* Begin this thread's part of a loop that threads share. */
LCM_PROFILE_INLINE void lcm_loop_start(void) {
  if (lcm_profile_enter)
    lcm_profile_enter(LCM_PROFILE_LOOP, 0, 0);
}

/* End it; it was "iterations" long (0: not known). */
LCM_PROFILE_INLINE void lcm_loop_end(long iterations) {
  if (lcm_profile_leave)
    lcm_profile_leave(LCM_PROFILE_LOOP, iterations);
}

/* Begin this thread's part of work of different kinds that threads share. */
LCM_PROFILE_INLINE void lcm_sections_start(void) {
  if (lcm_profile_enter)
    lcm_profile_enter(LCM_PROFILE_SECTIONS, 0, 0);
}

/* End it. */
LCM_PROFILE_INLINE void lcm_sections_end(void) {
  if (lcm_profile_leave)
    lcm_profile_leave(LCM_PROFILE_SECTIONS, 0);
}

/* Begin to synchronize in a way of one's own (spinning on a flag, a lock made
 * by hand): synchronization loss. */
LCM_PROFILE_INLINE void lcm_sync_start(void) {
  if (lcm_profile_enter)
    lcm_profile_enter(LCM_PROFILE_SYNC, 0, 0);
}

/* End it. */
LCM_PROFILE_INLINE void lcm_sync_end(void) {
  if (lcm_profile_leave)
    lcm_profile_leave(LCM_PROFILE_SYNC, 0);
}

/* Begin to do what belongs to the category "name" of one's own instead of to
 * pure computation; waiting in it stays waiting. */
LCM_PROFILE_INLINE void lcm_category_begin(const char *name) {
  if (lcm_profile_enter)
    lcm_profile_enter(LCM_PROFILE_CATEGORY, name, 0);
}

/* End it. */
LCM_PROFILE_INLINE void lcm_category_end(void) {
  if (lcm_profile_leave)
    lcm_profile_leave(LCM_PROFILE_CATEGORY, 0);
}

/* Begin to compute what may turn out to be of no use. */
LCM_PROFILE_INLINE void lcm_speculation_begin(void) {
  if (lcm_profile_enter)
    lcm_profile_enter(LCM_PROFILE_SPECULATION, 0, 0);
}

/* End it, and say whether it was "useful" (pure computation) or not
 * (wasted). */
LCM_PROFILE_INLINE void lcm_speculation_end(int useful) {
  if (lcm_profile_leave)
    lcm_profile_leave(LCM_PROFILE_SPECULATION, useful);
}

/* The solution is found: what any thread computes from now on is braking
 * loss. */
LCM_PROFILE_INLINE void lcm_solution_found(void) {
  if (lcm_profile_found)
    lcm_profile_found();
}

#ifdef __cplusplus
}
#endif

#endif
