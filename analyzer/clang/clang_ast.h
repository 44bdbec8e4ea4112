/* The syntax tree of a file, copied from libclang. */
#pragma once

#include "analyzer/clang/tu.h"

/* Return the syntax of the file. */
struct lcm_syntax *lcm_tu_syntax(lcm_tu *tu);
