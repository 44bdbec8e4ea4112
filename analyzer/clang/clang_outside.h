/* Variables at file scope that other files of a unit define, its headers. */
#pragma once

#include "analyzer/clang/clang_record.h"

/* Note what the libclang cursor at "variable" declares at file scope in another
 * file of the unit, if that may be followed. */
void lcm_outside_note(struct lcm_records *r, const void *variable);
