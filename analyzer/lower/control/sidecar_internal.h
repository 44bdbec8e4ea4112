/* Sidecar files in the lowering of a file. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Read the sidecar files and take what they declare. */
void lcm_sidecars_read(struct lcm_lowering *l);

/* Bind the entries for lines and for whole functions to anchors. */
void lcm_sidecars_bind(struct lcm_lowering *l);

/* Return "body", the finished body of "function" whose syntax is "ast", with
 * what the entries for its nodes say. */
const lcm_node *lcm_sidecars_apply(struct lcm_lowering *l, const lcm_ast *ast,
                                   const lcm_node *body);
