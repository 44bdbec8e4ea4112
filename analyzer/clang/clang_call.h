/* Calls that are parallel constructs, as libclang finds them. */
#pragma once

#include "analyzer/clang/tu.h"

/* Put the calls of the file that are parallel constructs into "out"; with
 * "headers" those of included project files too. */
void lcm_tu_calls(lcm_construct_list *out, lcm_tu *tu, bool headers);
