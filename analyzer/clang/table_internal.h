/* Structures and arrays with pointers in them. */
#pragma once

#include "analyzer/clang/ast_internal.h"

/* What is known of the structures of a file.
 * data     pointers to data are meant where "pointers to functions" stands
 *          below; those to constant characters, which are text, are left out
 * records  from a structure to whether pointers to functions are in it: 1: no,
 *          2: yes
 * names    from one with some to what lcm_table_pointee says of it
 * setters  functions of headers: 1: no setters, 2: they may set some
 * foreign  structures of the system that were met
 * copy     returns the syntax of the libclang cursor at "cursor" */
struct lcm_tables {
  bool data;
  lcm_ctx *ctx;
  struct lcm_syntax *syntax;
  lcm_map records;
  lcm_map names;
  lcm_map setters;
  lcm_map foreign;
  lcm_ast *(*copy)(void *user, const void *cursor);
  void *user;
};
