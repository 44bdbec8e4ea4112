/* Data traces (Crovella 1994, section 6.2.2): what the files trace_*.c say to
 * each other.  composer/trace/walk.c visits the occurrences in program order and gives
 * every access to composer/trace/move.c and composer/trace/cross.c. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "composer/predict/composer.h"
#include "model/sections/dependence.h"

/* A node on the way from the root to an access.
 * child  which child of the node the way goes through
 * count  as in lcm_place, of the node */
struct lcm_step {
  const char *id;
  const lcm_node *node;
  size_t child;
  const lcm_expr *count;
};

/* A place that reads or writes data.
 * steps    the way to it, "n_steps" of them, the last is the node itself
 * ranges   of the enclosing loop indices, outermost first
 * loop     the innermost enclosing PARLOOP, or NULL
 * index    its index (the outermost of collapsed ones), or NULL
 * count    how often the place is executed in a run; inside a PARLOOP how
 *          often that is
 * parallel the place is run by members of a team
 * maybe    a condition decides whether the place is executed */
struct lcm_place {
  const struct lcm_step *steps;
  size_t n_steps;
  const lcm_iteration *ranges;
  size_t n_ranges;
  const lcm_node *loop;
  const char *index;
  const lcm_expr *count;
  bool parallel;
  bool maybe;
};

/* An access: which section, where.
 * rows   the section with two subscripts, where its one subscript chooses part
 *        of a row of "pitch" elements; both NULL otherwise
 * mixed  the place reads and writes the same, in whatever order
 * stale  the same may have been written since */
struct lcm_access {
  const lcm_section *section;
  const struct lcm_place *place;
  const lcm_section *rows;
  const lcm_expr *pitch;
  bool mixed;
  bool stale;
};

typedef LCM_LIST(struct lcm_access) lcm_access_list;

/* What is known of one datum.
 * key      its identity
 * writers  the last writers of its parts
 * readers  who read it since
 * saved    while a loop is visited again: what both were before */
struct lcm_datum {
  const char *key;
  lcm_access_list writers;
  lcm_access_list readers;
  struct lcm_datum *saved;
};

/* An operation of message passing that is waited for.
 * id        of the occurrence that makes its request; node, function: of that
 * reads, writes   its buffers, as data of the run
 * ranges    of the loops around
 * persistent  it is begun elsewhere, again and again
 * started   it is under way
 * done      it has been waited for */
struct lcm_pending {
  const char *id;
  const lcm_node *node;
  const lcm_function *function;
  const lcm_section *reads;
  size_t n_reads;
  const lcm_section *writes;
  size_t n_writes;
  const lcm_iteration *ranges;
  size_t n_ranges;
  bool persistent;
  bool started;
  bool done;
};

/* What "place" reads, and then writes. */
struct lcm_touching {
  const struct lcm_place *place;
  const lcm_section *reads;
  size_t n_reads;
  const lcm_section *writes;
  size_t n_writes;
};

/* The sections that a dependence is about. */
struct lcm_parts {
  LCM_LIST(const lcm_section *) of;
};

/* A parallel loop that is visited a second time, for what its iterations hand
 * to each other.
 * id     of its occurrence
 * trips  how many iterations it has; NULL: not known
 * names  of the "n_names" functions that are being executed */
struct lcm_carrying {
  const char *id;
  const lcm_expr *trips;
  const char *const *names;
  size_t n_names;
};

/* A trace under way.
 * again  visiting the body of a sequential loop a second time, for what one
 *        iteration leaves to the next; repeated: which movements were found
 *        so
 * n_again  how many steps lead to that loop
 * carrying the loop is a parallel one; NULL: it is not
 * all    accesses and dependences between any fragments are wanted, too; known:
 *        dependences that were found, by their text
 * shared   private variables that tasks of functions share to which they are
 *          passed, by key
 * pending  operations that are waited for; begun: where the one that ends now
 *          has begun, which depends on itself in no way, or NULL
 * n_opaque, is_cut   as in lcm_data */
struct lcm_tracer {
  lcm_ctx *ctx;
  const lcm_program *program;
  LCM_LIST(struct lcm_datum) data;
  LCM_LIST(lcm_movement) movements;
  LCM_LIST(bool) repeated;
  bool again;
  size_t n_again;
  const struct lcm_carrying *carrying;
  bool all;
  LCM_LIST(lcm_movement) dependences;
  LCM_LIST(struct lcm_parts) parts;
  LCM_LIST(lcm_touch) touches;
  lcm_map known;
  lcm_map shared;
  LCM_LIST(struct lcm_pending) pending;
  const char *begun;
  size_t n_opaque;
  bool is_cut;
};

/* Add "movement" unless it is known. */
void lcm_trace_add(struct lcm_tracer *tracer, const lcm_movement *movement);

/* Record that "place" reads the "n_reads" sections at "reads" and then writes
 * the "n_writes" at "writes": movements and crossings are added. */
void lcm_trace_access(struct lcm_tracer *tracer, const struct lcm_place *place,
                      const lcm_section *reads, size_t n_reads,
                      const lcm_section *writes, size_t n_writes);

/* As lcm_trace_access, noting also what is touched where that is wanted
 * (composer/trace/walk.c). */
void lcm_trace_touch(struct lcm_tracer *tracer,
                     const struct lcm_touching *touching);

/* Note which private variables tasks share: those that are passed to functions
 * that make some (composer/trace/share.c). */
void lcm_trace_share(struct lcm_tracer *tracer);

/* Note that "pending" has begun, or may be (composer/trace/request.c). */
void lcm_trace_pend(struct lcm_tracer *tracer,
                    const struct lcm_pending *pending);

/* Let the operations that "place" in "function" waits for, or, where "start",
 * begins, touch their buffers there. */
void lcm_trace_complete(struct lcm_tracer *tracer,
                        const struct lcm_place *place,
                        const lcm_function *function, bool start);

/* Put the section of "access" in rows, and their pitch, into it, if it has
 * some. */
void lcm_trace_find_rows(struct lcm_access *access, lcm_ctx *ctx);

/* Let what is known of all data be what it was before a loop was visited
 * again. */
void lcm_trace_restore(struct lcm_tracer *tracer);

/* Return how many leading ranges of "a" and "b" belong to sequential loops
 * around both: in one iteration their indices are the same. */
size_t lcm_trace_shared(const struct lcm_place *a, const struct lcm_place *b);

/* Return what "from" and "to" both touch in one iteration of the loops around
 * both (one execution of "to", where "once"); "*exact" says whether it is just
 * that. */
const lcm_section *lcm_trace_common(bool *exact, struct lcm_tracer *tracer,
                                    const struct lcm_access *from,
                                    const struct lcm_access *to, bool once);

/* Return the number of the member of the team that takes way "child" of the
 * branch "node" for certain, and no other; NULL where that is not so. */
const lcm_expr *lcm_trace_chosen(lcm_ctx *ctx, const lcm_node *node,
                                 size_t child);

/* Add the crossing by which what "from" wrote is read by "to", both inside
 * teams, if data cross between members. */
void lcm_trace_crossing(struct lcm_tracer *tracer,
                        const struct lcm_access *from,
                        const struct lcm_access *to);

/* Return whether an iteration of "loop", which was visited, may leave something
 * to another one (composer/trace/carry.c). */
bool lcm_trace_has_carried(struct lcm_tracer *tracer,
                           const struct lcm_carrying *loop);

/* Return whether "from" writes what other iterations of the loop that is
 * visited again write as well, and "to" is one of them. */
bool lcm_trace_is_carried(struct lcm_tracer *tracer,
                          const struct lcm_access *from,
                          const struct lcm_access *to);

/* Add the crossing by which one iteration of that loop reads at "to" what
 * another one has written at "from". */
void lcm_trace_carry(struct lcm_tracer *tracer, const struct lcm_access *from,
                     const struct lcm_access *to);

/* Add "section" to "parts" unless one of them covers it. */
void lcm_trace_part(struct lcm_tracer *tracer, struct lcm_parts *parts,
                    const lcm_section *section);

/* Let "dependence" be about all of its "parts" together. */
void lcm_trace_unite(struct lcm_tracer *tracer, lcm_movement *dependence,
                     const struct lcm_parts *parts);

/* Let "section" be all of its variable, for the reason "why". */
void lcm_section_blur(lcm_section *section, const char *why);

/* Return the smallest (largest, as "kind" says) of "a" and "b", NULL where
 * either is NULL. */
const lcm_expr *lcm_trace_extreme(lcm_ctx *ctx, lcm_expr_kind kind,
                                  const lcm_expr *a, const lcm_expr *b);

/* Return what the functions of "program" do to their caller's data, by function
 * by where they stand; their number goes into "*n" (composer/count/effects.c). */
const lcm_effect *lcm_effects_find(size_t *n, lcm_ctx *ctx,
                                   const lcm_program *program);

/* Visit everything that a run of the program executes. */
LCM_NODISCARD lcm_status lcm_trace_walk(struct lcm_tracer *tracer);
