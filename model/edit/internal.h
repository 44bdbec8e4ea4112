/* Restructurings: what the files model/edit_*.c say to each other. */
#pragma once

#include "base/list.h"
#include "model/edit/edit.h"
#include "model/sections/dependence.h"

/* A node that an edit speaks of.
 * function  number of its function in the program
 * above     the "n_above" nodes around it, outermost first */
struct lcm_edit_spot {
  size_t function;
  const lcm_node *node;
  const lcm_node *const *above;
  size_t n_above;
};

typedef LCM_LIST(struct lcm_edit_spot) lcm_edit_spots;

/* A node and what comes in its place, NULL: nothing. */
struct lcm_edit_change {
  const lcm_node *old;
  const lcm_node *now;
};

/* An edit being made.
 * program   before it
 * force     what a dependence forbids is done all the same
 * at        of the construct that it is made of
 * changes   of its nodes
 * premises  so far, also of the edits before */
struct lcm_editing {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_edit_step *step;
  bool force;
  lcm_loc at;
  LCM_LIST(struct lcm_edit_change) changes;
  LCM_LIST(struct lcm_premise) premises;
};

/* ---- places (model/edit/place.c) ----------------------------------------------- */

/* Return whether something can be made of "spot". */
typedef bool (*lcm_edit_can_fn)(const struct lcm_edit_spot *spot);

/* Put the nodes at the place number "i" of the edit of which "can" says that
 * they can be meant into "*out"; none is diagnostic "edit-place", which says
 * that "what" is wanted and where some is. */
LCM_NODISCARD lcm_status lcm_edit_find(lcm_edit_spots *out,
                                       struct lcm_editing *e, size_t i,
                                       lcm_edit_can_fn can);

/* Return the node around "spot", NULL for the body of a function. */
const lcm_node *lcm_edit_parent(const struct lcm_edit_spot *spot);

/* Return the spot of the node around "spot", which has one. */
struct lcm_edit_spot lcm_edit_around(const struct lcm_edit_spot *spot);

/* Return the spot of child "i" of "spot" (memory of "ctx"). */
struct lcm_edit_spot lcm_edit_below(lcm_ctx *ctx,
                                    const struct lcm_edit_spot *spot, size_t i);

/* Return the place of "node" for people: "fft.c:42". */
const char *lcm_edit_at(lcm_ctx *ctx, const lcm_node *node);

/* Return what "node" is for people, with its article: "a parallel loop". */
const char *lcm_edit_noun(lcm_ctx *ctx, const lcm_node *node);

/* Return the number of "node" among the children of "parent". */
size_t lcm_edit_index(const lcm_node *parent, const lcm_node *node);

/* Return whether the members of one team execute "spot" together: nothing
 * between it and the team in its function divides them. */
bool lcm_edit_is_shared(const struct lcm_edit_spot *spot);

/* ---- callers (model/edit/caller.c) --------------------------------------------- */

/* One call of a function, or of one that calls it, of each sort; NULL: there is
 * none.
 * team    by all members of a team together
 * member  by one of them: in a parallel loop, a task, a branch, or a thread of
 *         a library
 * one     outside of all teams */
struct lcm_edit_callers {
  const lcm_node *team;
  const lcm_node *member;
  const lcm_node *one;
};

/* Put who calls the function number "function" into "*out". */
void lcm_edit_find_callers(struct lcm_edit_callers *out, struct lcm_editing *e,
                           size_t function);

/* Put whether the members of one team execute "spot" together, also because
 * they call its function, into "*shared", and note that as a premise.  Where
 * some do and others come alone: diagnostic "edit-place". */
LCM_NODISCARD lcm_status lcm_edit_sharing(bool *shared, struct lcm_editing *e,
                                          const struct lcm_edit_spot *spot);

/* Return whether "value" (may be NULL), in the function number "function", is
 * different in each thread of a team. */
bool lcm_edit_is_of_thread(struct lcm_editing *e, size_t function,
                           const lcm_expr *value);

/* ---- making (model/edit/kinds/make.c) ------------------------------------------------ */

/* Let "now" (NULL: nothing) come in the place of "old". */
void lcm_edit_change(struct lcm_editing *e, const lcm_node *old,
                     const lcm_node *now);

/* Note what has to hold for the edit: it is "proved", or assumed. */
void lcm_edit_premise(struct lcm_editing *e, bool proved, const char *fmt, ...)
    LCM_PRINTF(3, 4);

/* Report that the edit is forbidden at "node" because of what follows; with
 * "force" that is assumed not to matter, and LCM_OK. */
LCM_NODISCARD lcm_status lcm_edit_refuse(struct lcm_editing *e,
                                         const lcm_node *node, const char *fmt,
                                         ...) LCM_PRINTF(3, 4);

/* Report that the edit makes no sense at "node": diagnostic "edit-place". */
LCM_NODISCARD lcm_status lcm_edit_wrong(struct lcm_editing *e,
                                        const lcm_node *node, const char *fmt,
                                        ...) LCM_PRINTF(3, 4);

/* Call "fn" for "root" and all below it, until it returns another status than
 * LCM_OK. */
void lcm_edit_foreach(const lcm_node *root, lcm_visit_fn fn, void *user);

/* Return a copy of "node" that may be changed. */
lcm_node *lcm_edit_copy(struct lcm_editing *e, const lcm_node *node);

/* Return a copy of "node" and all below it. */
const lcm_node *lcm_edit_copy_all(struct lcm_editing *e, const lcm_node *node);

/* Return a copy of "node" with the "n" children "children". */
lcm_node *lcm_edit_with_children(struct lcm_editing *e, const lcm_node *node,
                                 const lcm_node *const *children, size_t n);

/* Return a new node of "kind" at the place of "like" with the "n" children. */
lcm_node *lcm_edit_node(struct lcm_editing *e, lcm_node_kind kind,
                        const lcm_node *like, const lcm_node *const *children,
                        size_t n);

/* Return one round of "loop" as a node, which is said to touch what the loop
 * does. */
const lcm_node *lcm_edit_round(struct lcm_editing *e, const lcm_node *loop);

/* Parse the argument of the edit from byte "from" on, an expression, into
 * "*out". */
LCM_NODISCARD lcm_status lcm_edit_expression(const lcm_expr **out,
                                             struct lcm_editing *e,
                                             size_t from);

/* Parse "KIND[,CHUNK]", the argument of the edit, into "loop", which is a
 * PARLOOP. */
LCM_NODISCARD lcm_status lcm_edit_dealing(lcm_node *loop,
                                          struct lcm_editing *e);

/* Leave out the models of "node", a copy, of what it lost when it was executed
 * in another way, and assume that those of its computation hold; a time becomes
 * work where "as_work". */
void lcm_edit_remodel(struct lcm_editing *e, lcm_node *node, bool as_work);

/* ---- accesses (model/edit/access.c) -------------------------------------------- */

/* An access to data that several may share.
 * section  what, in terms of the function of the edit
 * ranges   of the loops around it below what was looked at, outermost first
 * writes   else it reads
 * certain  each time that what was looked at is executed
 * node     where
 * part     of which part it is */
struct lcm_edit_access {
  const lcm_section *section;
  const lcm_iteration *ranges;
  size_t n_ranges;
  bool writes;
  bool certain;
  const lcm_node *node;
  unsigned part;
};

/* All accesses of some nodes.
 * part        of those that are added
 * shared      without what each thread has for itself: those that are compared
 *             are of different threads
 * why, where  of something that is not seen through; NULL: all is known */
struct lcm_edit_accesses {
  LCM_LIST(struct lcm_edit_access) of;
  unsigned part;
  bool shared;
  const char *why;
  const lcm_node *where;
};

/* Add the accesses of "node", which stands in "function", and of what it calls
 * to "*out". */
void lcm_edit_touch(struct lcm_edit_accesses *out, struct lcm_editing *e,
                    const lcm_function *function, const lcm_node *node);

/* Return whether "section" lies behind a pointer of which nobody knows where it
 * points: it belongs to whom that points to, wherever the pointer lives. */
bool lcm_edit_is_elsewhere(const lcm_section *section);

/* ---- pointers (model/edit/pointer.c) ------------------------------------------- */

/* Note whether pointers through which the accesses "a" and "b" of "function"
 * go, one of which writes, may point to the same data; return whether they are
 * known not to. */
bool lcm_edit_apart(struct lcm_editing *e, const lcm_function *function,
                    const lcm_section *a, const lcm_section *b);

/* ---- dependence (model/edit/depend.c) ------------------------------------------ */

/* Which executions of two parts are compared.
 * range    of a loop around both: that of the second is "later" or "earlier"
 *          than that of the first; NULL: any of the one and any of the other,
 *          which is of another part
 * what     how the premise speaks of them: "the iterations of the loop"
 * shared   threads will not have sums of their own of what they add to */
struct lcm_edit_order {
  const lcm_iteration *range;
  bool later;
  bool earlier;
  const char *what;
  bool shared;
};

/* Note whether "a" and "b" are independent: that is proved, assumed, or, where
 * it is proved not to be so, refused at "node". */
LCM_NODISCARD lcm_status lcm_edit_independent(
    struct lcm_editing *e, const struct lcm_edit_accesses *a,
    const struct lcm_edit_accesses *b, const struct lcm_edit_order *order,
    const struct lcm_edit_spot *spot);

/* Return whether "a" and "b" depend on each other, nothing being noted; whether
 * pointers that the function is given differ is not asked. */
lcm_overlap lcm_edit_overlap(lcm_ctx *ctx, const struct lcm_edit_accesses *a,
                             const struct lcm_edit_accesses *b,
                             const struct lcm_edit_order *order);

/* ---- loops (model/edit/kinds/fuse.c) ------------------------------------------------- */

/* Return whether the ranges of the loops "a" and "b" are the same but for the
 * names of their indices. */
bool lcm_edit_alike(const lcm_node *a, const lcm_node *b);

/* Return one round of the loop "b", as lcm_edit_round, with the indices of the
 * loop "a". */
const lcm_node *lcm_edit_round_as(struct lcm_editing *e, const lcm_node *a,
                                  const lcm_node *b);

/* ---- what barriers order (model/edit/kinds/barrier.c) -------------------------------- */

/* Check that the iterations of the parallel loop at "spot" may be dealt out in
 * another way: no loop from which no barrier divides it relies on each thread
 * having the same iterations of both. */
LCM_NODISCARD lcm_status
lcm_edit_check_dealing(struct lcm_editing *e, const struct lcm_edit_spot *spot);

/* ---- variables (model/edit/scalar.c) ------------------------------------------- */

/* How the rounds of a loop use a variable that is no array.
 * exposed   a use of what it held before the round, or NULL
 * write     the first that sets it, or NULL; n_writes: how many do
 * set       each round sets it for certain
 * definite  and each uses what it held before
 * added     it is only added to: by one statement, and used nowhere else;
 *           rounded: and that rounds
 * own       each thread has its own already */
struct lcm_edit_scalar {
  const struct lcm_edit_access *exposed;
  const struct lcm_edit_access *write;
  size_t n_writes;
  bool set;
  bool definite;
  bool added;
  bool rounded;
  bool own;
};

/* Put how "all", the accesses of one round, use the variable "key" into
 * "*out". */
void lcm_edit_scalar_use(struct lcm_edit_scalar *out,
                         const struct lcm_edit_accesses *all, const char *key);

/* Return whether the accesses "all" of one round do nothing with the array
 * "key" but add to elements of it, by one statement; "*rounded": and that
 * rounds. */
bool lcm_edit_is_added_to(bool *rounded, const struct lcm_edit_accesses *all,
                          const char *key);

/* Return whether something outside of the loop at "spot" reads the variable
 * "key". */
bool lcm_edit_is_read_elsewhere(const struct lcm_editing *e,
                                const struct lcm_edit_spot *spot,
                                const char *key);

/* ---- verbs --------------------------------------------------------------- */

/* For each row of edits.def: return whether the edit can be made of "spot", and
 * make it of the "n" places "spots" (two entries, alike where there is one). */

/* Of model/edit/kinds/serial.c. */
bool lcm_edit_can_serialize(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_serialize(struct lcm_editing *e,
                                            const struct lcm_edit_spot *spots,
                                            size_t n);

/* Of model/edit/kinds/parallel.c. */
bool lcm_edit_can_parallelize(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_parallelize(struct lcm_editing *e,
                                              const struct lcm_edit_spot *spots,
                                              size_t n);
bool lcm_edit_can_sections(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_sections(struct lcm_editing *e,
                                           const struct lcm_edit_spot *spots,
                                           size_t n);

/* Of model/edit/kinds/loop.c. */
bool lcm_edit_can_schedule(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_schedule(struct lcm_editing *e,
                                           const struct lcm_edit_spot *spots,
                                           size_t n);
bool lcm_edit_can_chunk(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_chunk(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);

/* Of model/edit/kinds/barrier.c. */
bool lcm_edit_can_nowait(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_nowait(struct lcm_editing *e,
                                         const struct lcm_edit_spot *spots,
                                         size_t n);

/* Of model/edit/kinds/fuse.c. */
bool lcm_edit_can_fuse(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_fuse(struct lcm_editing *e,
                                       const struct lcm_edit_spot *spots,
                                       size_t n);

/* Of model/edit/kinds/split.c. */
bool lcm_edit_can_split(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_split(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);

/* Of model/edit/kinds/team.c. */
bool lcm_edit_can_threads(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_threads(struct lcm_editing *e,
                                          const struct lcm_edit_spot *spots,
                                          size_t n);
bool lcm_edit_can_teams(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_teams(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);

/* Of model/edit/kinds/lock.c. */
bool lcm_edit_can_reduce(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_reduce(struct lcm_editing *e,
                                         const struct lcm_edit_spot *spots,
                                         size_t n);

/* Of model/edit/guard.c. */
bool lcm_edit_can_unlock(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_unlock(struct lcm_editing *e,
                                         const struct lcm_edit_spot *spots,
                                         size_t n);
bool lcm_edit_can_check(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_check(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
bool lcm_edit_can_partition(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_partition(struct lcm_editing *e,
                                            const struct lcm_edit_spot *spots,
                                            size_t n);

/* Of model/edit/kinds/move.c. */
bool lcm_edit_can_move(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_move(struct lcm_editing *e,
                                       const struct lcm_edit_spot *spots,
                                       size_t n);

/* Of model/edit/kinds/pipeline.c. */
bool lcm_edit_can_pipeline(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_pipeline(struct lcm_editing *e,
                                           const struct lcm_edit_spot *spots,
                                           size_t n);

/* Of model/edit/kinds/task.c. */
bool lcm_edit_can_cutoff(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_cutoff(struct lcm_editing *e,
                                         const struct lcm_edit_spot *spots,
                                         size_t n);

/* Of model/edit/kinds/model.c. */
bool lcm_edit_can_model(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_model(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
bool lcm_edit_can_with(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_with(struct lcm_editing *e,
                                       const struct lcm_edit_spot *spots,
                                       size_t n);
