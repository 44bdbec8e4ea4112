/* What actors do when, as viewers of traces show it: a row for each actor,
 * slices of time one behind the other, and arrows from one row to another. */
#pragma once

#include <stdint.h>

#include "base/ctx.h"
#include "base/list.h"

/* A row. */
struct lcm_track {
  const char *name; /* NULL: nothing is ever in it */
  size_t process;   /* process, number: which of which process */
  size_t number;
};

/* Processes, by number: each is shown as a group of rows. */
struct lcm_track_process {
  const char *name;
};

/* Something that is known of a slice; NULL ends a list of them. */
struct lcm_track_note {
  const char *key;
  const char *text;
  bool number; /* the text is that of a number */
};

enum { LCM_TRACK_NOTES = 4 };

/* Time in nanoseconds that an actor spends with something. */
struct lcm_track_slice {
  size_t track;
  uint64_t begin;
  uint64_t end;
  const char *name;
  const char *category;
  struct lcm_track_note notes[LCM_TRACK_NOTES];
  const void *what; /* what is executed: what flows are told by; or NULL */
  bool waits;       /* it is no work: the actor waits, or nothing is there */
};

/* A message: it leaves one row at "begin" and comes to another at "end". */
struct lcm_flow {
  const char *name;
  size_t from;
  uint64_t begin;
  size_t to;
  uint64_t end;
  const void *what; /* what sends it, as in slices; or NULL */
  /* where one slice ends and another begins, it is of the later one: that is
   * known of traces, in which events are in order */
  bool later;
};

/* All of it; slices of a row in the order of their time. */
typedef struct lcm_tracks {
  LCM_LIST(struct lcm_track_process) processes;
  LCM_LIST(struct lcm_track) rows;
  LCM_LIST(struct lcm_track_slice) slices;
  LCM_LIST(struct lcm_flow) flows;
} lcm_tracks;

/* Return "seconds" as nanoseconds, rounded, so that what ends where something
 * else begins does so in any viewer. */
uint64_t lcm_track_time(double seconds);

/* Add a slice, unless it is shorter than can be shown. */
void lcm_tracks_add(lcm_tracks *tracks, lcm_ctx *ctx,
                    const struct lcm_track_slice *slice);

/* Write "tracks" to "file", as its name asks for: as TrackEvents of Perfetto
 * where it ends in .pftrace or .perfetto-trace, else as Chrome trace JSON.
 * Flows are moved into the slices that send and receive them. */
LCM_NODISCARD lcm_status lcm_tracks_write(lcm_ctx *ctx, lcm_tracks *tracks,
                                          const char *file);

/* Return whether "file" is the name of a trace of Perfetto. */
bool lcm_tracks_is_perfetto(const char *file);
