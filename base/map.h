/* A table from pointers (interned names) to numbers. */
#ifndef LCM_BASE_MAP_H
#define LCM_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The table; {0} is valid and empty.
 * keys    open addressing in "cap" (a power of two) places; NULL is empty
 * values  beside them
 * n       how many are taken */
typedef struct lcm_map {
  const void **keys;
  size_t *values;
  size_t n;
  size_t cap;
} lcm_map;

/* Let "key" (not NULL) stand for "value" in "map", whose memory is in
 * "arena". */
void lcm_map_put(lcm_arena *arena, lcm_map *map, const void *key, size_t value);

/* Put what "key" stands for into "*value"; false, and nothing done, where it
 * stands for nothing. */
bool lcm_map_get(const lcm_map *map, const void *key, size_t *value);

#ifdef __cplusplus
}
#endif

#endif
