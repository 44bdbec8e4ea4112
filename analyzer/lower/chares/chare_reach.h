/* Which entries lead to which, by calls and messages. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* Return whether the call "ast", in "function", may send to "entry". */
bool lcm_chare_may_send(const struct lcm_lowering *l, const lcm_ast *function,
                        const lcm_ast *ast,
                        const struct lcm_chare_entry *entry);

/* Return whether executing "from" comes to execute "to" by calls alone. */
bool lcm_chare_calls(const struct lcm_lowering *l, const lcm_ast *from,
                     const lcm_ast *to);

/* Return whether executing "from" comes to execute "to", a function of the
 * file, by calls and messages, but for those that quiescence sends. */
bool lcm_chare_leads(const struct lcm_lowering *l, const lcm_ast *from,
                     const lcm_ast *to);

/* Return whether the call "ast", in "function", sends to an entry that leads
 * back to it. */
bool lcm_chare_is_round(const struct lcm_lowering *l, const lcm_ast *function,
                        const lcm_ast *ast,
                        const struct lcm_chare_entry *entry);

/* Note the messages of the file that come back to where they were sent from and
 * of which comments say how often. */
void lcm_chare_find_rounds(struct lcm_lowering *l);

/* Return the round that the call "ast" is, or NULL. */
const struct lcm_chare_round *lcm_chare_round_at(const struct lcm_lowering *l,
                                                 const lcm_ast *ast);
