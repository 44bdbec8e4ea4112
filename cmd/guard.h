#pragma once

#include "cmd/command.h"

/* Run "body(user)" in a process of its own and return what it returns, so that
 * a C front end that dies or does not end takes nothing with it: that is a
 * diagnostic, and exit status 1. */
int command_guard(int (*body)(void *), void *user);

/* Limit what this process may use to analyse one unit, of processor time so
 * many "seconds" (0: the usual), or, with false, lift the limits. */
void command_limit(bool on, unsigned seconds);
