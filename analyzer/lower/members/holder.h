/* Variables through which a function knows objects. */
#pragma once

#include "analyzer/lower/members/saying.h"

/* Say which variables of the function hold an object, a structure or a pointer
 * to one, and which calls alone give them one: words I, J, K, M, a and c of
 * model/link/members.h. */
void lcm_holders_say(struct lcm_saying *s);
