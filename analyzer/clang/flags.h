/* Flags for libclang, and the directories where headers are searched: what the
 * analysis of a unit depends on besides its source. */
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

/* Where libclang finds our stand-in headers, a directory that need not be. */
#define LCM_STAND_IN_DIR "/lcm-stand-in"

/* The text of analyzer/include/omp.h (cmake/LcmEmbed.cmake). */
extern const char lcm_stand_in_omp[];
extern const char lcm_stand_in_mpi[];
extern const char lcm_stand_in_mpi_functions[];
extern const char lcm_stand_in_mpi_names[];

/* Which flags that say what the machine is like count. */
enum lcm_flags_machine {
  LCM_FLAGS_ALL,
  LCM_FLAGS_TARGET_ALONE, /* which one it is, and nothing of what it can do */
  LCM_FLAGS_THIS_MACHINE  /* none of them */
};

/* Put the flags with which libclang parses "input" into "*out" (memory of
 * "ctx"); return how many.  OpenMP is off, _OPENMP is defined, the directory
 * of our stand-in headers comes last. */
size_t lcm_parse_flags(const char *const **out, lcm_ctx *ctx,
                       const struct lcm_unit_input *input,
                       enum lcm_flags_machine machine);

/* Return those flags of "input" that say what the machine is like, as a text;
 * with "target" also which one it is; NULL where there are none. */
const char *lcm_flags_of_machine(lcm_ctx *ctx,
                                 const struct lcm_unit_input *input,
                                 bool target);
