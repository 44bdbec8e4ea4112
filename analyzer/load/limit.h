/* Limits of a process that analyses C: a front end that does not end takes
 * neither the machine nor the user's time. */
#pragma once

#include <stdbool.h>

/* Limit what this process may use to analyse one unit, of processor time so
 * many "seconds" (0: the usual), or, with false, lift the limits. */
void lcm_limit_process(bool on, unsigned seconds);
