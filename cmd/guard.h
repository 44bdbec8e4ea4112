/* A process of its own for a command, whose C front end may die. */
#pragma once

/* Run "body(user)" in a process of its own and return what it returns, so that
 * a C front end that dies or does not end takes nothing with it: that is a
 * diagnostic, and exit status 1.  "body" has SIGINT held back in its thread; a
 * second one ends it at once. */
int command_guard(int (*body)(void *), void *user);
