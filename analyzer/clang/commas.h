/* Statements that commas join. */
#pragma once

#include "analyzer/clang/ast.h"

/* Let assignments that commas join, each `a = 1, b = 2;` of the functions at
 * "top" in the file "text", be statements of their own: no comment or directive
 * that speaks of them together stands before them. */
void lcm_commas_split(lcm_ast *top, const char *text, size_t len);
