/* Chunks that members take from blocks of each other: libomp's dynamic
 * schedule. */
#pragma once

#include "composer/rules/schedule.h"

/* Chunks in blocks, from which members that have none left take some. */
struct lcm_stealing {
  size_t k;             /* members */
  double chunks;        /* how many there are */
  bool alone;           /* too few for blocks: members take the next chunk */
  double given;         /* chunks taken where "alone" */
  double *next;         /* of each member: its next chunk */
  double *end;          /* behind its last one */
  unsigned char *state; /* how far it is */
  size_t *victim;       /* where it looks for others */
};

/* Return the chunks of "d", of which nobody has taken any. */
struct lcm_stealing *lcm_stealing_new(lcm_arena *arena,
                                      const struct lcm_loop_schedule *d);

/* Put the number of the chunk that member "m" takes next into "*chunk"; false
 * where it finds none, now and later. */
bool lcm_stealing_take(double *chunk, struct lcm_stealing *s, size_t m);
