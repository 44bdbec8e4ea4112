/* What an lvalue denotes and a pointer, or a call that returns one, points to:
 * one recursion. */
#pragma once

#include "analyzer/lower/access/collection.h"
#include "analyzer/lower/access/object.h"

/* Put what the lvalue "ast" may be into "*out". */
void lcm_place_object(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ast);

/* Put what the pointer or array "ast" may point to into "*out". */
void lcm_place_pointee(struct lcm_objects *out, struct lcm_collection *c,
                       const lcm_ast *ast);

/* Put what the pointer variable "ref" may point to into "*out". */
void lcm_place_follow(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ref);

/* What the calls of a function of the file return pointers to. */
struct lcm_returned {
  struct lcm_objects objects; /* in terms of that function */
  bool fresh;                 /* memory that it has allocated */
  bool unknown;               /* other, unknown memory */
};

/* Return what the calls of the function "name" return, NULL where the file does
 * not define it, or it returns no pointer. */
const struct lcm_returned *lcm_points_returned(struct lcm_collection *c,
                                               const char *name);
