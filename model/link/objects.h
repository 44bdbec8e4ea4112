/* What functions know of the objects that they are given: members that hold one
 * value in each object, from when it is made. */
#pragma once

#include "model/link/rewrite.h"
#include "model/link/settling.h"

/* Return whether the member "member" holds one value in all objects of all
 * ranks, which is known. */
typedef bool lcm_is_settled_fn(struct lcm_settling *s, const char *member);

/* Put into "out" what makes the others known: further parameters for the
 * functions that are given objects and read them, and LETs where objects are
 * made.  Functions say with the words I, J, K, M, a and c what they do to
 * objects (model/link/members.h); members that anything else may set are left
 * out, and functions that may be called with an object of which too little is
 * known. */
void lcm_objects_find(struct lcm_rewriting *out, struct lcm_settling *s,
                      lcm_is_settled_fn *is_settled);
