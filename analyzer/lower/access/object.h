/* Objects: what an expression denotes or a pointer points to, as a variable and
 * the steps from there. */
#pragma once

#include "analyzer/lower/state/lowering.h"

struct lcm_collection;

enum { LCM_FEW_OBJECTS = 4, LCM_MAX_STEPS = 12 };

/* An object, or what a pointer points to: then the last step has no length,
 * and the pointer points at its "lower" (NULL: somewhere in it), or it has the
 * field LCM_FIELD_ADDRESS. */
struct lcm_object {
  /* the variable that it is a part of, or that points to it */
  const lcm_ast *base;
  bool through; /* it lies behind the pointer "base" */
  /* several pointers lead to it: where the variable is named for the first and
   * the last of them; 0: "base" alone names it */
  unsigned low;
  unsigned high;
  /* memory that a pointer on the way has been set to when it was new: a second
   * name, beside the one that stands in the source */
  bool also;
  /* all further steps are lost: it is the whole up to here */
  bool closed;
  /* a pointer into a row of an array leads to it: its last subscripts are
   * counted from there, maybe beyond the row */
  bool viewed;
  /* other files may say what it is: as in lcm_section */
  const char *via;
  struct lcm_extent steps[LCM_MAX_STEPS]; /* into it, "n" of them */
  size_t n;
  /* so many steps say where the last pointer is kept that leads to it; "own":
   * to memory that was allocated for that alone */
  size_t loads;
  bool own;
  bool recast; /* a cast lets the pointer step by elements of another size */
  /* what is assumed where that is not exactly it; NULL for nothing */
  const char *why;
};

/* What an expression may denote, "n" objects: none where nothing is known. */
struct lcm_objects {
  struct lcm_object *at;
  size_t n;
  /* where "at" lies as long as there is room for it, so that this must not be
   * copied */
  struct lcm_object few[LCM_FEW_OBJECTS];
};

/* Why the members of a structure that are bit-fields are not told apart. */
extern const char LCM_WHY_BITS[];

/* Let "out" be nothing that is known. */
static inline void lcm_place_nothing(struct lcm_objects *out) {
  out->at = out->few;
  out->n = 0;
}

/* Let "out" be the variable "ref". */
static inline void lcm_place_only(struct lcm_objects *out, const lcm_ast *ref) {
  lcm_place_nothing(out);
  out->at[0] = (struct lcm_object){.base = ref};
  out->n = 1;
}

/* Let "object" be all of what it is so far, for the reason "why". */
void lcm_object_close(struct lcm_object *object, const char *why);

/* Add the step "step" to "object"; one too many makes it inexact. */
void lcm_object_step(struct lcm_object *object, struct lcm_extent step);

/* Let "object", to which a pointer points, be somewhere there. */
void lcm_place_move(struct lcm_object *object);

/* Let "object", which is found in terms of another function, speak of none of
 * the variables there: it is somewhere in what these chose from. */
void lcm_place_leave(lcm_ctx *ctx, struct lcm_object *object);

/* Add "object" to "out" unless it is there; where the file has many such lists
 * and "out" is long, say instead that it is not all. */
void lcm_place_add(struct lcm_lowering *l, struct lcm_objects *out,
                   const struct lcm_object *object);

/* Let "object", to which a pointer points, be the "length" elements from the
 * one "index" behind it on (either NULL: any). */
void lcm_place_advance(struct lcm_lowering *l, struct lcm_object *object,
                       const lcm_expr *index, const lcm_expr *length);

/* Return whether the steps of "object" speak of variables. */
bool lcm_place_has_names(lcm_ctx *ctx, const struct lcm_object *object);

/* Put the "n" values "by" for the names in the steps of "object", of which a
 * NULL is not known. */
void lcm_place_put(lcm_ctx *ctx, struct lcm_object *object,
                   const struct lcm_subst *by, size_t n);

/* Let what "out" points to be "by" elements further on. */
void lcm_object_shift(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_expr *by);

/* Put the offsets where the variable of "object" is named into "*low" and
 * "*high": the first and the last. */
void lcm_object_named(unsigned *low, unsigned *high,
                      const struct lcm_object *object);

/* Return the number of the last member among the steps of "object"; the number
 * of its steps where there is none. */
size_t lcm_object_last_field(const struct lcm_object *object);

/* Return the bytes of the elements at which "object", what a pointer points to,
 * points; 0 where they are not known. */
long long lcm_place_element(struct lcm_lowering *l,
                            const struct lcm_object *object);

/* Return "object" as a section of elements of "size" bytes (0: unknown). */
lcm_section lcm_place_section(struct lcm_collection *c,
                              const struct lcm_object *object, long long size,
                              const lcm_ast *ast);
