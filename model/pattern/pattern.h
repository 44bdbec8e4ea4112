/* Patterns of messages between processors, recognised by their logical matrix
 * (Sinha 1994, 5.4): those of predicted runs and of measured ones. */
#pragma once

#include "model/pattern/matrix.h"

/* What the messages of a type look like; NEIGHBOURS: each goes the same
 * distance, not around. */
enum lcm_pattern_shape {
  LCM_PATTERN_NONE,
  LCM_PATTERN_BROADCAST,
  LCM_PATTERN_GATHER,
  LCM_PATTERN_RING,
  LCM_PATTERN_SHIFT,
  LCM_PATTERN_PAIRS,
  LCM_PATTERN_CHAIN,
  LCM_PATTERN_SEQUENCE,
  LCM_PATTERN_NEIGHBOURS,
  LCM_PATTERN_DOWN,
  LCM_PATTERN_UP,
  LCM_PATTERN_HEAP_DOWN,
  LCM_PATTERN_HEAP_UP,
  LCM_PATTERN_BINOMIAL_DOWN,
  LCM_PATTERN_BINOMIAL_UP,
  LCM_PATTERN_BUTTERFLY,
  LCM_PATTERN_ALL_TO_ALL
};

/* Return what "shape" is called; NULL: LCM_PATTERN_NONE. */
const char *lcm_pattern_name(enum lcm_pattern_shape shape);

/* Return the shape of "m", which has messages between two ranks once, and none
 * from a rank to itself; heap trees are told from others where "heaps". */
enum lcm_pattern_shape lcm_pattern_shape_of(lcm_arena *arena,
                                            const struct lcm_logical_matrix *m,
                                            bool heaps);
