/* The definitions of macros, from libclang. */
#pragma once

#include "analyzer/clang/tu.h"

/* Return the macro that the libclang cursor at "cursor" defines. */
const lcm_macro *lcm_tu_definition(const lcm_tu *tu, const void *cursor);

/* Return a table for the macros of the file, which "tu" must outlive. */
struct lcm_macro_table lcm_tu_macros(lcm_tu *tu);

/* Put the macro that the libclang cursor at "cursor" defines, in the file, a
 * header or by a flag, into "macros"; the last definition of a name counts. */
void lcm_tu_define(struct lcm_macro_table *macros, const void *cursor);
