#pragma once

#include "analyzer/lower/access/access.h"

/* Put what the lvalue "ast" may be into "*out". */
void lcm_place_object(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ast);

/* Put what the pointer or array "ast" may point to into "*out". */
void lcm_place_pointee(struct lcm_objects *out, struct lcm_collection *c,
                       const lcm_ast *ast);

/* Let "object", to which a pointer points, be the "length" elements from the
 * one "index" behind it on (either NULL: any). */
void lcm_place_advance(struct lcm_lowering *l, struct lcm_object *object,
                       const lcm_expr *index, const lcm_expr *length);

/* Return the value of the text between "begin" and "end" inside a fragment: as
 * lcm_lower_expr, but variables that the fragment itself sets are replaced by
 * their values; NULL where one has none. */
const lcm_expr *lcm_place_expr(struct lcm_collection *c, size_t begin,
                               size_t end);

/* Return "e" (NULL for NULL) with the variables that the fragment sets replaced
 * likewise. */
const lcm_expr *lcm_place_settle(struct lcm_collection *c, const lcm_expr *e);

/* Return "object" as a section of elements of "size" bytes (0: unknown). */
lcm_section lcm_place_section(struct lcm_collection *c,
                              const struct lcm_object *object, long long size,
                              const lcm_ast *ast);

/* Return the bytes of the elements at which "object", what a pointer points to,
 * points; 0 where they are not known. */
long long lcm_place_element(struct lcm_lowering *l,
                            const struct lcm_object *object);

/* Put what the pointer variable "ref" may point to into "*out". */
void lcm_place_follow(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ref);

/* Return whether the pointer "ref" is never set but to memory that is new. */
bool lcm_place_is_new(struct lcm_collection *c, const lcm_ast *ref);

/* Return what `x = y = "value"` gives to all of them. */
const lcm_ast *lcm_place_value(const lcm_ast *value);

/* Add "object" to "out" unless it is there; where the file has many such lists
 * and "out" is long, say instead that it is not all. */
void lcm_place_add(struct lcm_lowering *l, struct lcm_objects *out,
                   const struct lcm_object *object);

/* Let "object", to which a pointer points, be somewhere there. */
void lcm_place_move(struct lcm_object *object);

/* Return whether the steps of "object" speak of variables. */
bool lcm_place_has_names(lcm_ctx *ctx, const struct lcm_object *object);
