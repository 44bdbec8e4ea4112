/* What happens to the members of structures other than by their names. */
#pragma once

#include "analyzer/clang/ast.h"

/* What is known of the structures of a file. */
struct lcm_records {
  lcm_ctx *ctx;
  struct lcm_syntax *syntax;
  lcm_map keys; /* of their types */
};

/* Note that the value of the libclang cursor at "inner", which is "node" inside
 * "function", is converted to the type of the one at "outer". */
void lcm_records_convert(struct lcm_records *r, const void *outer,
                         const void *inner, const lcm_ast *node,
                         const lcm_ast *function);

/* Note that "node" inside "function", of the libclang type at "type", is an
 * argument of the call around it, or (where that is none) a reference. */
void lcm_records_use(struct lcm_records *r, const void *type,
                     const lcm_ast *node, const lcm_ast *function);

/* Note what the list of initializers at the libclang cursor "list", a part of
 * "node" inside "function", puts into members. */
void lcm_records_list(struct lcm_records *r, const void *list,
                      const lcm_ast *node, const lcm_ast *function);

/* Note what the members of the variable that the libclang cursor at "variable"
 * declares hold before the program runs. */
void lcm_records_variable(struct lcm_records *r, const void *variable);

/* Note that the libclang cursor at "field" declares a member, which may be one
 * of a union. */
void lcm_records_field(struct lcm_records *r, const void *field);
