/* Handles of programs are made of structures, and read back. */
#pragma once

#include "api/lcm.h"
#include "model/structure/structure.h"

/* Make a handle for "program" of the context of a request, which may be freed
 * afterwards, in "*out". */
LCM_NODISCARD lcm_status lcm_api_keep_program(liblcm_program **out,
                                              const lcm_program *program);

/* Read the structure of "handle" into "*out" and find where its run begins. */
LCM_NODISCARD lcm_status lcm_api_enter_program(const lcm_program **out,
                                               lcm_ctx *ctx,
                                               const liblcm_program *handle);
