/* Which statement each directive speaks of. */
#pragma once

#include "annotations/directive.h"

/* Bind the "n" directives at "directives" (of one file, in source order) to
 * the "n_anchors" anchors at "anchors" (in preorder) by the rules of
 * docs/reference/comments.md, into "bound", one for each directive.  `begin`
 * without `end` in its block and the reverse, ranges that cross, a directive
 * with nothing to bind to, two models of one category at one place, `prob`
 * before what is no branch, `count` before what is no loop: diagnostics. */
LCM_NODISCARD lcm_status lcm_directives_bind(struct lcm_binding_result *bound,
                                             lcm_ctx *ctx,
                                             const lcm_directive *directives,
                                             size_t n,
                                             const struct lcm_anchor *anchors,
                                             size_t n_anchors);
