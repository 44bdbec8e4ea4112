/* A typed growable array in an arena.
 *
 *   LCM_LIST(int) numbers = {0};
 *   LCM_LIST_ADD(arena, &numbers, 3);
 *   for (size_t i = 0; i < numbers.n; i++) use(numbers.at[i]);
 *
 * {0} is a valid empty list.  Growing copies to fresh arena memory, so
 * pointers to elements do not survive an addition. */
#pragma once

#include "base/arena.h"

/* A list of "type": the elements "at", their number "n", room for "cap". */
#define LCM_LIST(type)                                                         \
  struct {                                                                     \
    type *at;                                                                  \
    size_t n;                                                                  \
    size_t cap;                                                                \
  }

/* Append "..." (one value) to the list that "list" points to. */
#define LCM_LIST_ADD(arena, list, ...)                                         \
  ((list)->n == (list)->cap                                                    \
       ? (void)((list)->at = lcm_list_grow((arena), (list)->at, &(list)->cap,  \
                                           sizeof *(list)->at))                \
       : (void)0,                                                              \
   (void)((list)->at[(list)->n++] = __VA_ARGS__))

/* Return a copy with at least twice the room of the "*cap" elements of
 * "size" bytes at "at", and put the new room into "*cap". */
void *lcm_list_grow(lcm_arena *arena, void *at, size_t *cap, size_t size);
