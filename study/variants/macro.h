/* Macros of a program that a name of -D may be meant for. */
#pragma once

#include "model/structure/structure.h"

/* Return the name of the macro in the files of "program", or what they include
 * beside themselves, that is "name" but for the case of letters, and "*at"
 * where it is defined; NULL where there is none. */
const char *lcm_macro_like(lcm_loc *at, lcm_ctx *ctx,
                           const lcm_program *program, const char *name);
