#include "base/map.h"

#include <stdint.h>

/* Return the place of "key" in "map", which has an empty one. */
static size_t place_of(const lcm_map *map, const void *key) {
  uint64_t hash = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
  size_t i = (size_t)(hash >> 32) & (map->cap - 1);
  while (map->keys[i] && map->keys[i] != key)
    i = (i + 1) & (map->cap - 1);
  return i;
}

/* Double the room of "map". */
static void grow(lcm_arena *arena, lcm_map *map) {
  const lcm_map old = *map;
  map->cap = old.cap ? 2 * old.cap : 64;
  map->keys = LCM_NEW_ARRAY(arena, const void *, map->cap);
  map->values = LCM_NEW_ARRAY(arena, size_t, map->cap);
  for (size_t i = 0; i < old.cap; i++)
    if (old.keys[i]) {
      const size_t at = place_of(map, old.keys[i]);
      map->keys[at] = old.keys[i];
      map->values[at] = old.values[i];
    }
}

void lcm_map_put(lcm_arena *arena, lcm_map *map, const void *key,
                 size_t value) {
  if (2 * map->n >= map->cap)
    grow(arena, map);
  const size_t at = place_of(map, key);
  map->n += !map->keys[at];
  map->keys[at] = key;
  map->values[at] = value;
}

bool lcm_map_get(const lcm_map *map, const void *key, size_t *value) {
  if (!map->cap)
    return false;
  const size_t at = place_of(map, key);
  if (!map->keys[at])
    return false;
  *value = map->values[at];
  return true;
}
