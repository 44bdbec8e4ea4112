/* Finds the node that a site of a raw file is about. */
#pragma once

#include "measure/profile_internal.h"

/* Begin to look things of "raw" up. */
void profile_look_begin(struct profile_look *look,
                        struct profile_sources *sources,
                        struct profile_symbols *symbols,
                        const lcm_raw_file *raw);

/* Return the spot of "site", NULL without. */
const struct profile_spot *profile_site_spot(const struct profile_look *look,
                                             uint32_t site);

/* Return the file of the innermost frame of "spot" that lies in the sources,
 * and put its line into "*line"; NULL where none does. */
const struct profile_file *profile_frame_file(struct profile_sources *sources,
                                              const struct profile_spot *spot,
                                              unsigned *line);

/* Return the construct of the program's that "site" is known as: itself, or
 * what is around it where the OpenMP library does not say where it is, or where
 * it is a part of that, as the loop of a `parallel for` and the barrier at the
 * end of a region. */
uint32_t profile_site_known(const struct profile_look *look, uint32_t site);

/* Return the node that the construct "site" is about. */
struct profile_site_node profile_site_node(const struct profile_look *look,
                                           uint32_t site);
