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

/* Let "out" be the variable "ref". */
static inline void lcm_place_only(struct lcm_objects *out, const lcm_ast *ref) {
  lcm_place_nothing(out);
  out->at[0] = (struct lcm_object){.base = ref};
  out->n = 1;
}

/* What a variable holds at some place: what "set" gives it (NULL: the caller of
 * the function, of which it is a parameter), and "more". */
struct lcm_held {
  const lcm_ast *set;
  const lcm_expr *more;
};

/* Note that "object" is used as "mode" says; "size": bytes of an element. */
void lcm_access_note(struct lcm_collection *c, const struct lcm_object *object,
                     enum lcm_mode mode, long long size, const lcm_ast *ast);

/* Put what the statements from "first" to "last" read and write into
 * "node". */
void lcm_lower_accesses(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *first, const lcm_ast *last);

/* Add what the statement "ast", which gives numbers values, reads and writes to
 * "node": but for numbers of the function that no team shares. */
void lcm_lower_values(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast);

/* Add what the arguments of the call "call" read to "node", which is that: but
 * for numbers of the function. */
void lcm_lower_arguments(struct lcm_lowering *l, lcm_node *node,
                         const lcm_ast *call);

/* Add the elements of arrays and the members of structures that "part", a part
 * of the header of the loop "node", reads to what that reads, and, where each
 * round repeats the part, what it writes beside the index. */
void lcm_lower_header_touch(struct lcm_lowering *l, lcm_node *node,
                            const lcm_ast *part, bool repeated);

/* Add "reads" and "writes" to what "node" reads and writes. */
void lcm_lower_touch(struct lcm_lowering *l, lcm_node *node,
                     const lcm_section_list *reads,
                     const lcm_section_list *writes);

/* Return the section of the C lvalue between "begin" and "end", whose syntax
 * is "ast"; datum NULL where it is none. */
lcm_section lcm_lower_place(struct lcm_lowering *l, const lcm_ast *ast);
