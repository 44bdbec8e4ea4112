/* The arguments of a call: their text, their values and what they point to. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return "text" of "n" bytes without white space around it, interned. */
const char *lcm_call_trimmed(struct lcm_lowering *l, const char *text,
                             size_t n);

/* The arguments of a call as text. */
typedef LCM_LIST(const char *) lcm_text_list;

/* Put the texts of the arguments of the call "ast", interned, into "out", which
 * is empty: also of one that a macro makes; none where they cannot be found. */
void lcm_call_texts(lcm_text_list *out, struct lcm_lowering *l,
                    const lcm_ast *ast);

/* Put where argument number "i" of the call "ast" stands in the text into
 * ends[0] and ends[1]; false where it does not. */
bool lcm_call_argument_text(size_t ends[2], const struct lcm_lowering *l,
                            const lcm_ast *ast, size_t i);

/* Put the arguments of the call "ast" into "node". */
void lcm_call_add_arguments(struct lcm_lowering *l, lcm_node *node,
                            const lcm_ast *ast);

/* Give the call "node" the sizes that "meaning" declares, if it is a call of
 * that function: one for each argument, or for each that is no pointer. */
void lcm_call_size(struct lcm_lowering *l, lcm_node *node,
                   const struct lcm_meaning *meaning);
