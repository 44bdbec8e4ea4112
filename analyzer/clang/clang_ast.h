#pragma once

#include "analyzer/clang/tu_internal.h"

/* Return the syntax of the file. */
struct lcm_syntax *lcm_tu_syntax(lcm_tu *tu);
