/* Runs on threads of this machine. */
#pragma once

#include "chares/types.h"

/* Run "run" on threads until it ends. */
void lcm_md_threads(struct md_run *run);
