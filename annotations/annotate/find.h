/* Reads source files and their structures; finds the nodes that a fit names. */
#pragma once

#include "annotations/annotate/internal.h"

/* Add the file "name", compiled as "input" says, to "a". */
lcm_status annotate_add(struct annotate *a, const char *name,
                        const struct lcm_unit_input *input);

/* Return the name by which the user knows "file". */
const char *annotate_name(const struct annotate *a, const char *file);

/* Report the errors that the files have as they are. */
void annotate_report(struct annotate *a);

/* List the nodes of "program" in "out", "by_key" those that have a key. */
void annotate_list(annotate_place_list *out, lcm_map *by_key, lcm_ctx *ctx,
                   const lcm_program *program);

/* Return the place of "file" that "fragment" and "place", of a fit, name; NULL
 * for none. */
struct annotate_place *annotate_find(struct annotate *a,
                                     struct annotate_file *file,
                                     const char *fragment, const char *place);

/* Return whether "fragment", of a fit, lies in "file". */
bool annotate_is_in(const struct annotate_file *file, const char *fragment);
