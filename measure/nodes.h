/* The nodes of the sources, by file and line. */
#pragma once

#include "measure/profile_internal.h"

/* Add the functions of "program" to "sources". */
lcm_status profile_sources_add(struct profile_sources *sources,
                               const lcm_program *program);

/* Return the file of "sources" that the compiler calls "path", or NULL. */
const struct profile_file *profile_file_find(struct profile_sources *sources,
                                             const char *path);

/* Return the number of the node of "file" that a site of "kind" in "line" is
 * about, or the number of nodes. */
size_t profile_node_of_site(const struct profile_file *file, uint32_t kind,
                            unsigned line);

/* Return node "i" of "file", or the team that it alone makes up: one construct
 * such as `parallel for`. */
size_t profile_node_combined(const struct profile_file *file, size_t i);

/* Return the innermost node of "file" at "line", or the number of nodes. */
size_t profile_node_at(const struct profile_file *file, unsigned line);

/* Return the innermost construct that divides work, a task or a team, that node
 * "i" of "file" is or lies in, or the number of nodes. */
size_t profile_node_construct(const struct profile_file *file, size_t i);

/* Return the only statement of "file" outside of constructs between the nodes
 * "before" and "behind" (SIZE_MAX: the begin or end of the function), or the
 * number of nodes. */
size_t profile_node_between(const struct profile_file *file, size_t before,
                            size_t behind);

/* Return the nodes of "file" of the kind that a construct "kind" of gcc's is,
 * in the function at "line" and not before that line: the one that "rank"
 * others precede, or the number of nodes. */
size_t profile_node_ranked(const struct profile_file *file, uint32_t kind,
                           unsigned line, size_t rank);

/* Return the innermost node of "file" around "line" that a site of "kind" may
 * be, or the number of nodes. */
size_t profile_node_around(const struct profile_file *file, uint32_t kind,
                           unsigned line);
