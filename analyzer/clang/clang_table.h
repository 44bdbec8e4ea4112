/* Structures and arrays with pointers in them. */
#pragma once

#include "analyzer/clang/ast.h"

/* What is known of the structures of a file. */
struct lcm_tables {
  /* pointers to data are meant where "pointers to functions" stands below;
   * those to constant characters, which are text, are left out */
  bool data;
  lcm_ctx *ctx;
  struct lcm_syntax *syntax;
  /* from a structure to whether pointers to functions are in it: 1: no, 2:
   * yes; from one with some to what lcm_table_pointee says of it */
  lcm_map records;
  lcm_map names;
  /* functions of headers: 1: no setters, 2: they may set some */
  lcm_map setters;
  /* structures of the system that were met */
  lcm_map foreign;
  /* returns the syntax of the libclang cursor at "cursor" */
  lcm_ast *(*copy)(void *user, const void *cursor);
  void *user;
};

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
