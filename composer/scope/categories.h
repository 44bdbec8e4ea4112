/* Room for the categories to which time goes: those of lcm and those that
 * programs declare. */
#pragma once

enum { LCM_MAX_CATS = 16 };
