/* Nodes of the task structure: their kinds, what is true of all of one kind,
 * and what each has.  A node is built once (lcm_node_new, then the fields are
 * filled in) and never changed after lcm_program_finish. */
#pragma once

#include "model/structure/call.h"
#include "model/structure/cost.h"
#include "model/structure/data.h"
#include "model/structure/schedules.h"

/* Kinds of nodes: LCM_NODE_<NAME> for each row of nodes.def. */
typedef enum lcm_node_kind {
#define LCM_NODE(name, text, part, children, spread, meaning) LCM_NODE_##name,
#include "model/structure/nodes.def"
#undef LCM_NODE
  LCM_NODE_COUNT
} lcm_node_kind;

/* Kinds that are often treated alike, behind one "case" of a switch.  A new
 * kind is in none of them, so that the compiler names each switch it needs. */
#define LCM_NODES_OF_POSSESSION                                                \
  LCM_NODE_ACQUIRE:                                                            \
  case LCM_NODE_RELEASE
#define LCM_NODES_OF_RESOURCES                                                 \
  LCM_NODE_USE:                                                                \
  case LCM_NODE_USING:                                                         \
  case LCM_NODES_OF_POSSESSION
#define LCM_NODES_OF_CONDITIONS                                                \
  LCM_NODE_SIGNAL:                                                             \
  case LCM_NODE_WAIT
#define LCM_NODES_OF_TASKS                                                     \
  LCM_NODE_TASK:                                                               \
  case LCM_NODE_TASKWAIT:                                                      \
  case LCM_NODE_TASKGROUP
#define LCM_NODES_OF_TRAFFIC                                                   \
  LCM_NODE_TRANSFER:                                                           \
  case LCM_NODE_MESSAGE

/* Which part of lcm_node.u is live. */
typedef enum lcm_node_part {
  LCM_U_NONE,
  LCM_U_LOOP,
  LCM_U_TEAM,
  LCM_U_PARALLEL,
  LCM_U_BRANCH,
  LCM_U_CALL,
  LCM_U_LET,
  LCM_U_RESOURCE,
  LCM_U_CONDITION,
  LCM_U_TASK,
  LCM_U_TRANSFER,
  LCM_U_MESSAGE,
  LCM_U_OPAQUE
} lcm_node_part;

/* Return the word for "kind" in the text form. */
const char *lcm_node_word(lcm_node_kind kind);

/* Return the article that the word for "kind" takes: "a" or "an". */
const char *lcm_node_article(lcm_node_kind kind);

/* Return which part of lcm_node.u nodes of "kind" have. */
lcm_node_part lcm_node_part_of(lcm_node_kind kind);

/* Return whether nodes of "kind" repeat their body: loop, while, parloop. */
bool lcm_node_is_loop(lcm_node_kind kind);

/* Return whether they do so one iteration after the other: loop, while. */
bool lcm_node_is_serial_loop(lcm_node_kind kind);

/* Return whether nodes of "kind" demand, take or give back resources: use,
 * using, acquire, release. */
bool lcm_node_is_resource(lcm_node_kind kind);

/* Return whether nodes of "kind" set or await a condition: signal, wait. */
bool lcm_node_is_condition(lcm_node_kind kind);

/* Return whether what nodes of "kind" execute may be executed by several at the
 * same time, or beside what follows: team, parloop, parallel, task. */
bool lcm_node_spreads(lcm_node_kind kind);

/* Return whether nodes of "kind" have at most one child, their body. */
bool lcm_node_has_body(lcm_node_kind kind);

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

/* Key and value, such as construct = "parallel for", as in the text form. */
struct lcm_attribute {
  const char *key;
  const char *value;
};

/* Which attributes of attributes.def a node has; decisions read these, and the
 * list of attributes is for the text. */
struct lcm_node_marks {
#define LCM_ATTRIBUTE(name, meaning) bool name : 1;
#include "model/structure/attributes.def"
#undef LCM_ATTRIBUTE
};

typedef struct lcm_node lcm_node;

/* lcm_node_part_of(kind) says which part of "u" is live. */
struct lcm_node {
  lcm_node_kind kind;
  /* Preorder number in its function, from 1; set by lcm_program_finish. */
  unsigned id;
  const char *name;  /* of a fragment (`fragment`, `begin`), or NULL */
  const char *label; /* for pictures, such as "for k" or "fft()"; or NULL */
  lcm_loc loc;
  /* Hash of the tokens of the source, 0 when unknown. */
  unsigned long long fingerprint;
  const lcm_node *const *children;
  size_t n_children;
  /* Plain code that was taken apart so that loops in it are nodes: in one
   * piece, a FRAGMENT or a SERIES, the same as this node and the next "n_whole"
   * - 1; NULL where this is not the first.  All have it as "part_of". */
  const lcm_node *whole;
  size_t n_whole;
  const lcm_node *part_of;
  const lcm_model *models;
  size_t n_models;
  const lcm_section *reads;
  size_t n_reads;
  const lcm_section *writes;
  size_t n_writes;
  /* Static cost of a FRAGMENT: the floating-point operations of one execution
   * as counted in the source, a pure number; NULL: not known. */
  const lcm_expr *flops;
  /* Cycles of the loops in it whose code, made by a compiler, is known, and the
   * operations of "flops" outside of these, pure numbers; NULL: not known. */
  const lcm_expr *cycles;
  const lcm_expr *rest;
  /* Bytes that functions from elsewhere read and write in one execution, beside
   * the sections above, a pure number; NULL: none.  A CALL has flops and bytes
   * where its function costs that unless the program defines it. */
  const lcm_expr *bytes;
  /* What loops inside a FRAGMENT touch more often than once. */
  const struct lcm_again *again;
  size_t n_again;
  const struct lcm_slow *slow; /* and what takes longer than its bytes */
  size_t n_slow;
  /* Where the analysis was asked to count (lcm_analyze_options.costs): what one
   * execution of a FRAGMENT does; of a loop, what its condition does when it
   * ends the loop.  NULL: nothing. */
  const lcm_expr *costs[LCM_COST_COUNT];
  /* `with` clauses that hold below this node. */
  const struct lcm_assign *with;
  size_t n_with;
  const char *const *assumes; /* texts of `assume` */
  size_t n_assumes;
  /* Set together, by lcm_node_set_attributes. */
  const struct lcm_attribute *attributes;
  size_t n_attributes;
  struct lcm_node_marks marks;
  /* `ignore`: left out of predictions, and said so. */
  bool ignored;
  union {
    /* ranges     of the index or the collapsed indices; for WHILE none
     * condition  of WHILE: goes on where it is not 0; NULL: none is known
     * count      expected number of iterations where given, else NULL
     * schedule, chunk, when ...  of a PARLOOP; all but the first may be NULL
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
      const lcm_expr *when, *final_when, *priority;
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
    /* clauses; NULL: always deferred, never final, priority 0 */
    struct {
      const lcm_expr *when;
      const lcm_expr *final_when;
      const lcm_expr *priority;
      const lcm_expr *bytes; /* of a message between chares; NULL: it is none */
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

/* Return a new zeroed node of "kind" at "loc", to be filled in. */
lcm_node *lcm_node_new(lcm_ctx *ctx, lcm_node_kind kind, lcm_loc loc);

/* Return the model of "node" in "category" (an interned name), or NULL. */
const lcm_model *lcm_node_model(const lcm_node *node, const char *category);

/* Return the model of all that "node" computes: the one of `time`, else of
 * `work`, else of pure computation; NULL: there is none. */
const lcm_model *lcm_node_whole(const lcm_node *node);

/* Return whether a model may be "e": a time, flop, byte, or 0. */
bool lcm_model_is_cost(const lcm_expr *e);

/* Return the value of attribute "key" of "node", or NULL. */
const char *lcm_node_attribute(const lcm_node *node, const char *key);

/* Let "node" have the "n" attributes "all", which stay the caller's, and no
 * other. */
void lcm_node_set_attributes(lcm_node *node, const struct lcm_attribute *all,
                             size_t n);

/* Let "node", which belongs to no finished program, have the attribute "key"
 * with "value", instead of another value of that key. */
void lcm_node_say(lcm_ctx *ctx, lcm_node *node, const char *key,
                  const char *value);

/* Called by lcm_node_foreach; a status other than LCM_OK ends the walk. */
typedef lcm_status (*lcm_visit_fn)(const lcm_node *node, void *user);

/* Call "fn" for "root" and everything below it in preorder, without entering
 * called functions. */
LCM_NODISCARD lcm_status lcm_node_foreach(const lcm_node *root, lcm_visit_fn fn,
                                          void *user);
