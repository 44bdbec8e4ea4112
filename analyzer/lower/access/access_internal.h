/* What statements read and write: what the files analyzer/lower/access/access.c, analyzer/lower/access/place.c,
 * analyzer/lower/values/flow.c and analyzer/lower/access/effect.c say to each other. */
#pragma once

#include "analyzer/lower/control/internal.h"
#include "model/sections/dependence.h"

enum { LCM_FEW_OBJECTS = 4, LCM_MAX_STEPS = 12 };

/* An object, or what a pointer points to: then the last step has no length,
 * and the pointer points at its "lower" (NULL: somewhere in it), or it has the
 * field LCM_FIELD_ADDRESS.
 * base     the variable that it is a part of, or that points to it
 * through  it lies behind the pointer "base"
 * also     memory that a pointer on the way has been set to when it was new: a
 *          second name, beside the one that stands in the source
 * closed   all further steps are lost: it is the whole up to here
 * via      other files may say what it is: as in lcm_section
 * steps    into it, "n" of them
 * why      what is assumed where that is not exactly it; NULL for nothing */
struct lcm_object {
  const lcm_ast *base;
  bool through;
  bool also;
  bool closed;
  const char *via;
  struct lcm_extent steps[LCM_MAX_STEPS];
  size_t n;
  const char *why;
};

/* What an expression may denote, "n" objects: none where nothing is known.
 * few  where "at" lies as long as there is room for it, so that this must not
 *      be copied */
struct lcm_objects {
  struct lcm_object *at;
  size_t n;
  struct lcm_object few[LCM_FEW_OBJECTS];
};

/* Let "out" be nothing that is known. */
static inline void lcm_place_nothing(struct lcm_objects *out) {
  out->at = out->few;
  out->n = 0;
}

/* A collection of accesses under way.
 * begin, end  offsets of the fragment
 * inner   loops inside the fragment around the expression, outermost first;
 *         nest: with what is in them
 * priced  what a function from elsewhere touches, whose bytes are known
 * keeps   name of a function that is called and may keep something from call to
 *         call, or speak with the world; NULL: none is
 * doubt   why the expression may not be executed, NULL where it is; what
 *         decides may differ in the iterations of the first "n_doubtful" of the
 *         loops "inner"
 * at      the expression in the fragment whose value is asked for, NULL: any
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
  const char *keeps;
  const char *doubt;
  size_t n_doubtful;
  const lcm_ast *at;
  unsigned depth;
};

/* How an expression is used. */
enum lcm_mode {
  LCM_MODE_NONE = 0,
  LCM_MODE_READ = 1,
  LCM_MODE_WRITE = 2,
  LCM_MODE_UPDATE = 3
};

/* ---- places (analyzer/lower/access/place.c) -----------------------------------------------
 */

/* Let "out" be the variable "ref". */
static inline void lcm_place_only(struct lcm_objects *out, const lcm_ast *ref) {
  lcm_place_nothing(out);
  out->at[0] = (struct lcm_object){.base = ref};
  out->n = 1;
}

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
 * lcm_place_expr (analyzer/lower/values/index.c). */
const lcm_expr *lcm_place_macro_index(struct lcm_collection *c,
                                      const lcm_ast *ast);

/* ---- what loops move (analyzer/lower/control/step.c) ---------------------------------------
 */

/* What a variable holds at some place: what "set" gives it (NULL: the caller of
 * the function, of which it is a parameter), and "more". */
struct lcm_held {
  const lcm_ast *set;
  const lcm_expr *more;
};

/* Put what the local variable "key" holds where "at", an expression of the
 * fragment, is executed into "*out": its value for `x++` and `++x`.  False
 * where that is not known for certain. */
bool lcm_step_back(struct lcm_held *out, struct lcm_collection *c,
                   const lcm_ast *at, const char *key);

/* Return the same as a number; NULL where that is not known. */
const lcm_expr *lcm_step_number(struct lcm_collection *c, const lcm_ast *at,
                                const char *key);

/* Return by how much the update "update" moves its variable, NULL where that
 * may differ from time to time. */
const lcm_expr *lcm_step_of(struct lcm_lowering *l, const lcm_ast *update);

/* ---- values (analyzer/lower/values/flow.c) ------------------------------------------------
 */

/* Return the key under which the values of "place" are known: that of a
 * variable, else one for all pointers in members of its name, or in elements of
 * its array; NULL for no such place. */
const char *lcm_flow_key(struct lcm_lowering *l, const lcm_ast *place);

/* Return what the variable "key" is set to anywhere in the file: the first of
 * "*n" assignments, updates and declarations, each an lcm_ast *. */
const lcm_ast *const *lcm_flow_values(size_t *n, struct lcm_lowering *l,
                                      const char *key);

/* Return the key under which the returns of the function "name" are known,
 * where it returns pointers to data. */
const char *lcm_flow_returned(struct lcm_lowering *l, const char *name);

/* Return what may tell other files where pointers point: the first of "*n"
 * variables at file scope that the file sets, each a reference or declaration,
 * and functions that return pointers. */
const lcm_ast *const *lcm_flow_givers(size_t *n, struct lcm_lowering *l);

/* Return whether a pointer, or a place that holds one, is set to the variable
 * "key" as it is. */
bool lcm_flow_is_copied(struct lcm_lowering *l, const char *key);

/* Return the function that the variable "key" is a parameter of, NULL for
 * none. */
const lcm_ast *lcm_flow_owner(struct lcm_lowering *l, const char *key);

/* Return whether "ast" is the call of a function that allocates memory. */
bool lcm_flow_allocates(const lcm_ast *ast);

/* ---- what calls return, and what other files set (analyzer/lower/values/points.c) ---------
 */

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

/* ---- what is only added to (analyzer/lower/access/added.c) --------------------------------
 */

/* Mark those of "writes", which the statements from "first" to "last" write,
 * that they only combine with something. */
void lcm_added_note(const struct lcm_lowering *l, lcm_section_list *writes,
                    const lcm_ast *first, const lcm_ast *last);

/* ---- what is set before it is used (analyzer/lower/values/sure.c) -------------------------
 */

/* Mark those variables of "writes" that the statements from "first" to "last"
 * set for certain, and those of "reads" that they use only when they have set
 * them. */
void lcm_sure_note(lcm_section_list *reads, lcm_section_list *writes,
                   const lcm_ast *first, const lcm_ast *last);

/* ---- library functions (analyzer/lower/access/effect.c) -----------------------------------
 */

/* Note what the call "ast" of a function that is not followed reads and writes
 * through its pointer arguments. */
void lcm_effect_note(struct lcm_collection *c, const lcm_ast *ast);

/* Note that "object" is used as "mode" says; "size": bytes of an element. */
void lcm_access_note(struct lcm_collection *c, const struct lcm_object *object,
                     enum lcm_mode mode, long long size, const lcm_ast *ast);
