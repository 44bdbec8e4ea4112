/* Text of C as expressions: names, macros, constants and elements. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the name that the value of the C variable "name" goes by: its own, or
 * "c.NAME" where that is reserved. */
const char *lcm_lower_name(struct lcm_lowering *l, const char *name);

/* Parse the C expression between the offsets "begin" and "end" of the file;
 * NULL, and nothing said, where it has no model. */
const lcm_expr *lcm_lower_expr(struct lcm_lowering *l, size_t begin,
                               size_t end);

/* As lcm_lower_expr for the text "text" of a clause. */
const lcm_expr *lcm_lower_clause(struct lcm_lowering *l, const char *text);

/* As lcm_lower_clause, of text that stands at the offset "at", where its names
 * mean what they mean there. */
const lcm_expr *lcm_lower_text(struct lcm_lowering *l, const char *text,
                               size_t at);

/* Return the end of the use of the macro that stands at the offset "begin": of
 * its arguments, if any follow. */
size_t lcm_lower_use_end(const struct lcm_lowering *l, size_t begin);

/* Return the text between the offsets "begin" and "end" of the file with its
 * macros expanded; NULL where there are none. */
const char *lcm_lower_expansion(struct lcm_lowering *l, size_t begin,
                                size_t end);

/* As lcm_lower_expansion, whatever variables the function has; the text as it
 * is, without superfluous blanks, where there are no macros. */
const char *lcm_lower_preprocessed(struct lcm_lowering *l, size_t begin,
                                   size_t end);

/* Return the scope for expressions in comments. */
struct lcm_scope lcm_lower_scope(struct lcm_lowering *l);

/* Return the scope for expressions of C. */
struct lcm_scope lcm_lower_c_scope(struct lcm_lowering *l);

/* Return the value with which element "k" of the array that "ast" declares
 * begins, NULL where that is not known. */
const lcm_expr *lcm_elements_first(struct lcm_lowering *l, const lcm_ast *ast,
                                   size_t k);
