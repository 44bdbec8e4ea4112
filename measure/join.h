/* Joins the sites of a raw file with the nodes of the sources. */
#pragma once

#include "measure/profile_internal.h"

/* Put into "*out" for each site of "raw" which places have what it spent. */
lcm_status profile_join(profile_parts **out, struct profile_sources *sources,
                        struct profile_symbols *symbols,
                        const lcm_raw_file *raw);
