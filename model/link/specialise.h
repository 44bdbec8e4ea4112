/* Functions of their own for what they are passed, so that calls through
 * pointers are calls of functions. */
#pragma once

#include "model/structure/structure.h"

/* Return "program" with a function of its own for each different list of
 * functions that its functions are passed and call: "f[g]" is f where its
 * pointer is g, and what it calls through the pointer is a call of g.  Those of
 * which nothing is left that calls them are kept only when "all".  Calls
 * through other pointers are calls of what these may hold; "whole": the run
 * begins in main.  A call that is resolved wherever it is reached is no longer
 * reported as one that is not modelled. */
const lcm_program *lcm_program_specialise(lcm_ctx *ctx,
                                          const lcm_program *program, bool all,
                                          bool whole);
