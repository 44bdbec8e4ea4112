/* A table from pointers (interned names) to numbers. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"

/* What a key stands for. */
struct lcm_map_entry {
  const void *key;
  size_t value;
};

/* The table; {0} is valid and empty. */
typedef struct lcm_map {
  /* open addressing in "cap" (a power of two) places; no key: empty */
  struct lcm_map_entry *at;
  size_t n; /* how many are taken */
  size_t cap;
} lcm_map;

/* Let "key" (not NULL) stand for "value" in "map", whose memory is in
 * "arena". */
void lcm_map_put(lcm_arena *arena, lcm_map *map, const void *key, size_t value);

/* Put what "key" stands for into "*value"; false, and nothing done, where it
 * stands for nothing. */
bool lcm_map_get(const lcm_map *map, const void *key, size_t *value);

/* As lcm_map_put and lcm_map_get of what is a pointer, NULL where "key" stands
 * for nothing. */
void lcm_map_point(lcm_arena *arena, lcm_map *map, const void *key,
                   const void *to);
const void *lcm_map_pointer(const lcm_map *map, const void *key);
