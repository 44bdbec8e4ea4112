/* Tables of functions that nothing changes. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Let calls of entries of such tables be calls of the functions themselves. */
void lcm_tables_settle(struct lcm_lowering *l);
