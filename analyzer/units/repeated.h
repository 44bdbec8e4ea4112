/* Constructs that several units have, of files that they include. */
#pragma once

#include "analyzer/request/request.h"

/* Leave each construct of an included file in one of the "n" units at "units":
 * in that of the file itself, with the clauses that it has there, if it is one
 * of them, otherwise in the first that has it with the same clauses. */
void lcm_units_drop_repeated(struct lcm_unit *units, size_t n, lcm_ctx *ctx);
