/* Printing a program as a PAMELA model. */
#pragma once

#include "pamela/types.h"

/* Return "program" as a PAMELA model; what that loses goes to "*losses"
 * (memory of "ctx").  Reading what was printed and printing it again gives the
 * same text. */
LCM_GIVE char *lcm_pamela_print(struct lcm_pamela_losses *losses, lcm_ctx *ctx,
                                const lcm_program *program);
