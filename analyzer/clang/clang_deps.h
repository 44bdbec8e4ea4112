/* The files that a parsed file depends on. */
#pragma once

#include "analyzer/clang/tu.h"

/* Put the files that the parsed file "tu" read, and those that it would have
 * read had they been there, into "*out"; return their number. */
size_t lcm_tu_dependencies(const struct lcm_dependency **out, lcm_tu *tu);
