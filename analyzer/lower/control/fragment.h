/* Fragments: plain code with what it costs and accesses. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Add a fragment for what "ast" costs and accesses beside its calls, if that is
 * anything (reads of scalars alone: with "scalars"). */
void lcm_lower_remainder(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *ast, bool scalars);

/* Return the fragment that the statements from "first" to "last" are; where
 * edits are announced with what it is without (lcm_node.whole), if that
 * differs: its time is that of the program. */
lcm_node *lcm_fragment_of(struct lcm_lowering *l, const lcm_ast *first,
                          const lcm_ast *last);

/* Return the fragment that the statements from "first" to "last" are where no
 * edits are announced. */
const lcm_node *lcm_fragment_plain(struct lcm_lowering *l, const lcm_ast *first,
                                   const lcm_ast *last);

/* An analysis as if no edits were announced. */
struct lcm_plainly {
  const struct lcm_analyze_options *options; /* that it is otherwise by */
  struct lcm_analyze_options plain;
};

/* Return whether the structure is for edits. */
bool lcm_edits_are_kept(const struct lcm_lowering *l);

/* Analyze as if no edits were announced, until lcm_plainly_end; what was read
 * last is not taken again, since names may stand for something else. */
void lcm_plainly_begin(struct lcm_plainly *plainly, struct lcm_lowering *l);
void lcm_plainly_end(struct lcm_plainly *plainly, struct lcm_lowering *l);

/* Let "*node", where that is the call "ast", also one of MPI, read what its
 * arguments do. */
void lcm_fragment_touch(struct lcm_lowering *l, const lcm_node **node,
                        const lcm_ast *ast);
