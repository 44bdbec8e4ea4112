/* How members of libomp's dynamic loops take chunks from blocks of each
 * other. */
#include <math.h>

#include "composer/rules/block.h"
#include "composer/rules/steal.h"

/* How far a member is with its block: it has not come yet, has chunks that
 * others may take, or looks for some itself. */
enum { ABSENT, READY, THIEF };

struct lcm_stealing *lcm_stealing_new(lcm_arena *arena,
                                      const struct lcm_loop_schedule *d) {
  struct lcm_stealing *s = LCM_NEW(arena, struct lcm_stealing);
  const size_t k = (size_t)d->members;
  s->k = k;
  s->chunks = ceil(d->count / fmax(1, d->chunk));
  s->alone = k < 2 || s->chunks < (double)k;
  s->next = LCM_NEW_ARRAY(arena, double, k + 1);
  s->end = LCM_NEW_ARRAY(arena, double, k + 1);
  s->state = LCM_NEW_ARRAY(arena, unsigned char, k + 1);
  s->victim = LCM_NEW_ARRAY(arena, size_t, k + 1);
  return s;
}

/* Let member "m" have the block of member "of". */
static void take_block(struct lcm_stealing *s, size_t m, size_t of) {
  const struct lcm_block block =
      lcm_block_of(s->chunks, (double)s->k, (double)of);
  s->next[m] = block.from;
  s->end[m] = block.from + block.size;
  s->victim[m] = (of + 1) % s->k;
  s->state[m] = s->next[m] < s->end[m] ? READY : THIEF;
}

/* Return whether the member "m" has taken something from "from", which is a
 * quarter of what it has left, or one chunk of less than eight. */
static bool steal_from(struct lcm_stealing *s, size_t m, size_t from) {
  if (s->state[from] == ABSENT) {
    s->state[from] = THIEF;
    take_block(s, m, from);
    return s->state[m] == READY;
  }
  const double left = s->end[from] - s->next[from];
  if (s->state[from] != READY || left <= 0) {
    s->victim[m] = (from + 1) % s->k;
    return false;
  }
  const double n = left > 7 ? floor(left / 4) : 1;
  s->end[m] = s->end[from];
  s->next[m] = s->end[from] = s->end[from] - n;
  s->victim[m] = from;
  s->state[m] = READY;
  return true;
}

/* Let member "m" look for somebody who has chunks left; return whether there
 * was one. */
static bool steal(struct lcm_stealing *s, size_t m) {
  s->state[m] = THIEF;
  for (size_t tries = 1; tries < s->k; tries++) {
    size_t from = s->victim[m];
    const size_t last = (from + s->k - 1) % s->k;
    while ((from == m || s->state[from] == THIEF) && from != last)
      from = (from + 1) % s->k;
    if (from != m && s->state[from] != THIEF && steal_from(s, m, from))
      return true;
  }
  return false;
}

bool lcm_stealing_take(double *chunk, struct lcm_stealing *s, size_t m) {
  if (s->alone) {
    *chunk = s->given++;
    return *chunk < s->chunks;
  }
  if (s->state[m] == ABSENT)
    take_block(s, m, m);
  if (s->next[m] >= s->end[m] && !steal(s, m))
    return false;
  *chunk = s->next[m]++;
  return true;
}
