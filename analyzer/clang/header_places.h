/* What the analysis of a unit depends on besides its source. */
#pragma once

#include "analyzer/request/request.h"

/* The directories where headers are searched, in order: those of flags, then
 * those of the system. */
struct lcm_header_places {
  const char **at;
  size_t n;
};

/* Return the places that the flags of "input" say. */
struct lcm_header_places
lcm_header_places_of(lcm_ctx *ctx, const struct lcm_unit_input *input);

/* Return what of "path" stands behind "place" and a slash; NULL where it is
 * not there. */
const char *lcm_header_place_behind(const char *path, const char *place);
