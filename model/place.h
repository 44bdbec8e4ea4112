/* Places of nodes: "FILE:FUNCTION/KIND#N", as sidecar files and measurements
 * name them. */
#ifndef LCM_MODEL_PLACE_H
#define LCM_MODEL_PLACE_H

#include "model/structure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Return the place of "node", which stands in "function": the file and name of
 * the function, the word of its kind, and its number among the nodes of that
 * kind there in preorder, from 1 (memory of "ctx"). */
const char *lcm_place_of(lcm_ctx *ctx, const lcm_function *function,
                         const lcm_node *node);

/* Return the node of "program" at "place", and put its function into
 * "*function"; NULL where there is none.  The file may be left out where one
 * function has that name, and is compared by the path it ends with; of
 * "FILE:FUNCTION" it is the body. */
const lcm_node *lcm_place_find(const lcm_function **function,
                               const lcm_program *program, const char *place);

#ifdef __cplusplus
}
#endif

#endif
