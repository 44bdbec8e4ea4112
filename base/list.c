#include "base/list.h"

#include <string.h>

void *lcm_list_grow(lcm_arena *arena, void *at, size_t *cap, size_t size) {
  const size_t more = *cap ? *cap * 2 : 8;
  void *grown = lcm_arena_array(arena, _Alignof(max_align_t), more, size);
  if (*cap)
    memcpy(grown, at, *cap * size);
  *cap = more;
  return grown;
}
