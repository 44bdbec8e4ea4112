/* The interactive monitor of simulations written in C. */
#pragma once

#include "simulator/pam_internal.h"

/* Run the monitor with "prompt" until it is left. */
void lcm_pam_monitor(const char *prompt);
