/* The files of the project that a unit includes and that hold functions. */
#pragma once
#include "analyzer/clang/tu.h"

/* Return the files of the project that "tu" includes and that are read with it,
 * in order: source files (called `.c`), and headers that define functions.
 * They live as long as "tu". */
struct lcm_part_list lcm_tu_parts(const lcm_tu *tu);

/* Return the headers of the project that "tu" includes and whose comments
 * declare something for who includes them.  They live as long as "tu". */
lcm_included_list lcm_tu_declaring(const lcm_tu *tu);

/* Return whether "file", a name as it is printed, is one of "parts". */
bool lcm_parts_have(const struct lcm_part_list *parts, const char *file);

/* Add the regions of the file "tu" that the preprocessor leaves out to those of
 * its "syntax". */
void lcm_tu_inactive(struct lcm_syntax *syntax, const lcm_tu *tu);
