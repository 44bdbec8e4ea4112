/* Runs on simulated processors. */
#pragma once

#include "chares/types.h"

/* Simulate "run" until it ends. */
void lcm_md_simulate(struct md_run *run);
