/* SPDX-License-Identifier: MIT
 *
 * What OpenMP tasks do to the frames of a thread. */
#pragma once

#include "profiler/openmp/ompt.h"

/* Leave the innermost frame if it is of "kind" (and, for lcm_pop_waiting, if
 * "thread" waits there); where others of that kind lie further out, the frames
 * between are left, too. */
void lcm_pop_kind(lcm_thread *thread, uint32_t kind);
void lcm_pop_waiting(lcm_thread *thread, uint32_t kind);

/* Leave the innermost frame if it is a single: of those that gcc compiled the
 * library does not say when they end. */
void lcm_pop_single(lcm_thread *thread);

/* The innermost frame, if it is of "kind", computes from now on. */
void lcm_go_on(lcm_thread *thread, uint32_t kind);

/* Begin, end to wait for tasks at a construct of "kind". */
void lcm_task_wait(lcm_thread *thread, bool begin, uint32_t kind,
                   const void *address);

/* Begin, end a taskgroup. */
void lcm_task_group(lcm_thread *thread, bool begin, const void *address);

/* Return the site of the task that "thread" makes at "address". */
uint32_t lcm_task_site(lcm_thread *thread, const void *address);

/* "thread" changes tasks. */
void lcm_task_switch(lcm_thread *thread, const lcm_switch *change);
