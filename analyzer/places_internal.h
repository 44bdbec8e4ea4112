/* Where in its file a piece of syntax stands. */
#ifndef LCM_ANALYZER_PLACES_INTERNAL_H
#define LCM_ANALYZER_PLACES_INTERNAL_H

#include "analyzer/tu_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lcm_places;

/* Return the places of the file of "tu", which must live as long. */
struct lcm_places *lcm_places_new(lcm_tu *tu);

/* Put the extent of the libclang cursor at "cursor" into "node", whose kind and
 * name are known and which is to be a part of "parent" (NULL: of the file).
 * What another file says inside a function of this one stands, empty, where
 * that is included. */
void lcm_places_put(struct lcm_places *places, lcm_ast *node,
                    const lcm_ast *parent, const void *cursor);

#ifdef __cplusplus
}
#endif

#endif
