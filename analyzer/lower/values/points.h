#pragma once

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/control/internal.h"

/* Return whether "ast" is the call of a function that allocates memory, or of
 * one of the file that returns such memory. */
bool lcm_points_new(struct lcm_collection *c, const lcm_ast *ast);

/* Put what the call "ast" of a function of the file returns a pointer to into
 * "*out". */
void lcm_points_call(struct lcm_objects *out, struct lcm_collection *c,
                     const lcm_ast *ast);

/* Return the name by which other files know what the call "ast" returns a
 * pointer to, NULL where they do not define the function. */
const char *lcm_points_elsewhere(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the name by which other files know the pointer variable "ref", NULL
 * where they cannot set it. */
const char *lcm_points_shared(const lcm_ast *ref);

/* Note what pointers to data that other files see point to. */
void lcm_points_find(struct lcm_lowering *l);
