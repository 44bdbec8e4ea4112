/* Distributed tables. */
#pragma once

#include "chares/types.h"

/* Process "message" of a table. */
void lcm_md_table_message(md *m, md_message *message);
