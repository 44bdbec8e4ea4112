/* Flags for libclang. */
#pragma once

#include "analyzer/request/request.h"

/* Where libclang finds our stand-in headers, a directory that need not be. */
#define LCM_STAND_IN_DIR "/lcm-stand-in"

/* The text of analyzer/include/omp.h (cmake/LcmEmbed.cmake). */
extern const char lcm_stand_in_omp[];
extern const char lcm_stand_in_mpi[];
extern const char lcm_stand_in_mpi_functions[];
extern const char lcm_stand_in_mpi_names[];

/* Put the flags with which libclang parses "input" into "*out" (memory of
 * "ctx"); return how many.  OpenMP is off, _OPENMP is defined, the directory
 * of our stand-in headers comes last. */
size_t lcm_parse_flags(const char *const **out, lcm_ctx *ctx,
                       const struct lcm_unit_input *input);
