/* The queue of events of a simulation: what happens when, the earliest first,
 * and of the same instant what was put in first.  Times never go back, so that
 * events lie in buckets by the first byte in which they differ from the last
 * one taken, and only few are sorted at a time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct md_event {
  uint64_t key; /* the bits of the time */
  void *what;
};

enum { MD_LEVELS = 8, MD_DIGITS = 256, MD_CHUNK = 15 };

/* Some events of a bucket, in the order in which they came: chunks are used
 * again at once, so that few of them stay in the cache. */
struct md_chunk {
  struct md_chunk *next;
  uint32_t n;
  struct md_event at[MD_CHUNK];
};

struct md_bucket {
  struct md_chunk *head, *tail;
  uint64_t differ; /* the bits in which keys differ from the first */
  size_t n;
};

/* Events that are sorted: those from "first" to "n". */
struct md_sorted {
  struct md_event *at;
  size_t first, n, room;
};

struct md_events {
  struct md_sorted bottom;
  uint64_t limit; /* keys up to it belong into the bottom */
  uint64_t last;  /* no key is less */
  struct md_bucket (*levels)[MD_DIGITS];
  uint64_t filled[MD_LEVELS][MD_DIGITS / 64];
  struct md_chunk *vacant;
  struct md_chunk **blocks; /* of chunks */
  size_t n_blocks;
  size_t n;
  bool fresh; /* the bottom was filled anew */
};

/* Begin with no events; give all memory back. */
void lcm_md_events_begin(struct md_events *events);
void lcm_md_events_end(struct md_events *events);

/* Put "what" in at "time", which is not before that of the last event taken. */
void lcm_md_events_put(struct md_events *events, double time, void *what);

/* Take the first event; put its time into "*time".  NULL: there is none. */
void *lcm_md_events_take(double *time, struct md_events *events);
