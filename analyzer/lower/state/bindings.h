/* What pragmas, comments and sidecar files say, and of which statements. */
#pragma once

#include "analyzer/text/text.h"
#include "annotations/annotations.h"

/* An anchor's directives. */
typedef LCM_LIST(const lcm_directive *) lcm_directive_list;

struct lcm_bindings {
  /* active pragmas, by offset; those that a statement or block has claimed, and
   * the anchors of the statements that they govern */
  lcm_pragma_list pragmas;
  bool *claimed;
  size_t *pragma_anchor;
  /* of statements and, by the address of their "end", of the ends of blocks
   * that a use of a macro makes together with pragmas: the numbers of their
   * marks */
  lcm_map orders;
  /* what directives bind to, and the directives of each; "block" is where the
   * block being read begins */
  LCM_LIST(struct lcm_anchor) anchors;
  lcm_directive_list *on;
  unsigned block;
  const lcm_directive *directives;
  size_t n_directives;
  /* of the sidecar files */
  const struct lcm_sidecar_entry *entries;
  size_t n_entries;
};
