/* What operations weigh by the description of a machine. */
#pragma once

#include "cmd/command.h"

/* Return what operations weigh on "machine" (NULL: the default one), NULL where
 * its description does not say what one on whole numbers costs. */
const struct lcm_weights *command_weights(lcm_ctx *ctx,
                                          const lcm_machine *machine);
