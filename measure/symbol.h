/* Functions, files and lines of addresses, by other programs. */
#pragma once

#include "measure/profile_internal.h"

/* What is asked for lines where nothing better is there. */
#define PROFILE_SPARE_TOOL "addr2line"

/* Find out about all addresses of "raw", one run of a tool a module. */
lcm_status profile_symbols_find(struct profile_symbols *symbols,
                                const lcm_raw_file *raw);

/* Return what is known of "address" in "raw", NULL where it is in no module. */
const struct profile_spot *profile_symbol(struct profile_symbols *symbols,
                                          const lcm_raw_file *raw,
                                          uint64_t address);

/* Return whether no line is known of the addresses in user code. */
bool profile_symbols_lack_lines(const struct profile_symbols *symbols);

/* Return the address in the instruction that "site" or "sample" is about. */
uint64_t profile_site_address(const lcm_raw_site *site);
uint64_t profile_sample_address(const lcm_raw_sample *sample);

/* Return the function of the source that the symbol "name" is a part of
 * ("main" of "main._omp_fn.0"), NULL where that is not known. */
const char *profile_symbol_function(lcm_ctx *ctx, const char *name);
