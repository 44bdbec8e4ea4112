/* What a libclang cursor says by itself: kinds, operators, numbers. */
#pragma once

#include "analyzer/clang/ast.h"

/* Return our kind for the libclang cursor at "cursor", of the kind "kind". */
lcm_ast_kind lcm_cursor_kind(const void *cursor, int kind);

/* Return what the operator at "cursor", of the kind "kind", computes. */
lcm_ast_op lcm_cursor_operation(const void *cursor, int kind);

/* Put the whole number that the expression or variable at "cursor" has whenever
 * it is evaluated into "*out"; false where that is not known. */
bool lcm_cursor_number(long long *out, const void *cursor);

/* Return the range of the canonical type "type", a CXType, as in lcm_ast; 0
 * where it is not one of whole numbers. */
unsigned char lcm_cursor_range(const void *type);

/* Return the range of the member that is declared at "field", a CXCursor,
 * likewise: of a bit-field of its bits. */
unsigned char lcm_cursor_field(const void *field);
