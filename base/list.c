/* How lists in an arena grow. */
#include "base/list.h"

#include <string.h>

/* The bytes that the first elements of a list may take, more than two of them
 * aside: most lists stay short, and there are many. */
enum { FIRST_BYTES = 128 };

/* Return the room of a list that has been empty for elements of "size"
 * bytes. */
static size_t first_room(size_t size) {
  size_t room = 8;
  while (room > 2 && room * size > FIRST_BYTES)
    room /= 2;
  return room;
}

void *lcm_list_grow(lcm_arena *arena, void *at, size_t *cap, size_t size) {
  const size_t more = *cap ? *cap * 2 : first_room(size);
  void *grown = lcm_arena_array(arena, _Alignof(max_align_t), more, size);
  if (*cap)
    memcpy(grown, at, *cap * size);
  *cap = more;
  return grown;
}
