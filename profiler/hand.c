/* SPDX-License-Identifier: MIT
 *
 * Calls by hand (lcm_profile.h). */
#include "profiler/lcm_profile.h"

#include <stdatomic.h>
#include <string.h>

#include "profiler/core/core.h"

/* Return the kind of the site that "what" is, 0 where it is none. */
static uint32_t kind_of(int what) {
  switch (what) {
  case LCM_PROFILE_TAG:
    return LCM_RAW_TAG;
  case LCM_PROFILE_LOOP:
    return LCM_RAW_HAND_LOOP;
  case LCM_PROFILE_SECTIONS:
    return LCM_RAW_HAND_SECTIONS;
  case LCM_PROFILE_SYNC:
    return LCM_RAW_HAND_SYNC;
  case LCM_PROFILE_CATEGORY:
  case LCM_PROFILE_SPECULATION:
    return 0;
  }
  return 0;
}

/* Note that an end came without its beginning. */
static void mismatch(void) { lcm_the_run()->header->flags |= LCM_RAW_MISMATCH; }

/* Let "thread", whose lock is held, charge its computing to "category" of the
 * user's. */
static void begin_category(lcm_profiled_run *run, lcm_thread *thread,
                           uint32_t category) {
  lcm_frame *frame = lcm_frame_top(thread);
  if (!frame || thread->n_users == LCM_MAX_NESTED) {
    run->header->flags |= LCM_RAW_DEEP;
    return;
  }
  thread->users[thread->n_users++] = frame->user;
  frame->user = (uint8_t)category;
  lcm_frame_recharge(run, thread, lcm_now());
}

/* End that. */
static void end_category(lcm_profiled_run *run, lcm_thread *thread) {
  lcm_frame *frame = lcm_frame_top(thread);
  if (!frame || !thread->n_users) {
    mismatch();
    return;
  }
  frame->user = thread->users[--thread->n_users];
  lcm_frame_recharge(run, thread, lcm_now());
}

/* Begin to speculate. */
static void begin_speculation(lcm_profiled_run *run, lcm_thread *thread) {
  lcm_speculation *all = &thread->speculation;
  begin_category(run, thread, LCM_RAW_SPECULATIVE);
  if (all->depth < LCM_MAX_NESTED)
    all->base[all->depth++] = all->n;
}

/* End to speculate; it was "useful" or wasted.  What was useful inside another
 * speculation is as useful as that. */
static void end_speculation(lcm_profiled_run *run, lcm_thread *thread,
                            bool useful) {
  lcm_speculation *all = &thread->speculation;
  if (!all->depth) {
    mismatch();
    return;
  }
  end_category(run, thread);
  const uint32_t base = all->base[--all->depth];
  if (useful && all->depth)
    return;
  const uint32_t category = useful ? LCM_RAW_PC : LCM_RAW_WASTED;
  for (uint32_t i = base; i < all->n; i++) {
    lcm_raw_cell *cell = all->at[i].cell;
    const uint64_t had = cell->ns[LCM_RAW_SPECULATIVE];
    const uint64_t ns = all->at[i].ns < had ? all->at[i].ns : had;
    cell->ns[LCM_RAW_SPECULATIVE] -= ns;
    cell->ns[category] += ns;
  }
  all->n = base;
  thread->gap_ns[category] += thread->gap_ns[LCM_RAW_SPECULATIVE];
  thread->gap_ns[LCM_RAW_SPECULATIVE] = 0;
}

/* Return the tag of "frame". */
static uint64_t tag_of(const lcm_profiled_run *run, const lcm_frame *frame) {
  return run->sites[frame->site]->tag;
}

/* Return how many regions of "thread" go on inside the innermost one with the
 * number "tag" (0: one with a name), with nothing else between; 0 where there
 * is no such. */
static uint32_t regions_inside(const lcm_profiled_run *run,
                               const lcm_thread *thread, uint64_t tag) {
  for (uint32_t n = 0; n < thread->depth; n++) {
    const lcm_frame *frame = &thread->frames[thread->depth - 1 - n];
    if (frame->kind != LCM_RAW_TAG)
      return 0;
    if (tag_of(run, frame) == tag)
      return n;
  }
  return 0;
}

/* Let "thread" be in the region of "was" again, a frame that it was in: no
 * other visit, the rest of its time. */
static void go_on(lcm_profiled_run *run, lcm_thread *thread,
                  const lcm_frame *was, uint64_t now) {
  enum { LONGEST = 1024 };
  const lcm_raw_site *site = run->sites[was->site];
  char name[LONGEST + 1];
  const size_t length =
      site->name_length < LONGEST ? site->name_length : LONGEST;
  memcpy(name, site->name, length);
  name[length] = '\0';
  const uintptr_t at = (uintptr_t)site->address;
  const void *address = NULL;
  memcpy(&address, &at, sizeof address);
  const lcm_enter enter = {.kind = LCM_RAW_TAG,
                           .state = LCM_RAW_BUSY,
                           .category = LCM_RAW_PC,
                           .address = address,
                           .name = length ? name : NULL,
                           .tag = site->tag,
                           .quiet = true};
  lcm_frame *frame = lcm_frame_enter(run, thread, &enter, now);
  if (!frame)
    return;
  frame->quiet = false;
  frame->user = was->user;
  lcm_frame_recharge(run, thread, now);
}

/* End the region with the number "tag" of "thread", the innermost where there
 * is none; those that began later go on. */
static void end_region(lcm_profiled_run *run, lcm_thread *thread,
                       uint64_t tag) {
  lcm_frame kept[LCM_MAX_NESTED];
  const uint32_t inside = regions_inside(run, thread, tag);
  const uint64_t now = lcm_now();
  if (inside > LCM_MAX_NESTED || thread->lost_depth) {
    run->header->flags |= LCM_RAW_DEEP;
    lcm_frame_leave(run, thread, now, UINT64_MAX, 0);
    return;
  }
  for (uint32_t i = 0; i < inside; i++) {
    kept[i] = *lcm_frame_top(thread);
    lcm_frame_leave(run, thread, now, UINT64_MAX, 0);
  }
  lcm_frame_leave(run, thread, now, UINT64_MAX, 0);
  for (uint32_t i = inside; i > 0; i--)
    go_on(run, thread, &kept[i - 1], now);
}

#pragma GCC visibility push(default)

void lcm_profile_enter(int what, const char *name, long tag) {
  lcm_profiled_run *run = lcm_the_run();
  const void *address = __builtin_return_address(0);
  lcm_thread *thread = lcm_self();
  const uint32_t kind = kind_of(what);
  const uint32_t category = what == LCM_PROFILE_CATEGORY && name
                                ? lcm_run_category(name)
                                : LCM_RAW_PC;
  if (!lcm_hold(thread))
    return;
  const bool waits = kind == LCM_RAW_HAND_SYNC;
  const lcm_enter enter = {.kind = kind,
                           .state = waits ? LCM_RAW_WAITING : LCM_RAW_BUSY,
                           .category = waits ? LCM_RAW_SL : LCM_RAW_PC,
                           .address = address,
                           .name = name,
                           .tag = (uint64_t)tag};
  if (kind)
    lcm_frame_enter(run, thread, &enter, lcm_now());
  else if (what == LCM_PROFILE_CATEGORY)
    begin_category(run, thread, category);
  else if (what == LCM_PROFILE_SPECULATION)
    begin_speculation(run, thread);
  lcm_unlock(&thread->lock);
}

void lcm_profile_leave(int what, long value) {
  lcm_profiled_run *run = lcm_the_run();
  lcm_thread *thread = lcm_self();
  const uint32_t kind = kind_of(what);
  if (kind == LCM_RAW_HAND_LOOP && value > 0)
    lcm_iterations(thread, (uint64_t)value);
  if (!lcm_hold(thread))
    return;
  const lcm_frame *top = lcm_frame_top(thread);
  if (kind && (!top || top->kind != kind))
    mismatch();
  else if (kind == LCM_RAW_TAG)
    end_region(run, thread, (uint64_t)value);
  else if (kind)
    lcm_frame_leave(run, thread, lcm_now(), UINT64_MAX, 0);
  else if (what == LCM_PROFILE_CATEGORY)
    end_category(run, thread);
  else if (what == LCM_PROFILE_SPECULATION)
    end_speculation(run, thread, value != 0);
  lcm_unlock(&thread->lock);
}

void lcm_profile_measure(int on) {
  lcm_profiled_run *run = lcm_the_run();
  if (!lcm_self())
    return;
  if (on && !run->asked)
    lcm_run_reset();
  else if (on)
    lcm_run_resume();
  else
    lcm_run_pause();
  run->asked = 1;
}

void lcm_profile_found(void) { lcm_run_found(); }

#pragma GCC visibility pop
