/* The nodes that messages become. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* A message: the call "ast", which sends it to "entry"; "processor" is where
 * that runs, NULL: not known; less: the round that this is one of, or NULL. */
struct lcm_chare_sending {
  const lcm_ast *ast;
  const struct lcm_chare_entry *entry;
  const lcm_expr *processor;
  const struct lcm_chare_round *less;
};

/* Return the call of the entry that gets "sending". */
lcm_node *lcm_chare_entry_call(struct lcm_lowering *l,
                               const struct lcm_chare_sending *sending);

/* Return the TASK that "sending" is. */
const lcm_node *lcm_chare_task(struct lcm_lowering *l,
                               const struct lcm_chare_sending *sending);

/* Return the TASK that a message of "ast" to the system is; "then" (may be
 * NULL) is what that leads to. */
const lcm_node *lcm_chare_system_task(struct lcm_lowering *l,
                                      const lcm_ast *ast, const lcm_node *then);

/* Return whether something that "sending" tells its entry, and that this reads,
 * differs from what the sender was told: the messages come to an end by it. */
bool lcm_chare_changes(struct lcm_lowering *l,
                       const struct lcm_chare_sending *sending);

/* Return a FRAGMENT at "ast" that computes for "seconds". */
lcm_node *lcm_chare_fragment(struct lcm_lowering *l, const lcm_ast *ast,
                             const lcm_expr *seconds);
