/* What the table of MPI says of a call and its arguments. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the function of MPI that "ast" calls, unless the file itself defines
 * it; NULL for none. */
const struct lcm_mpi_function *lcm_call_mpi(const struct lcm_lowering *l,
                                            const lcm_ast *ast);

/* Return whether "ast" calls a function of MPI that is modelled and not local
 * to its rank. */
bool lcm_call_is_message(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return why the call "ast" of a function of MPI has no model; NULL where it
 * has one, or is none. */
const char *lcm_message_oddity(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the role (model/structure/mpi.def) that "address", `&x`, has as an
 * argument of a function of MPI; 0 for none. */
char lcm_message_role(const struct lcm_lowering *l, const lcm_ast *address);

/* Return whether "address", `&x` or an array, is an argument that a function of
 * MPI only reads behind. */
bool lcm_message_reads(const struct lcm_lowering *l, const lcm_ast *address);
