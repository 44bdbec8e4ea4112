/* The queue of events of a simulation. */
#include "chares/events.h"

#include <stdlib.h>

enum {
  LEAST = 16,
  FEW = 64,
  MANY = 512,
  FIRST_ROOM = 16,
  BLOCK = 1 << 14,
  CACHED = 8192
};

/* ---- memory -------------------------------------------------------------- */

/* Get chunks that nobody uses. */
static void get_chunks(struct md_events *events) {
  const size_t n = events->n_blocks++;
  struct md_chunk *block = aligned_alloc(64, BLOCK * sizeof *block);
  events->blocks =
      realloc(events->blocks, events->n_blocks * sizeof *events->blocks);
  if (!block || !events->blocks)
    abort();
  events->blocks[n] = block;
  for (size_t i = 0; i < BLOCK; i++)
    block[i].next = i + 1 < BLOCK ? &block[i + 1] : events->vacant;
  events->vacant = block;
}

/* Return a chunk without events. */
static inline struct md_chunk *take_chunk(struct md_events *events) {
  if (!events->vacant)
    get_chunks(events);
  struct md_chunk *chunk = events->vacant;
  events->vacant = chunk->next;
  chunk->next = NULL;
  chunk->n = 0;
  return chunk;
}

/* Give "chunk" back; return the one behind it. */
static inline struct md_chunk *give_chunk(struct md_events *events,
                                          struct md_chunk *chunk) {
  struct md_chunk *next = chunk->next;
  chunk->next = events->vacant;
  events->vacant = chunk;
  return next;
}

/* ---- buckets ------------------------------------------------------------- */

/* Add "event" to the end of "bucket". */
static inline void append(struct md_events *events, struct md_bucket *bucket,
                          struct md_event event) {
  struct md_chunk *tail = bucket->tail;
  if (!bucket->n) {
    bucket->head = bucket->tail = tail = take_chunk(events);
    bucket->differ = 0;
  } else if (tail->n == MD_CHUNK) {
    bucket->tail = tail->next = take_chunk(events);
    tail = bucket->tail;
  }
  tail->at[tail->n++] = event;
  bucket->differ |= event.key ^ bucket->head->at[0].key;
  bucket->n++;
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
  append(events, &events->levels[level][digit], event);
}

/* ---- the bottom ---------------------------------------------------------- */

/* Make room at the end of "bottom" of what was taken from its beginning. */
static void compact(struct md_sorted *bottom) {
  const size_t n = bottom->n - bottom->first;
  memmove(bottom->at, bottom->at + bottom->first, n * sizeof *bottom->at);
  bottom->first = 0;
  bottom->n = n;
}

/* Add "event" to the end of "bottom". */
static inline void push(struct md_sorted *bottom, struct md_event event) {
  if (bottom->n == bottom->room) {
    bottom->room = bottom->room ? 2 * bottom->room : FIRST_ROOM;
    bottom->at = realloc(bottom->at, bottom->room * sizeof *bottom->at);
    if (!bottom->at)
      abort();
  }
  bottom->at[bottom->n++] = event;
}

/* Put "event" where it belongs in the sorted bottom. */
static inline void insert(struct md_sorted *bottom, struct md_event event) {
  if (bottom->n == bottom->room && bottom->first > bottom->n / 2)
    compact(bottom);
  push(bottom, event);
  size_t i = bottom->n - 1;
  for (; i > bottom->first && bottom->at[i - 1].key > event.key; i--)
    bottom->at[i] = bottom->at[i - 1];
  bottom->at[i] = event;
}

/* Move all but the first instant of the bottom, which has become long, into
 * buckets. */
static void spill(struct md_events *events) {
  struct md_sorted *bottom = &events->bottom;
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

/* ---- all of it ----------------------------------------------------------- */

void lcm_md_events_begin(struct md_events *events) {
  *events = (struct md_events){0};
  events->levels = calloc(MD_LEVELS, sizeof *events->levels);
  if (!events->levels)
    abort();
}

void lcm_md_events_end(struct md_events *events) {
  for (size_t i = 0; i < events->n_blocks; i++)
    free(events->blocks[i]);
  free(events->blocks);
  free(events->bottom.at);
  free(events->levels);
  *events = (struct md_events){0};
}

/* Put "what" in at "time": where the buckets are empty and there is little else
 * into the bottom, which then reaches that far. */
void lcm_md_events_put(struct md_events *events, double time, void *what) {
  struct md_event event = {.what = what};
  memcpy(&event.key, &time, sizeof time);
  const size_t n = events->bottom.n - events->bottom.first;
  if (event.key > events->limit) {
    if (n < events->n++ || n > LEAST) {
      drop(events, event);
      return;
    }
    events->limit = event.key;
  } else
    events->n++;
  insert(&events->bottom, event);
  if (n >= MANY)
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

/* Divide "bucket", which is taken out and has many events, into smaller ones,
 * by the first byte in which they differ; what comes first of all may go to the
 * bottom. */
static void divide(struct md_events *events, struct md_bucket bucket) {
  const uint64_t differ = bucket.differ;
  const int bits = differ ? (71 - __builtin_clzll(differ)) / 8 * 8 : 0;
  const uint64_t below = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
  events->last = events->limit = bucket.head->at[0].key & ~below;
  for (struct md_chunk *at = bucket.head; at; at = give_chunk(events, at)) {
    if (at->next)
      __builtin_prefetch(at->next);
    for (uint32_t i = 0; i < at->n; i++) {
      if (bucket.n < CACHED)
        __builtin_prefetch(at->at[i].what);
      if (at->at[i].key == events->limit)
        push(&events->bottom, at->at[i]);
      else
        drop(events, at->at[i]);
    }
  }
}

/* Bring the events that come first to the bottom, which is empty. */
static void refill(struct md_events *events) {
  struct md_sorted *bottom = &events->bottom;
  bottom->first = bottom->n = 0;
  events->fresh = true;
  while (!bottom->n) {
    int level = 0;
    unsigned digit = 0;
    struct md_bucket *found = find_bucket(&level, &digit, events);
    const struct md_bucket bucket = *found;
    const uint64_t below = (UINT64_C(1) << (8 * level)) - 1;
    events->filled[level][digit / 64] &= ~(UINT64_C(1) << (digit % 64));
    found->n = 0;
    if (level && bucket.n > FEW) {
      divide(events, bucket);
      continue;
    }
    events->last = bucket.head->at[0].key & ~below;
    events->limit = events->last | below;
    for (struct md_chunk *at = bucket.head; at; at = give_chunk(events, at))
      for (uint32_t i = 0; i < at->n; i++)
        insert(bottom, at->at[i]);
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
