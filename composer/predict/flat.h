/* Loops over several indices at once, as of `collapse`, and loops that go
 * down. */
#pragma once

#include "composer/scope/scope.h"

/* Return "program" where each loop over several indices whose body speaks of
 * one of them has one index instead: the number of the iteration of all of
 * them, from 0, of which the others are made; where how far one goes depends on
 * another, the first alone stays, and the others are a loop in it.  Loops whose
 * iterations threads share and whose index goes down have one that goes up, of
 * which the other is made.  "program" itself where there is none.  OpenMP 5.2,
 * section 4.4.3: the iterations are those of the nest in its order. */
const lcm_program *lcm_program_flat(lcm_ctx *ctx, const lcm_program *program);
