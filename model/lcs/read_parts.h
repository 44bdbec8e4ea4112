/* Reading the parts of records of the text form: places, sections, ranges,
 * attributes. */
#pragma once

#include "model/lcs/internal.h"

/* Read `name[i, j]` into "*out". */
void lcs_instance(struct lcs *l, struct lcm_instance *out);

/* Read `i(from, to, step, *factor)` into "*out". */
void lcs_range(struct lcs *l, lcm_iteration *out);

/* Read a section with all its fields into "*out". */
void lcs_section(struct lcs *l, lcm_section *out);

/* Read attributes up to the end of the line or a brace. */
void lcs_attributes(struct lcs *l, const struct lcs_record *record);
