/* Putting single values together to measurements of a fragment at a point. */
#pragma once

#include "base/map.h"
#include "model/measurement/measurement_internal.h"

/* A value of a metric. */
struct lcm_value {
  const char *fragment; /* interned; "<root>" is the whole run */
  const lcm_binding *params;
  size_t n_params;
  const char *metric; /* interned: a category, or a field such as "elapsed" */
  double value;
  unsigned line;
};

/* How many values of a metric there are. */
struct lcm_metric_count {
  const char *metric;
  size_t n;
};

/* Measurements of one fragment at one point: where its repetitions are in the
 * reading, and how many values there are of each metric. */
struct lcm_cell_of_values {
  LCM_LIST(size_t) records;
  LCM_LIST(struct lcm_metric_count) counts;
};

/* Values that are put together to measurements. */
struct lcm_gathering {
  struct lcm_reading *reading;
  /* fragments at points, with the measurements there: numbers of repetitions in
   * "reading" */
  LCM_LIST(struct lcm_cell_of_values) cells;
  lcm_map index; /* from the text of a cell to its number */
};

/* Put "value" where it belongs: into the first repetition that has no value of
 * its metric. */
void lcm_gather(struct lcm_gathering *gathering, const struct lcm_value *value);

/* Return whether "metric" is one of our categories, or another time in seconds.
 */
bool lcm_metric_is_time(const char *metric);
