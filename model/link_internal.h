/* What the files link*.c say to each other. */
#ifndef LCM_MODEL_LINK_INTERNAL_H
#define LCM_MODEL_LINK_INTERNAL_H

#include "model/structure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Put "program" into "*out" with its entry executed by a team of ranks, where
 * that sends messages between ranks. */
LCM_NODISCARD lcm_status lcm_program_rank(const lcm_program **out, lcm_ctx *ctx,
                                          const lcm_program *program);

#ifdef __cplusplus
}
#endif

#endif
