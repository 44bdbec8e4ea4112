/* Results for people: tables, charts of text, pictures. */
#pragma once

#include "model/machine/calibration.h"
#include "model/measurement/profile.h"
#include "model/measurement/validation.h"
#include "model/results/advice.h"
#include "model/results/costs.h"
#include "model/results/prediction.h"
#include "model/results/scalability.h"
#include "model/structure/construct.h"
#include "model/structure/structure.h"

typedef enum lcm_format {
  LCM_FORMAT_TEXT,
  LCM_FORMAT_JSON,
  LCM_FORMAT_CSV,
  LCM_FORMAT_TSV
} lcm_format;

/* How text looks.
 * colour  use terminal colours
 * width   of the terminal in columns; 0: 80 */
struct lcm_style {
  bool colour;
  unsigned width;
};

/* A point of a sweep.
 * whole   the record of one run of it
 * shares  of its categories in the total, over all runs
 * elapsed, half   the middle of the runs, and the half-width of its interval
 * runs    how many there are
 * flags   of all of them */
struct lcm_swept {
  const lcm_measurement *whole;
  const double *shares;
  double elapsed;
  double half;
  size_t runs;
  const char *flags;
};

/* What a picture shows.
 * prediction   one with occurrences; NULL draws the bare structure
 * point        which point of it
 * fold         fold subtrees below this share of the time; 0: none
 * most         show at most so many shapes: what is on the critical path and
 *              what takes most of the time first; 0: any number
 * depth        fold what is nested deeper than so many levels; 0: nothing
 * unfold       "n_unfold" places, whose parts are shown in any case:
 *              "file.c:42", or the name of a function or fragment
 * links        prefix of source links ("file://...", "" for relative); NULL:
 *              none
 * title        or NULL */
struct lcm_picture {
  const lcm_program *program;
  const lcm_prediction *prediction;
  size_t point;
  double fold;
  size_t most;
  unsigned depth;
  const char *const *unfold;
  size_t n_unfold;
  const char *links;
  const char *title;
};
