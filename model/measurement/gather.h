/* Putting single values together to measurements of a fragment at a point. */
#pragma once

#include "model/measurement/internal.h"

/* Put "value" where it belongs: into the first repetition that has no value of
 * its metric. */
void lcm_gather(struct lcm_gathering *gathering, const struct lcm_value *value);

/* Return whether "metric" is one of our categories, or another time in seconds.
 */
bool lcm_metric_is_time(const char *metric);
