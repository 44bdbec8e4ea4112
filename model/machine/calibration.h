/* From samples of what a machine does to its description (lcm-machine/1). */
#pragma once

#include "base/ctx.h"

/* What samples say of a quantity. */
struct lcm_estimate {
  double value; /* around which they cluster */
  double half;  /* half-width of the 90 % interval of value */
  size_t n;     /* how many samples */
  bool noisy;   /* they do not cluster much, or the interval is wide */
};

/* One quantity that was measured: "what" with p threads or ranks and m bytes
 * (0: none). */
struct lcm_calibration_point {
  const char *what;
  double p;
  double m;
  struct lcm_estimate is;
};

/* What is known about the machine besides. */
struct lcm_calibration_fact {
  const char *name;
  const char *value;
};

/* Measurements being collected. */
typedef struct lcm_calibration lcm_calibration;

/* Return measurements without any. */
lcm_calibration *lcm_calibration_new(lcm_ctx *ctx);

/* Add what the "len" bytes at "text" hold, named "file" in diagnostics: samples
 * (the output of the measuring programs) or a description with measurements of
 * its own.  More samples of one quantity come together; of what a description
 * has measured too, what is added later counts.  "*whole" says whether samples
 * end as they should. */
LCM_NODISCARD lcm_status lcm_calibration_add(lcm_calibration *calibration,
                                             const char *file, const char *text,
                                             size_t len, bool *whole);

/* Return the value of the fact "name", or NULL. */
const char *lcm_calibration_fact(const lcm_calibration *calibration,
                                 const char *name);

/* Return the estimates of all that was measured, in the order of the first
 * samples, and put their number into "*n". */
const struct lcm_calibration_point *
lcm_calibration_points(size_t *n, lcm_calibration *calibration);

/* A cost of the description. */
struct lcm_calibrated {
  const char *name; /* name, text: "fork", "3.1e-07 + 1.2e-07*(p - 1)" */
  const char *text;
  /* values of the cost as measured, n of them */
  const struct lcm_calibration_point *points;
  size_t n;
  /* by which share of itself the text is off at most at one of them, the
   * interval of the point included; INFINITY where one is 0 */
  double error;
  bool noisy; /* a point of it is */
  bool tiny;  /* not to be told from 0: the default stays */
};

/* A level of the memory hierarchy as measured; "socket" is 0 where a level
 * belongs to one core, "size" that of memory, the others where they were not
 * measured; "lifted": more than one core together moved less than one alone,
 * which is then what the socket has. */
struct lcm_calibrated_level {
  const char *name;
  double size;
  double shared_by;
  struct lcm_estimate core;
  struct lcm_estimate socket;
  struct lcm_estimate latency; /* of an access that waits for the one before */
  struct lcm_estimate gather;  /* of one at a place that nobody foresees */
  bool lifted;
};

/* A machine as measured. */
typedef struct lcm_calibrated_machine {
  const struct lcm_calibrated *costs;
  size_t n_costs;
  const struct lcm_calibrated_level *levels;
  size_t n_levels;
  double clock; /* of a core that computes, in GHz; 0: not measured */
  double tlb;   /* bytes whose pages it has at hand; 0: not measured */
} lcm_calibrated_machine;

/* Return the description, with the measurements it is made from. */
LCM_GIVE char *lcm_calibration_to_json(lcm_calibration *calibration,
                                       const lcm_calibrated_machine *machine);
