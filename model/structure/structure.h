/* The task structure: what every input becomes and every result is computed
 * from.  Plain data; nodes are built once (lcm_node_new, then the fields are
 * filled in) and never changed after lcm_program_finish.  Every pointer lives
 * in the arena of the context; names are interned there. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/ctx.h"
#include "model/expr/expr.h"
#include "model/structure/schedules.h"

/* Kinds of nodes: LCM_NODE_<NAME> for each row of nodes.def. */
typedef enum lcm_node_kind {
#define LCM_NODE(name, text, meaning) LCM_NODE_##name,
#include "model/structure/nodes.def"
#undef LCM_NODE
  LCM_NODE_COUNT
} lcm_node_kind;

/* What is counted: LCM_COST_<NAME> for each row of costs.def. */
typedef enum lcm_cost_kind {
#define LCM_COST(name, text, meaning) LCM_COST_##name,
#include "model/structure/costs.def"
#undef LCM_COST
  LCM_COST_COUNT
} lcm_cost_kind;

/* Where a number comes from. */
typedef enum lcm_provenance {
  LCM_PROV_MEASURED,  /* fitted to measurements (a `measured` directive) */
  LCM_PROV_ANNOTATED, /* written by the author */
  LCM_PROV_DERIVED,   /* from the source */
  LCM_PROV_MACHINE    /* default of the machine description */
} lcm_provenance;

typedef enum lcm_model_per {
  LCM_PER_EXECUTION, /* of one execution of the node */
  LCM_PER_ITERATION, /* of one execution of the body of a loop */
  LCM_PER_RUN        /* of all executions in one run of the program */
} lcm_model_per;

/* A cost model of a node.
 * category    interned: "time", "work", "pc", "li", "ip", "sl", "cl", "rc" or
 *             a category of the user
 * expr        in seconds, flop or byte; processor-seconds unless "time"
 * provenance  where it comes from
 * source      the text of the `measured` directive beside it; may be NULL
 * stale       the code has changed since it was measured */
typedef struct lcm_model {
  const char *category;
  const lcm_expr *expr;
  lcm_model_per per;
  lcm_provenance provenance;
  const char *source;
  bool stale;
  lcm_loc loc;
} lcm_model;

/* The range of a loop index: from .. to, both included, in steps of "step"
 * (NULL: 1).  A loop that multiplies its index has "factor" instead (i *= 2;
 * NULL: none). */
typedef struct lcm_iteration {
  const char *index;
  const lcm_expr *from;
  const lcm_expr *to;
  const lcm_expr *step;
  const lcm_expr *factor;
} lcm_iteration;

/* One step into a variable: elements lower .. lower + length - 1 of an array,
 * or the member "field" of a structure (NULL: of an array); all three NULL
 * when all or unknown elements are meant.  What a pointer given to a call
 * points to ends with a step without a length, whose "lower" the pointer points
 * at, or with the field LCM_FIELD_ADDRESS: what stands before it, alone. */
struct lcm_extent {
  const lcm_expr *lower;
  const lcm_expr *length;
  const char *field;
};

#define LCM_FIELD_ADDRESS "&"

/* A part of a variable that a fragment reads or writes.
 * datum    interned display name: "a", "*q"
 * key      interned identity of the variable: unique in the program
 * extents  "n_extents" of them, outermost step first: a section covers all
 *          that lies below its last one; 0: the whole
 * over     "n_over" indices, outermost first, of which the extents speak: the
 *          section is the union over their ranges (a diagonal, a triangle, a
 *          stride)
 * element  bytes of one element (of the whole where n_extents is 0); NULL
 *          when unknown
 * why      what is assumed where the extents are not exactly what is touched,
 *          but enclose it; NULL where nobody said
 * exact    the extents are exactly what is touched, not an enclosing guess
 * maybe    not exact, but just that where anything of it is touched at all:
 *          "why" decides
 * declared written by the author (`input`, `output`), not derived
 * is_private   private to the member or task that executes the node
 * priced   touched by a function from elsewhere, and among the bytes of the
 * node that this moves
 * passed   of an operation of message passing: read for its arguments, at once
 * added    of what is written: it is only combined with something, as in
 *          `s += x`, by operators whose order does not matter but for rounding;
 *          rounded: and that rounds
 * sure     of a variable that is written: each time; of one that is read: what
 *          is read was written before by the same node, each time
 * via      name of a pointer behind which this lies and of which other files
 *          may say where it points (struct lcm_points); NULL: none
 * also     of what an argument points to: what it may point to instead; NULL:
 *          nothing */
typedef struct lcm_section {
  const char *datum;
  const char *key;
  const struct lcm_extent *extents;
  size_t n_extents;
  const lcm_iteration *over;
  size_t n_over;
  const lcm_expr *element;
  const char *why;
  bool exact;
  bool maybe;
  bool declared;
  bool is_private;
  bool priced;
  bool passed;
  bool added;
  bool rounded;
  bool sure;
  const char *via;
  const struct lcm_section *also;
  lcm_loc loc;
} lcm_section;

typedef enum lcm_team_kind {
  LCM_TEAM_THREADS, /* OpenMP parallel, `// lcm: team` */
  LCM_TEAM_LEAGUE,  /* OpenMP teams */
  LCM_TEAM_RANKS    /* MPI */
} lcm_team_kind;

/* A name and its expression: `with n = n/2`, an argument, a let value. */
struct lcm_assign {
  const char *name;
  const lcm_expr *value;
};

/* A condition with the indices of its instance; also a resource and the
 * indices of one element of its array. */
struct lcm_instance {
  const char *name;
  const lcm_expr *const *indices;
  size_t n_indices;
};

/* A dependence of a task (`depend`): type "in", "out", "inout", ... */
struct lcm_depend {
  const char *type;
  lcm_section section;
};

/* Ranks that are none: nobody is meant, and any rank is. */
enum { LCM_RANK_NONE = -1, LCM_RANK_ANY = -2 };

/* An operation of message passing; what is NULL is not said, or not known.
 * operation   the function of MPI; model/structure/message.h says what it does
 * comm        the communicator, as in the source; NULL: all ranks
 * to, from, root   ranks of the communicator, LCM_RANK_NONE or LCM_RANK_ANY
 * bytes       sent by each rank (to each, where all send to all)
 * tag, from_tag    of what is sent, and of what is received
 * request     the variable of the request that is made or waited for; slot: its
 *             element, and "count" elements from there on; also the group that
 *             a communicator is made of, or a second group
 * colour, key      of a communicator that is split
 * status      the variable that is told where a message came from
 * made        the communicator, group, window or number that is made
 * args        numbers that a topology is made of or asked with, in the order of
 *             the call, arrays element by element; NULL: not known
 * sets        variables that are set, likewise */
struct lcm_mpi_call {
  const char *operation;
  const char *comm;
  const lcm_expr *to;
  const lcm_expr *from;
  const lcm_expr *root;
  const lcm_expr *bytes;
  const lcm_expr *tag;
  const lcm_expr *from_tag;
  const char *request;
  const lcm_expr *slot;
  const lcm_expr *count;
  const lcm_expr *colour;
  const lcm_expr *key;
  const char *status;
  const char *made;
  const lcm_expr *const *args;
  size_t n_args;
  const char *const *sets;
  size_t n_sets;
};

/* Bytes that one execution touches again, what it has touched since being "set"
 * bytes (NULL: nobody knows how many). */
struct lcm_again {
  const lcm_expr *bytes;
  const lcm_expr *set;
};

/* Informational key and value, such as construct = "parallel for". */
struct lcm_attribute {
  const char *key;
  const char *value;
};

typedef struct lcm_node lcm_node;

/* Which part of "u" is live:
 *   LOOP WHILE PARLOOP         u.loop
 *   TEAM                       u.team
 *   PARALLEL                   u.parallel
 *   BRANCH                     u.branch
 *   CALL                       u.call
 *   LET                        u.let
 *   USE USING ACQUIRE RELEASE  u.resource
 *   SIGNAL WAIT                u.condition
 *   TASK                       u.task
 *   TRANSFER                   u.transfer
 *   MESSAGE                    u.message
 *   OPAQUE                     u.opaque
 * others                       nothing */
struct lcm_node {
  lcm_node_kind kind;
  /* Preorder number in its function, from 1; set by lcm_program_finish. */
  unsigned id;
  /* Fragment name (`fragment`, `begin`) or NULL. */
  const char *name;
  /* One short line for pictures, such as "for k" or "fft()"; may be NULL. */
  const char *label;
  lcm_loc loc;
  /* Hash of the tokens of the source, 0 when unknown. */
  unsigned long long fingerprint;
  const lcm_node *const *children;
  size_t n_children;
  const lcm_model *models;
  size_t n_models;
  const lcm_section *reads;
  size_t n_reads;
  const lcm_section *writes;
  size_t n_writes;
  /* Static cost of a FRAGMENT: the floating-point operations of one execution
   * as counted in the source, a pure number; NULL: not known. */
  const lcm_expr *flops;
  /* Bytes that functions from elsewhere read and write in one execution, beside
   * the sections above, a pure number; NULL: none.  A CALL has flops and bytes
   * where its function costs that unless the program defines it. */
  const lcm_expr *bytes;
  /* What loops inside a FRAGMENT touch more often than once. */
  const struct lcm_again *again;
  size_t n_again;
  /* Where the analysis was asked to count (lcm_analyze_options.costs): what one
   * execution of a FRAGMENT does; of a loop, what its condition does when it
   * ends the loop.  NULL: nothing. */
  const lcm_expr *costs[LCM_COST_COUNT];
  /* `with` clauses that hold below this node. */
  const struct lcm_assign *with;
  size_t n_with;
  /* `assume` texts. */
  const char *const *assumes;
  size_t n_assumes;
  const struct lcm_attribute *attributes;
  size_t n_attributes;
  /* `ignore`: left out of predictions, and said so. */
  bool ignored;
  union {
    /* ranges     of the index or the collapsed indices; for WHILE none
     * condition  of WHILE: another iteration follows where it is not 0; NULL:
     *            none is known
     * count      expected number of iterations where given, else NULL
     * schedule, chunk   of a PARLOOP; chunk may be NULL
     * worksharing       binds to the enclosing team and runs on one processor
     *                   outside a team; otherwise divides the processors
     * ordered    iterations' ordered parts run in sequence
     * Sequential loops use ranges and count only. */
    struct {
      const lcm_iteration *ranges;
      size_t n_ranges;
      const lcm_expr *condition;
      const lcm_expr *count;
      lcm_schedule schedule;
      const lcm_expr *chunk;
      bool worksharing;
      bool ordered;
    } loop;
    /* size  members asked for (num_threads, thread_limit); NULL: all that the
     *       part has
     * when  the `if` clause: a team of one where it is 0; NULL: always */
    struct {
      lcm_team_kind kind;
      const lcm_expr *size;
      const lcm_expr *when;
    } team;
    /* worksharing  children are units that the members of the enclosing team
     *              share (sections; single has one child) */
    struct {
      bool worksharing;
    } parallel;
    /* For child i: the condition under which it is taken (in order; NULL for
     * the last: otherwise), or its probability; exactly one of both except
     * for the last child.  Fewer probabilities than 1 in sum: nothing is done
     * in the rest of the cases. */
    struct {
      const lcm_expr *const *conditions;
      const lcm_expr *const *probabilities;
    } branch;
    /* callee    key of the function (lcm_function.key)
     * args      one for each parameter of the callee; a value is NULL where
     *           the argument is no expression of the language
     * places    what each pointer argument points to, so that accesses of the
     *           callee are accesses to data of the caller: "n_args" of them or
     *           NULL; datum NULL where the argument is no pointer or unknown
     * sizes     `size f(n/2)`: replaces the arguments where not NULL */
    struct {
      const char *callee;
      const lcm_expr *const *args;
      const lcm_section *places;
      size_t n_args;
      const lcm_expr *const *sizes;
    } call;
    struct lcm_assign let;
    /* instances  the resources (several: possessed together)
     * time       of USE: seconds of service demanded */
    struct {
      const struct lcm_instance *instances;
      size_t n_instances;
      const lcm_expr *time;
    } resource;
    struct lcm_instance condition;
    /* when      the `if` clause, undeferred where 0; NULL: always deferred
     * final_when  the `final` clause; NULL: never */
    struct {
      const lcm_expr *when;
      const lcm_expr *final_when;
      const struct lcm_depend *depends;
      size_t n_depends;
    } task;
    /* bytes moved; to and from are for readers and may be NULL */
    struct {
      const lcm_expr *bytes;
      const char *from;
      const char *to;
    } transfer;
    struct lcm_mpi_call *message;
    struct {
      const char *reason;
    } opaque;
  } u;
};

/* A function of the program.
 * key         interned identity: "name", or "file:name" for a static one
 * name        as in the source
 * usr         libclang's USR; may be NULL
 * flags_hash  of the compiler flags that matter; "" when none
 * params      names of its parameters; "" where unnamed
 * body        NULL for an external function that is only declared
 * address_taken   a possible target of indirect calls
 * type        canonical type, to match indirect calls; may be NULL
 * restricts   its parameters that are `restrict` pointers, with blanks between;
 *             NULL: none
 * weak        several units may define it, one of them counts
 * variadic, is_static   as in the source */
typedef struct lcm_function {
  const char *key;
  const char *name;
  const char *usr;
  const char *flags_hash;
  const char *type;
  const char *restricts;
  const char *const *params;
  size_t n_params;
  const lcm_node *body;
  bool address_taken;
  bool is_static;
  bool weak;
  bool variadic;
  lcm_loc loc;
} lcm_function;

/* An external variable.
 * value        the default; NULL when it must be given
 * tied         the C expression of `param n := N` as an expression, or NULL
 * low, high    the range, or NULL
 * description  or NULL */
typedef struct lcm_param {
  const char *name;
  const lcm_expr *value;
  const lcm_expr *tied;
  const lcm_expr *low;
  const lcm_expr *high;
  const char *description;
  lcm_loc loc;
} lcm_param;

typedef enum lcm_discipline { LCM_FCFS, LCM_PS } lcm_discipline;

/* A resource.
 * multiplicity  how many units; NULL: infinitely many
 * service       time of one visit, or NULL
 * ranges        subscripts of an array of resources
 * description   or NULL
 * lock          a mutual exclusion of the source (critical, mutex)
 * semaphore     units are given and taken by anybody: it begins with
 *               "multiplicity" of them, maybe none
 * bandwidth     bytes a second of one unit of a machine's; 0: not said */
typedef struct lcm_resource {
  const char *name;
  const lcm_expr *multiplicity;
  const lcm_expr *service;
  lcm_discipline discipline;
  const struct lcm_range *ranges;
  size_t n_ranges;
  const char *description;
  bool lock;
  bool semaphore;
  double bandwidth;
  lcm_loc loc;
} lcm_resource;

/* Declared conditions: one, or an array with the subscripts "ranges". */
struct lcm_condition {
  const char *name;
  const struct lcm_range *ranges;
  size_t n_ranges;
  lcm_loc loc;
};

/* Kinds of random quantities: LCM_DRAW_<NAME> for each row of draws.def. */
typedef enum lcm_draw_kind {
#define LCM_DRAW(name, text, arguments, meaning) LCM_DRAW_##name,
#include "model/structure/draws.def"
#undef LCM_DRAW
  LCM_DRAW_COUNT
} lcm_draw_kind;

/* A place where a random quantity is drawn.  Expressions hold the pure symbol
 * "name", which is drawn anew each time that such an expression is evaluated;
 * analyses put the mean there.
 * args  as many as draws.def says; they may mention the local names of the
 *       place */
struct lcm_draw {
  const char *name;
  lcm_draw_kind kind;
  const lcm_expr *const *args;
  size_t n_args;
  lcm_loc loc;
};

/* A category of lost cycles of the user's. */
typedef struct lcm_category {
  const char *name;
  const char *description;
  lcm_loc loc;
} lcm_category;

/* A recorded covariance (correlation where "correlation" is true). */
struct lcm_covariance {
  const char *a;
  const char *b;
  double value;
  bool correlation;
  lcm_loc loc;
};

/* What a pointer to functions may hold, as far as the source says.
 * name      of the variable, parameter, member or the like (docs/lcs.md)
 * holds     keys of functions, "n_holds" of them
 * from      names of pointers: it may hold what they do
 * given     functions that are given its address: those that the program does
 *           not define may set it
 * unknown   why it may hold what nobody knows: "which 'dlsym' may return";
 *           NULL: it does not
 * defined   a unit defines the variable
 * external  it is a variable that some unit has to define */
typedef struct lcm_pointer {
  const char *name;
  const char *const *holds;
  size_t n_holds;
  const char *const *from;
  size_t n_from;
  const char *const *given;
  size_t n_given;
  const char *unknown;
  bool defined;
  bool external;
} lcm_pointer;

/* Where a pointer to data may point, as far as one file says.
 * name   the key of a variable at file scope, or "f()": what the function f
 *        returns
 * place  what it points to, as of the argument of a call; the datum
 *        LCM_POINTS_NONE is memory that is new where it is exact, else what
 *        nobody knows, for its reason */
struct lcm_points {
  const char *name;
  lcm_section place;
};

#define LCM_POINTS_NONE "*"

/* What has to hold for an edit that was made (model/edit/edit.h).
 * edit    as it was given
 * text    what has to hold, or what was taken for granted
 * proved  it is known to hold: else it is assumed
 * at      of the construct that was changed; nowhere where that is not known */
struct lcm_premise {
  const char *edit;
  const char *text;
  bool proved;
  lcm_loc at;
};

/* A whole program or one unit of it. */
typedef struct lcm_program {
  const char *const *files;
  size_t n_files;
  const lcm_function *functions;
  size_t n_functions;
  const lcm_param *params;
  size_t n_params;
  const lcm_resource *resources;
  size_t n_resources;
  const struct lcm_condition *conditions; /* declared ones only */
  size_t n_conditions;
  const struct lcm_draw *draws;
  size_t n_draws;
  const lcm_category *categories;
  size_t n_categories;
  const struct lcm_covariance *covariances;
  size_t n_covariances;
  /* One of each name, sorted by name, all lists in it sorted. */
  const lcm_pointer *pointers;
  size_t n_pointers;
  const struct lcm_points *points;
  size_t n_points;
  /* Key of the function where the run begins; NULL until linked. */
  const char *entry;
  /* Nested teams are off in the source (omp_set_max_active_levels(1)). */
  bool nesting_off;
  /* The name of this variant, or NULL. */
  const char *variant;
  /* A model that no program stands behind: it has no speedup. */
  bool is_model;
  /* What the times of a model are plain numbers of: "s", "ms", "us", "ns";
   * NULL: nothing, and they are taken as seconds. */
  const char *unit;
  /* Of the edits that were made since it was read; they are in no text form. */
  const struct lcm_premise *premises;
  size_t n_premises;
} lcm_program;

/* Return a new zeroed node of "kind" at "loc", to be filled in. */
lcm_node *lcm_node_new(lcm_ctx *ctx, lcm_node_kind kind, lcm_loc loc);

/* Return the word for "kind" in the text form. */
const char *lcm_node_word(lcm_node_kind kind);

/* Return the article that the word for "kind" takes: "a" or "an". */
const char *lcm_node_article(lcm_node_kind kind);

/* Return whether "param" is a decision: it ranges from 0 to 1 and is one of
 * them unless something else is said. */
bool lcm_param_is_decision(const lcm_param *param);

/* Return the word for "kind", and how many arguments it takes. */
const char *lcm_draw_word(lcm_draw_kind kind);
size_t lcm_draw_arity(lcm_draw_kind kind);

/* Return the kind of the word "word", LCM_DRAW_COUNT where there is none. */
lcm_draw_kind lcm_draw_find(const char *word);

/* Return the draw of "program" called "name" (interned), or NULL. */
const struct lcm_draw *lcm_program_draw(const lcm_program *program,
                                        const char *name);

/* Return the mean of "draw" as an expression of its arguments; NULL when the
 * budget is spent. */
const lcm_expr *lcm_draw_mean(lcm_ctx *ctx, const struct lcm_draw *draw);

/* Return the model of "node" in "category" (an interned name), or NULL. */
const lcm_model *lcm_node_model(const lcm_node *node, const char *category);

/* Return the model of all that "node" computes: the one of `time`, else of
 * `work`, else of pure computation; NULL: there is none. */
const lcm_model *lcm_node_whole(const lcm_node *node);

/* Return whether a model may be "e": a time, flop, byte, or 0. */
bool lcm_model_is_cost(const lcm_expr *e);

/* Return the value of attribute "key" of "node", or NULL. */
const char *lcm_node_attribute(const lcm_node *node, const char *key);

/* Called by lcm_node_foreach; a status other than LCM_OK ends the walk. */
typedef lcm_status (*lcm_visit_fn)(const lcm_node *node, void *user);

/* Call "fn" for "root" and everything below it in preorder, without entering
 * called functions. */
LCM_NODISCARD lcm_status lcm_node_foreach(const lcm_node *root, lcm_visit_fn fn,
                                          void *user);

/* Return the function of "program" called "key", or NULL (time linear in the
 * number of functions the first time, constant afterwards is not promised). */
const lcm_function *lcm_program_function(const lcm_program *program,
                                         const char *key);

/* Return the number of the parameter of "function" that "section" is a part of,
 * or how many it has. */
size_t lcm_function_param(const lcm_function *function,
                          const lcm_section *section);

/* Number the nodes of every function, drop groups of one child that carry
 * nothing, sort functions by key, and check every invariant
 * (lcm_program_check). "program" is changed in place. */
LCM_NODISCARD lcm_status lcm_program_finish(lcm_ctx *ctx, lcm_program *program);

/* Number the nodes of "function" anew; it is changed in place, nodes that have
 * a number are not. */
void lcm_function_number(lcm_ctx *ctx, lcm_function *function);

/* Check all invariants of "program"; each breach is a diagnostic. */
LCM_NODISCARD lcm_status lcm_program_check(lcm_ctx *ctx,
                                           const lcm_program *program);
