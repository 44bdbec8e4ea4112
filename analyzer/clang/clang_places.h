/* Where in its file a piece of syntax stands. */
#pragma once

#include "analyzer/clang/tu.h"

struct lcm_places;

/* Return the places of the file of "tu", which must live as long. */
struct lcm_places *lcm_places_new(lcm_tu *tu);

/* Return the lines of the file of "places". */
struct lcm_lines *lcm_places_lines(struct lcm_places *places);

/* Put the extent of the libclang cursor at "cursor" into "node", whose kind and
 * name are known and which is to be a part of "parent" (NULL: of the file).
 * What another file says inside a function of this one stands, empty, where
 * that is included. */
void lcm_places_put(const struct lcm_places *places, lcm_ast *node,
                    const lcm_ast *parent, const void *cursor);

/* Put the offset at which the libclang cursor at "cursor" stands into
 * "*offset"; false where that is not plainly in the file. */
bool lcm_places_offset(const struct lcm_places *places, const void *cursor,
                       unsigned *offset);

/* Let "node", which is to be a part of "parent", have no extent yet if the one
 * of a libclang cursor of the kind "kind" may be told by that of its parts, and
 * return whether that is so: libclang takes long for each. */
bool lcm_places_wait(lcm_ast *node, const lcm_ast *parent, int kind);

/* As lcm_places_put, now that the parts of "node" are known. */
void lcm_places_put_late(const struct lcm_places *places, lcm_ast *node,
                         const lcm_ast *parent, const void *cursor);

/* Let "node", which the cursor at "cursor", of the kind "kind", wraps, be in
 * place only where that adds nothing to what is written. */
void lcm_places_wrap(const struct lcm_places *places, lcm_ast *node,
                     const void *cursor, int kind);
