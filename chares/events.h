/* The queue of events of a simulation: what happens when, the earliest first,
 * and of the same instant what was put in first.  Times never go back, so that
 * events lie in buckets by the first byte in which they differ from the last
 * one taken, and only few are sorted at a time. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct md_event {
  uint64_t key; /* the bits of the time */
  void *what;
};

enum { MD_LEVELS = 8, MD_DIGITS = 256 };

/* Events in the order in which they came, or sorted. */
struct md_bucket {
  struct md_event *at;
  size_t first, n, room;
};

struct md_events {
  struct md_bucket bottom; /* sorted */
  uint64_t limit;          /* keys up to it belong into the bottom */
  uint64_t last;           /* no key is less */
  struct md_bucket (*levels)[MD_DIGITS];
  uint64_t filled[MD_LEVELS][MD_DIGITS / 64];
  size_t n;
};

/* Begin with no events; give all memory back. */
void lcm_md_events_begin(struct md_events *events);
void lcm_md_events_end(struct md_events *events);

/* Put "what" in at "time", which is not before that of the last event taken. */
void lcm_md_events_put(struct md_events *events, double time, void *what);

/* Take the first event; put its time into "*time".  NULL: there is none. */
void *lcm_md_events_take(double *time, struct md_events *events);
