/* What statements read and write: what the files lower_access.c, lower_place.c,
 * lower_flow.c and lower_effect.c say to each other. */
#ifndef LCM_ANALYZER_ACCESS_INTERNAL_H
#define LCM_ANALYZER_ACCESS_INTERNAL_H

#include "analyzer/lower_internal.h"
#include "model/dependence.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LCM_MAX_OBJECTS = 4, LCM_MAX_STEPS = 12 };

/* An object, or what a pointer points to: then the last step has no length,
 * and the pointer points at its "lower" (NULL: somewhere in it), or it has the
 * field LCM_FIELD_ADDRESS.
 * base     the variable that it is a part of, or that points to it
 * through  it lies behind the pointer "base"
 * also     memory that a pointer on the way has been set to when it was new: a
 *          second name, beside the one that stands in the source
 * closed   all further steps are lost: it is the whole up to here
 * steps    into it, "n" of them
 * why      what is assumed where that is not exactly it; NULL for nothing */
struct lcm_object {
  const lcm_ast *base;
  bool through;
  bool also;
  bool closed;
  struct lcm_extent steps[LCM_MAX_STEPS];
  size_t n;
  const char *why;
};

/* What an expression may denote: none where nothing is known. */
struct lcm_objects {
  struct lcm_object at[LCM_MAX_OBJECTS];
  size_t n;
};

/* A collection of accesses under way.
 * begin, end  offsets of the fragment
 * inner   loops inside the fragment around the expression, outermost first;
 *         nest: with what is in them
 * priced  what a function from elsewhere touches, whose bytes are known
 * doubt   why the expression may not be executed, NULL where it is; what
 *         decides may differ in the iterations of the first "n_doubtful" of the
 *         loops "inner"
 * depth   of the expression that is being followed */
struct lcm_collection {
  struct lcm_lowering *l;
  lcm_section_list reads;
  lcm_section_list writes;
  LCM_LIST(lcm_iteration) inner;
  struct lcm_nest nest;
  unsigned begin;
  unsigned end;
  bool priced;
  const char *doubt;
  size_t n_doubtful;
  unsigned depth;
};

/* How an expression is used. */
enum lcm_mode {
  LCM_MODE_NONE = 0,
  LCM_MODE_READ = 1,
  LCM_MODE_WRITE = 2,
  LCM_MODE_UPDATE = 3
};

/* ---- places (lower_place.c) -----------------------------------------------
 */

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

/* Return the index of the subscript "ast", which a macro makes, as
 * lcm_place_expr (lower_index.c). */
const lcm_expr *lcm_place_macro_index(struct lcm_collection *c,
                                      const lcm_ast *ast);

/* ---- values (lower_flow.c) ------------------------------------------------
 */

/* Return the key under which the values of "place" are known: that of a
 * variable, else one for all pointers in members of its name, or in elements of
 * its array; NULL for no such place. */
const char *lcm_flow_key(struct lcm_lowering *l, const lcm_ast *place);

/* Return what the variable "key" is set to anywhere in the file: the first of
 * "*n" assignments, updates and declarations, each an lcm_ast *. */
const lcm_ast *const *lcm_flow_values(size_t *n, struct lcm_lowering *l,
                                      const char *key);

/* Return the function that the variable "key" is a parameter of, NULL for
 * none. */
const lcm_ast *lcm_flow_owner(struct lcm_lowering *l, const char *key);

/* Return whether "ast" is the call of a function that allocates memory. */
bool lcm_flow_allocates(const lcm_ast *ast);

/* ---- library functions (lower_effect.c) -----------------------------------
 */

/* Note what the call "ast" of a function that is not followed reads and writes
 * through its pointer arguments. */
void lcm_effect_note(struct lcm_collection *c, const lcm_ast *ast);

/* Note that "object" is used as "mode" says; "size": bytes of an element. */
void lcm_access_note(struct lcm_collection *c, const struct lcm_object *object,
                     enum lcm_mode mode, long long size, const lcm_ast *ast);

#ifdef __cplusplus
}
#endif

#endif
