#pragma once

#include "analyzer/clang/table_internal.h"

/* Return whether pointers to functions are in a value of the libclang type at
 * "type": itself, an array or a structure. */
bool lcm_table_has(struct lcm_tables *t, const void *type);

/* Return the structures with members that are pointers to functions that a
 * value of the libclang type at "type" points to, or has in it where it points
 * to them, "S;T"; NULL for none and where it is not to be changed. */
const char *lcm_table_pointee(struct lcm_tables *t, const void *type);

/* Return the name of all pointers of the canonical libclang type at "type" that
 * pointers point to: "*TYPE". */
const char *lcm_table_pool(struct lcm_tables *t, const void *type);

/* Return the name of all pointers to functions in the member that the libclang
 * cursor at "field" declares: "S.member". */
const char *lcm_table_member(struct lcm_tables *t, const void *field);

/* Return whether the function that the libclang cursor at "call" calls may set
 * pointers to functions in what it is given, as far as can be seen: false for
 * one of a header that does not. */
bool lcm_table_sets(struct lcm_tables *t, const void *call);

/* Note what the list of initializers at the libclang cursor "list" puts into
 * pointers to functions; "variable" is what it is the value of, NULL: a value
 * without a name. */
void lcm_table_read(struct lcm_tables *t, const void *list, lcm_ast *variable);

/* Note what the libclang declaration at "variable", which is "node" at file
 * scope, puts into such pointers; return whether it begins with a value. */
bool lcm_table_begins(struct lcm_tables *t, const void *variable,
                      lcm_ast *node);
