/* The OpenMP pragmas of a file, also those that macros make. */
#pragma once

#include "analyzer/clang/tu.h"

/* Put the pragmas of the file, written in it or made by macros, active or not,
 * by offset, into "found"; those of included files into "headers": of those of
 * "parts", or of all files of the project where that is NULL. */
void lcm_tu_pragmas(lcm_pragma_list *found, lcm_pragma_list *headers,
                    lcm_tu *tu, const struct lcm_part_list *parts);
