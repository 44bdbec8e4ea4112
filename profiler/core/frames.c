/* SPDX-License-Identifier: MIT
 *
 * The constructs that a thread is in. */
#include "profiler/core/frames.h"

#include <stdatomic.h>

lcm_frame *lcm_frame_top(lcm_thread *thread) {
  return thread->depth ? &thread->frames[thread->depth - 1] : NULL;
}

/* Return whether the serial code between constructs inside a site of "kind" is
 * told apart. */
static bool has_gaps(uint32_t kind) {
  return kind == LCM_RAW_PROGRAM || kind == LCM_RAW_TAG ||
         kind == LCM_RAW_THREAD_FUNCTION;
}

/* Return the site of the gap of "frame" before the construct "next". */
static uint32_t gap_before(lcm_profiled_run *run, const lcm_frame *frame,
                           uint32_t next) {
  const lcm_site gap = {.kind = LCM_RAW_GAP,
                        .parent = frame->site,
                        .previous = frame->previous,
                        .next = next};
  return lcm_site_find(run, &gap);
}

/* Return the category that "frame" is charged to. */
static uint32_t charged(const lcm_profiled_run *run, const lcm_frame *frame) {
  if (frame->category != LCM_RAW_PC)
    return frame->category;
  if (atomic_load_explicit(&run->found, memory_order_relaxed))
    return LCM_RAW_BRAKING;
  return frame->user ? frame->user : LCM_RAW_PC;
}

/* Let "thread" be at its innermost frame. */
static void settle_at(lcm_profiled_run *run, lcm_thread *thread, uint64_t now) {
  lcm_frame *frame = lcm_frame_top(thread);
  const uint32_t site = frame->gap_site ? frame->gap_site : frame->site;
  thread->in_gap = frame->gap_site != 0;
  lcm_be_at(run, thread, frame->state, site, charged(run, frame), now);
  if (thread->role == LCM_RAW_MAIN && (frame->gap_site || !run->work))
    lcm_serial_at(run, site, now);
}

/* Begin a gap in "frame", the innermost of "thread", where it has any. */
static void open_gap(lcm_profiled_run *run, lcm_thread *thread,
                     lcm_frame *frame) {
  frame->gap_site = has_gaps(frame->kind) ? gap_before(run, frame, 0) : 0;
  for (size_t i = 0; i < LCM_RAW_CATEGORIES; i++)
    thread->gap_ns[i] = 0;
}

/* Move what "thread" got in a gap that is over from the cell "from" to
 * "to". */
static void move_gap(lcm_thread *thread, lcm_raw_cell *from, lcm_raw_cell *to) {
  if (!from || !to || from == to)
    return;
  for (size_t i = 0; i < LCM_RAW_CATEGORIES; i++) {
    const uint64_t had = from->ns[i], moved = thread->gap_ns[i];
    const uint64_t ns = moved < had ? moved : had;
    from->ns[i] -= ns;
    to->ns[i] += ns;
  }
  lcm_speculation *all = &thread->speculation;
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i].cell == from)
      all->at[i].cell = to;
}

/* Give the samples of "thread" at the site "from" to "to". */
static void move_samples(lcm_thread *thread, uint32_t from, uint32_t to) {
  if (!thread->samples_in_gap || !thread->samples)
    return;
  thread->held++;
  atomic_signal_fence(memory_order_seq_cst);
  for (uint32_t i = 0; i < thread->samples->capacity; i++)
    if (thread->samples->at[i].count && thread->samples->at[i].site == from)
      thread->samples->at[i].site = to;
  thread->samples_in_gap = 0;
  atomic_signal_fence(memory_order_seq_cst);
  thread->held--;
}

/* End the gap of "frame", the innermost of "thread", at the construct "next":
 * all its time goes to the gap between the two. */
static void close_gap(lcm_profiled_run *run, lcm_thread *thread,
                      lcm_frame *frame, uint32_t next, uint64_t now) {
  if (!frame->gap_site)
    return;
  const uint32_t open = frame->gap_site, gap = gap_before(run, frame, next);
  lcm_raw_cell *from = lcm_cell_find(run, thread, open);
  lcm_raw_cell *to = lcm_cell_find(run, thread, gap);
  move_gap(thread, from, to);
  thread->site = gap;
  thread->cell = to;
  lcm_charge(run, thread, now);
  if (to)
    to->visits++;
  move_samples(thread, open, gap);
  if (thread->role == LCM_RAW_MAIN)
    lcm_serial_gap(run, open, gap, now);
  frame->gap_site = 0;
  thread->in_gap = false;
}

lcm_frame *lcm_frame_enter_site(lcm_profiled_run *run, lcm_thread *thread,
                                const lcm_enter *enter, uint32_t site,
                                uint64_t now) {
  if (thread->depth == LCM_MAX_DEPTH) {
    thread->lost_depth++;
    run->header->flags |= LCM_RAW_DEEP;
    return NULL;
  }
  lcm_frame *around = lcm_frame_top(thread);
  if (around && around->gap_site)
    close_gap(run, thread, around, site, now);
  else
    lcm_charge(run, thread, now);
  lcm_frame *frame = &thread->frames[thread->depth++];
  *frame = (lcm_frame){.site = site,
                       .kind = enter->kind,
                       .state = (uint8_t)enter->state,
                       .category = (uint8_t)enter->category,
                       .quiet = enter->quiet,
                       .begin = lcm_clock(run, LCM_RAW_AWAY, now)};
  if (around) {
    frame->user = around->user;
    frame->owner = around->owner;
    frame->team = around->team;
  }
  if (enter->state == LCM_RAW_BUSY)
    open_gap(run, thread, frame);
  settle_at(run, thread, now);
  lcm_raw_cell *cell = frame->gap_site || !thread->cell
                           ? lcm_cell_find(run, thread, site)
                           : thread->cell;
  if (cell && !enter->quiet)
    cell->visits++;
  return frame;
}

lcm_frame *lcm_frame_enter(lcm_profiled_run *run, lcm_thread *thread,
                           const lcm_enter *enter, uint64_t now) {
  const lcm_frame *around = lcm_frame_top(thread);
  const lcm_site site = {.kind = enter->kind,
                         .parent = around ? around->site : 0,
                         .address = (uintptr_t)enter->address,
                         .tag = enter->tag,
                         .name = enter->name};
  return lcm_frame_enter_site(run, thread, enter, lcm_site_find(run, &site),
                              now);
}

void lcm_frame_leave(lcm_profiled_run *run, lcm_thread *thread, uint64_t now,
                     uint64_t split, uint32_t late) {
  if (thread->lost_depth) {
    thread->lost_depth--;
    return;
  }
  lcm_frame *frame = lcm_frame_top(thread);
  if (!frame)
    return;
  if (frame->gap_site)
    close_gap(run, thread, frame, 0, now);
  else
    lcm_charge_split(run, thread, now, split, late);
  lcm_raw_cell *cell = lcm_cell_find(run, thread, frame->site);
  if (cell && !frame->quiet)
    cell->elapsed_ns +=
        (lcm_clock(run, LCM_RAW_AWAY, now) - frame->begin) >> LCM_CLOCK_SHIFT;
  thread->depth--;
  lcm_frame *around = lcm_frame_top(thread);
  if (!around) {
    thread->in_gap = false;
    lcm_be_at(run, thread, LCM_RAW_AWAY, 0, LCM_RAW_PC, now);
    return;
  }
  around->previous = frame->site;
  open_gap(run, thread, around);
  settle_at(run, thread, now);
}

void lcm_frame_change(lcm_profiled_run *run, lcm_thread *thread, uint32_t state,
                      uint32_t category, uint64_t now) {
  lcm_frame *frame = lcm_frame_top(thread);
  lcm_charge(run, thread, now);
  if (!frame || thread->lost_depth)
    return;
  frame->state = (uint8_t)state;
  frame->category = (uint8_t)category;
  settle_at(run, thread, now);
}

void lcm_frame_recharge(lcm_profiled_run *run, lcm_thread *thread,
                        uint64_t now) {
  lcm_frame *frame = lcm_frame_top(thread);
  lcm_charge(run, thread, now);
  if (!frame)
    return;
  settle_at(run, thread, now);
}

void lcm_frame_drop(lcm_profiled_run *run, lcm_thread *thread, uint32_t state,
                    uint64_t now) {
  lcm_frame *frame = lcm_frame_top(thread);
  if (frame && frame->gap_site)
    close_gap(run, thread, frame, 0, now);
  else
    lcm_charge(run, thread, now);
  thread->depth = 0;
  thread->lost_depth = 0;
  thread->in_gap = false;
  lcm_be_at(run, thread, state, 0, LCM_RAW_PC, now);
}
