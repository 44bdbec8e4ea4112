/* What the files simulate_*.c say to each other.
 *
 * A structure is compiled into instructions once for a point, with the values
 * of the params put in; the processes of the kernel run them.  The locals of a
 * process are numbered slots of a frame; a slot that has no value is NaN. */
#pragma once

#include "base/list.h"
#include "composer/engine/engine.h"
#include "composer/simulate/code/code.h"
#include "composer/simulate/types.h"
#include "simulator/simulator.h"

/* A resource or condition that no line declares, made when it is first met in
 * the "realm". */
struct lcm_vm_instance {
  const char *name;
  uint32_t realm;
  bool condition;
  size_t n_indices;
  double indices[LCM_VM_MAX_SUBSCRIPTS];
  lcm_sim_index index;
};

/* A function as compiled, inside a team or outside.
 * apart  only this node of it, which sees the "n_names" names at "names"; NULL:
 *        all of it
 * slots  that its frames have; entry: its first instruction
 * free   frames that are free */
struct lcm_vm_function {
  const lcm_function *function;
  const lcm_node *apart;
  const char *const *names;
  size_t n_names;
  bool in_team;
  uint32_t slots;
  uint32_t entry;
  struct lcm_vm_frame *free;
};

/* The locals of an execution of a function.
 * pointees  see struct lcm_run */
struct lcm_vm_frame {
  struct lcm_vm_frame *up;
  struct lcm_vm_function *function;
  const lcm_section *pointees;
  uint32_t back;
  double slots[];
};

/* The arguments of a call and, where tasks of its function depend on what they
 * point to, what has to be known for that, else NULL. */
struct lcm_vm_call {
  const uint32_t *args;
  const struct lcm_vm_leaf *leaf;
};

/* Whether a function and all that it calls only cost. */
struct lcm_vm_known {
  const lcm_function *function;
  bool plain;
};

/* A resource that its owner, a process or a task, has "times" over. */
struct lcm_vm_hold {
  uint32_t resource;
  const void *owner;
  size_t times;
};

/* What is declared, once more: memory of its own, such as a rank has.
 * resources, conditions   by how much their indices in the kernel are higher */
struct lcm_vm_realm {
  uint32_t resources;
  uint32_t conditions;
};

struct lcm_vm_crew;
struct lcm_vm_job;
struct lcm_vm_plan;
struct lcm_vm_ranks;

/* A process.
 * next     its next instruction; at: the present one
 * calls    depth of its calls
 * maker    instruction that made it, and the value of the index it got
 * weight   processors that it has
 * crew     team of which it is member number "member"; NULL: none
 * seen     worksharing constructs met so far; rolled: branches by chance that
 *          all members take alike
 * job      the task being executed; NULL: none
 * made     the team that it has made and waits for
 * phase    within an instruction of several steps; step: within "plan", which
 *          is done "times" over; NULL: nothing is being done
 * until    when the present piece of the plan has been computed
 * met      how often the team had met when it began to wait for the others
 * number   of the process in the schedule
 * cpu      1 + the resource that it shares with threads that are more than the
 *          processors; 0: none
 * actor    of a rank, a message, a part in what ranks do together: that
 * realm    1 + the number of its realm; 0: the first
 * turn     state of the ordered loop around; NULL: none */
struct lcm_vm_process {
  uint32_t next;
  uint32_t at;
  uint32_t calls;
  uint32_t maker;
  uint32_t phase;
  double value;
  struct lcm_vm_frame *frame;
  double weight;
  struct lcm_vm_crew *crew;
  uint32_t member;
  uint32_t seen;
  uint32_t rolled;
  struct lcm_vm_job *job;
  struct lcm_vm_crew *made;
  const struct lcm_vm_plan *plan;
  uint32_t step;
  double times;
  double until;
  uint64_t met;
  size_t number;
  uint32_t cpu;
  void *actor;
  uint32_t realm;
  const double *turn;
};

/* A simulation being prepared and run.
 * run       for values, costs; its first "globals" are those of the run
 * life      memory of one replication
 * weight    processors of a program
 * crews     teams that have ended
 * memory    by level, the first of the resources that stand for the bandwidth
 *           of the sockets, LCM_VM_NONE where cores do not share it; "sockets"
 *           of them each, 0 where no bandwidth is shared
 * ranks     the last ranks at work; NULL: none
 * realms    of ranks; realm: 1 + the number of that which is present
 * holds     resources that may be had several times by the one who has them
 * compiled  functions that have code; room: of the stack
 * stack     for expressions
 * steps     instructions since a process last waited
 * random    whether the model draws
 * executing the process that runs, for messages */
typedef struct lcm_vm {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_simulate_options *options;
  struct lcm_run run;
  LCM_LIST(struct lcm_vm_instruction) code;
  LCM_LIST(struct lcm_vm_expr) exprs;
  LCM_LIST(struct lcm_vm_operation) operations;
  LCM_LIST(struct lcm_vm_ref) refs;
  LCM_LIST(struct lcm_vm_claims) claims;
  LCM_LIST(uint32_t) targets;
  LCM_LIST(struct lcm_vm_array) arrays;
  LCM_LIST(struct lcm_vm_function *) functions;
  LCM_LIST(struct lcm_vm_instance) instances;
  LCM_LIST(struct lcm_vm_known) known;
  size_t n_conditions;
  size_t n_resources;
  size_t max_stack;
  double *stack;
  lcm_arena life;
  lcm_sim *sim;
  struct lcm_random random;
  double weight;
  struct lcm_vm_crew *crews;
  lcm_sim_index memory[LCM_MAX_LEVELS];
  uint32_t sockets;
  struct lcm_vm_ranks *ranks;
  LCM_LIST(struct lcm_vm_realm) realms;
  uint32_t realm;
  LCM_LIST(struct lcm_vm_hold) holds;
  size_t compiled;
  size_t room;
  bool draws;
  unsigned long long steps;
  struct lcm_vm_recorder *recorder;
  lcm_status status;
} lcm_vm;

/* A name that has a slot. */
struct lcm_vm_name {
  const char *name;
  uint32_t slot;
};

/* A function being compiled.
 * indices  names of enclosing ranges, the innermost last
 * lets     other names
 * depth    nesting
 * in_team  the code is of a team */
struct lcm_vm_scope {
  lcm_vm *vm;
  struct lcm_vm_function *function;
  LCM_LIST(struct lcm_vm_name) indices;
  LCM_LIST(struct lcm_vm_name) lets;
  size_t depth;
  bool in_team;
  size_t stack;
  lcm_loc at;
};

/* How many names every function of a program has after its params. */
enum { LCM_VM_HIDDEN = 6 };
