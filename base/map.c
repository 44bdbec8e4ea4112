/* A hash table from pointers to numbers, with open addressing. */
#include "base/map.h"

#include <stdint.h>

/* The places of a table that has just been begun. */
enum { FIRST_ROOM = 16 };

/* Return the place of "key" in "map", which has an empty one. */
static size_t place_of(const lcm_map *map, const void *key) {
  uint64_t hash = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
  size_t i = (size_t)(hash >> 32) & (map->cap - 1);
  while (map->at[i].key && map->at[i].key != key)
    i = (i + 1) & (map->cap - 1);
  return i;
}

/* Double the room of "map". */
static void grow(lcm_arena *arena, lcm_map *map) {
  const lcm_map old = *map;
  map->cap = old.cap ? 2 * old.cap : FIRST_ROOM;
  map->at = LCM_NEW_ARRAY(arena, struct lcm_map_entry, map->cap);
  for (size_t i = 0; i < old.cap; i++)
    if (old.at[i].key)
      map->at[place_of(map, old.at[i].key)] = old.at[i];
}

void lcm_map_put(lcm_arena *arena, lcm_map *map, const void *key,
                 size_t value) {
  if (2 * map->n >= map->cap)
    grow(arena, map);
  const size_t at = place_of(map, key);
  map->n += !map->at[at].key;
  map->at[at] = (struct lcm_map_entry){key, value};
}

bool lcm_map_get(const lcm_map *map, const void *key, size_t *value) {
  if (!map->cap)
    return false;
  const size_t at = place_of(map, key);
  if (!map->at[at].key)
    return false;
  *value = map->at[at].value;
  return true;
}

void lcm_map_point(lcm_arena *arena, lcm_map *map, const void *key,
                   const void *to) {
  lcm_map_put(arena, map, key, (size_t)(uintptr_t)to);
}

const void *lcm_map_pointer(const lcm_map *map, const void *key) {
  size_t value = 0;
  return lcm_map_get(map, key, &value) ? (const void *)(uintptr_t)value : NULL;
}
