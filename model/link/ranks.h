/* A team of ranks around the entry of programs that send messages. */
#pragma once

#include "model/structure/structure.h"

/* Put "program" into "*out" with its entry executed by a team of ranks, where
 * that sends messages between ranks. */
LCM_NODISCARD lcm_status lcm_program_rank(const lcm_program **out, lcm_ctx *ctx,
                                          const lcm_program *program);
