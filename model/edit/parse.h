/* Reading a list of edits. */
#pragma once

#include "model/edit/core/step.h"

/* Return the word for "verb". */
const char *lcm_verb_word(lcm_verb verb);

/* Parse "[NAME [from BASE]:] VERB PLACE ... [; VERB PLACE ...]" into "*out".
 * What is wrong is diagnostic "syntax" at "--edit:1:column". */
LCM_NODISCARD lcm_status lcm_restructuring_parse(const lcm_restructuring **out,
                                                 lcm_ctx *ctx,
                                                 const char *text);
