/* Patterns of the messages of a program. */
#pragma once

#include "composer/predict/internal.h"

/* Put the patterns of the messages between the ranks of the program of "p" into
 * "*out"; return how many there are. */
size_t lcm_predictor_patterns(const struct lcm_pattern **out,
                              struct lcm_predictor *p);
