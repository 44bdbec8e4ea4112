/* The options of loading, checked and read. */
#pragma once

#include "analyzer/load/load.h"
#include "api/lcm.h"

/* Put how "options" (may be NULL) want the "n" inputs at "inputs" read into
 * "*out". */
void lcm_api_load_options(struct lcm_load_options *out,
                          const char *const *inputs, size_t n,
                          const struct liblcm_load_options *options);

/* Return whether the "n" inputs at "inputs" and "options" (may be NULL) make
 * sense. */
bool lcm_api_check_load(const char *const *inputs, size_t n,
                        const struct liblcm_load_options *options);
