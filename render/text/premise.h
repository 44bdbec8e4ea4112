/* The premises of edits as text. */
#pragma once

#include "model/structure/structure.h"

/* Append the "n" premises of edits at "premises", by edit, under "title". */
void lcm_put_premises(lcm_buf *buf, const struct lcm_premise *premises,
                      size_t n, const char *title);
