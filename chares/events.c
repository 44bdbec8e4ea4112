/* The queue of events of a simulation. */
#include "chares/events.h"

#include <stdlib.h>

enum { FEW = 64, MANY = 512, FIRST_ROOM = 16 };

/* Add "event" to the end of "bucket". */
static inline void append(struct md_bucket *bucket, struct md_event event) {
  if (bucket->n == bucket->room) {
    bucket->room = bucket->room ? 2 * bucket->room : FIRST_ROOM;
    bucket->at = realloc(bucket->at, bucket->room * sizeof *bucket->at);
    if (!bucket->at)
      abort();
  }
  bucket->at[bucket->n++] = event;
}

/* Return the level of "key": the first byte in which it differs from the last
 * key taken, counted from the lowest one. */
static inline int level_of(const struct md_events *events, uint64_t key) {
  return (63 - __builtin_clzll(key ^ events->last)) / 8;
}

/* Put "event", whose key is above the limit, into its bucket. */
static inline void drop(struct md_events *events, struct md_event event) {
  const int level = level_of(events, event.key);
  const unsigned digit = (event.key >> (8 * level)) & (MD_DIGITS - 1);
  events->filled[level][digit / 64] |= UINT64_C(1) << (digit % 64);
  append(&events->levels[level][digit], event);
}

/* Make room at the end of "bottom" of what was taken from its beginning. */
static void compact(struct md_bucket *bottom) {
  const size_t n = bottom->n - bottom->first;
  memmove(bottom->at, bottom->at + bottom->first, n * sizeof *bottom->at);
  bottom->first = 0;
  bottom->n = n;
}

/* Put "event" where it belongs in the sorted bottom. */
static inline void insert(struct md_bucket *bottom, struct md_event event) {
  if (bottom->n == bottom->room && bottom->first > bottom->n / 2)
    compact(bottom);
  append(bottom, event);
  size_t i = bottom->n - 1;
  for (; i > bottom->first && bottom->at[i - 1].key > event.key; i--)
    bottom->at[i] = bottom->at[i - 1];
  bottom->at[i] = event;
}

void lcm_md_events_begin(struct md_events *events) {
  *events = (struct md_events){0};
  events->levels = calloc(MD_LEVELS, sizeof *events->levels);
  if (!events->levels)
    abort();
}

void lcm_md_events_end(struct md_events *events) {
  free(events->bottom.at);
  for (int i = 0; events->levels && i < MD_LEVELS; i++)
    for (int k = 0; k < MD_DIGITS; k++)
      free(events->levels[i][k].at);
  free(events->levels);
  *events = (struct md_events){0};
}

/* Move all but the first instant of the bottom, which has become long, into
 * buckets. */
static void spill(struct md_events *events) {
  struct md_bucket *bottom = &events->bottom;
  const uint64_t key = bottom->at[bottom->first].key;
  size_t end = bottom->first;
  if (key == events->limit)
    return;
  while (end < bottom->n && bottom->at[end].key == key)
    end++;
  events->last = key;
  events->limit = key;
  for (size_t i = end; i < bottom->n; i++)
    drop(events, bottom->at[i]);
  bottom->n = end;
}

void lcm_md_events_put(struct md_events *events, double time, void *what) {
  struct md_event event = {.what = what};
  memcpy(&event.key, &time, sizeof time);
  events->n++;
  if (event.key > events->limit) {
    drop(events, event);
    return;
  }
  insert(&events->bottom, event);
  if (events->bottom.n - events->bottom.first > MANY)
    spill(events);
}

/* Return the first bucket that is not empty; put its level and digit into
 * "*level" and "*digit". */
static struct md_bucket *find_bucket(int *level, unsigned *digit,
                                     struct md_events *events) {
  for (int i = 0; i < MD_LEVELS; i++)
    for (unsigned k = 0; k < MD_DIGITS / 64; k++)
      if (events->filled[i][k]) {
        *level = i;
        *digit = 64 * k + (unsigned)__builtin_ctzll(events->filled[i][k]);
        return &events->levels[i][*digit];
      }
  return NULL;
}

/* Bring the events that come first to the bottom, which is empty. */
static void refill(struct md_events *events) {
  struct md_bucket *bottom = &events->bottom;
  bottom->first = bottom->n = 0;
  while (!bottom->n) {
    int level = 0;
    unsigned digit = 0;
    struct md_bucket *bucket = find_bucket(&level, &digit, events);
    const uint64_t below = (UINT64_C(1) << (8 * level)) - 1;
    const uint64_t base = bucket->at[0].key & ~below;
    const size_t n = bucket->n;
    events->filled[level][digit / 64] &= ~(UINT64_C(1) << (digit % 64));
    bucket->n = 0;
    events->last = base;
    if (!level || n <= FEW) {
      events->limit = base | below;
      for (size_t i = 0; i < n; i++)
        insert(bottom, bucket->at[i]);
      continue;
    }
    events->limit = base;
    for (size_t i = 0; i < n; i++)
      if (bucket->at[i].key == base)
        append(bottom, bucket->at[i]);
      else
        drop(events, bucket->at[i]);
  }
}

void *lcm_md_events_take(double *time, struct md_events *events) {
  if (!events->n)
    return NULL;
  if (events->bottom.first == events->bottom.n)
    refill(events);
  const struct md_event event = events->bottom.at[events->bottom.first++];
  events->n--;
  memcpy(time, &event.key, sizeof *time);
  return event.what;
}
