/* Joins the sites of a raw file with the nodes of the sources. */
#pragma once

#include "measure/profile_internal.h"

/* Return what is recorded about node "i" of "file". */
struct profile_place
profile_place_of_node(lcm_ctx *ctx, const struct profile_file *file, size_t i);

/* Return what is recorded about a function: by the frame, else by the module,
 * of "spot", which may be NULL. */
struct profile_place profile_place_of_spot(struct profile_sources *sources,
                                           const struct profile_spot *spot,
                                           bool line);

/* Put into "*out" for each site of "raw" which places have what it spent. */
lcm_status profile_join(profile_parts **out, struct profile_sources *sources,
                        struct profile_symbols *symbols,
                        const lcm_raw_file *raw);
