#pragma once

#include "analyzer/lower/control/internal.h"

/* Note the variables at file scope. */
void lcm_lower_globals(struct lcm_lowering *l);

/* Note the locals of "function" and which of them cannot be followed. */
void lcm_lower_locals(struct lcm_lowering *l, const lcm_ast *function);

/* Return whether the user gives "name" a value. */
bool lcm_lower_is_given(const struct lcm_lowering *l, const char *name);

/* Return the local called "name", or NULL. */
struct lcm_local *lcm_lower_local(struct lcm_lowering *l, const char *name);

/* Return the local with the key "key", or NULL. */
struct lcm_local *lcm_lower_local_of(struct lcm_lowering *l, const char *key);

/* Return the sizes, as in lcm_ast, of the variable "name" at file scope, and
 * put its key into "*key"; NULL where the file declares none. */
const long long *lcm_lower_declared(const char **key, struct lcm_lowering *l,
                                    const char *name);

/* Return the name that the value of the C variable "name" goes by: its own, or
 * "c.NAME" where that is reserved. */
const char *lcm_lower_name(struct lcm_lowering *l, const char *name);

/* Parse the C expression between the offsets "begin" and "end" of the file;
 * NULL, and nothing said, where it has no model. */
const lcm_expr *lcm_lower_expr(struct lcm_lowering *l, size_t begin,
                               size_t end);

/* Return the value that the declaration or assignment "ast" gives; NULL where
 * it gives none or one without a model. */
const lcm_expr *lcm_lower_value(struct lcm_lowering *l, const lcm_ast *ast);

/* As lcm_lower_expr for the text "text" of a clause. */
const lcm_expr *lcm_lower_clause(struct lcm_lowering *l, const char *text);

/* Return the text between the offsets "begin" and "end" of the file with its
 * macros expanded; NULL where there are none. */
const char *lcm_lower_expansion(struct lcm_lowering *l, size_t begin,
                                size_t end);

/* As lcm_lower_expansion, whatever variables the function has; the text as it
 * is, without superfluous blanks, where there are no macros. */
const char *lcm_lower_preprocessed(struct lcm_lowering *l, size_t begin,
                                   size_t end);

/* Return the names of the variables, "a, b", that "ast" reads, for readers;
 * NULL where there are none. */
const char *lcm_lower_reads(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the scope for expressions in comments. */
struct lcm_scope lcm_lower_scope(struct lcm_lowering *l);

/* Return the scope for expressions of C. */
struct lcm_scope lcm_lower_c_scope(struct lcm_lowering *l);

/* Return whether the declaration that the variable "ast" stands in says
 * `static`. */
bool lcm_lower_says_static(const struct lcm_lowering *l, const lcm_ast *ast);
