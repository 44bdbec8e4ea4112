#pragma once

#include "model/edit/edit.h"

/* Return a place for "verb" in "program" that means "target": "FILE:LINE" where
 * that means nothing else, or as lcm_place_of. */
const char *lcm_edit_place(lcm_ctx *ctx, const lcm_program *program,
                           lcm_verb verb, const struct lcm_edit_target *target);
