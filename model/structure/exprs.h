/* The expressions and sections of a node, visited in one place: whoever asks
 * something of all of them need not list them, and sees new ones. */
#pragma once

#include "model/structure/node.h"

/* Which expressions of a node: those of its models; of its costs (flops, bytes,
 * costs, again); of its part of lcm_node.u but for sections; of `with`. */
enum {
  LCM_EXPRS_MODELS = 1,
  LCM_EXPRS_COSTS = 2,
  LCM_EXPRS_PART = 4,
  LCM_EXPRS_WITH = 8,
  LCM_EXPRS_ALL = 15
};

/* Called with an expression; true ends the visit. */
typedef bool (*lcm_expr_fn)(const lcm_expr *e, void *user);

/* Called with a section; true ends the visit. */
typedef bool (*lcm_section_fn)(const lcm_section *section, void *user);

/* Called with an expression; returns what is to stand in its place. */
typedef const lcm_expr *(*lcm_expr_map_fn)(const lcm_expr *e, void *user);

/* Call "fn" for the expressions "which" (LCM_EXPRS_..., added) of "node"
 * itself, without its children; return whether it ended the visit. */
bool lcm_node_exprs(const lcm_node *node, unsigned which, lcm_expr_fn fn,
                    void *user);

/* Call "fn" for what "node" reads and writes, and what its `depend` items name;
 * return whether it ended the visit. */
bool lcm_node_sections(const lcm_node *node, lcm_section_fn fn, void *user);

/* Call "fn" for the bounds, step and factor of "range"; return whether it ended
 * the visit. */
bool lcm_iteration_exprs(const lcm_iteration *range, lcm_expr_fn fn,
                         void *user);

/* Return "range" with the expressions that "fn" returns for its own. */
lcm_iteration lcm_iteration_map(const lcm_iteration *range, lcm_expr_map_fn fn,
                                void *user);

/* Return "section" with extents and ranges that "fn" maps; its element, and
 * what it may be instead, stay. */
lcm_section lcm_section_map(lcm_ctx *ctx, const lcm_section *section,
                            lcm_expr_map_fn fn, void *user);
