/* Types that the files of this module share.
 *
 * A structure is compiled into instructions once for a point, with the values
 * of the params put in; the processes of the kernel run them.  The locals of a
 * process are numbered slots of a frame; a slot that has no value is NaN. */
#pragma once

#include "composer/engine/engine.h"
#include "composer/simulate/code/code.h"
#include "composer/simulate/types.h"

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

/* A function as compiled, inside a team or outside. */
struct lcm_vm_function {
  const lcm_function *function;
  /* only this node of it, which sees the "n_names" names at "names"; NULL: all
   * of it */
  const lcm_node *apart;
  const char *const *names;
  size_t n_names;
  bool in_team;
  uint32_t slots;            /* that its frames have */
  uint32_t entry;            /* its first instruction */
  struct lcm_vm_frame *free; /* frames that are free */
};

/* Whether the last task called "name" was executed at once; a list, which does
 * not change. */
struct lcm_vm_deferral {
  const char *name;
  bool at_once;
  const struct lcm_vm_deferral *next;
};

/* The locals of an execution of a function. */
struct lcm_vm_frame {
  struct lcm_vm_frame *up;
  struct lcm_vm_function *function;
  const lcm_section *pointees; /* see struct lcm_run */
  /* of the last tasks that were made here or around */
  const struct lcm_vm_deferral *deferrals;
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

/* What is declared, once more: memory of its own, such as a rank has. */
struct lcm_vm_realm {
  /* resources, conditions: by how much their indices in the kernel are
   * higher */
  uint32_t resources;
  uint32_t conditions;
};

struct lcm_vm_crew;
struct lcm_vm_job;
struct lcm_vm_plan;
struct lcm_vm_ranks;

/* A process. */
struct lcm_vm_process {
  uint32_t next;  /* its next instruction */
  uint32_t at;    /* the present one */
  uint32_t calls; /* depth of its calls */
  /* instruction that made it, and the value of the index it got */
  uint32_t maker;
  /* within an instruction of several steps; step: within "plan", which is done
   * "times" over; NULL: nothing is being done */
  uint32_t phase;
  double value;
  struct lcm_vm_frame *frame;
  double weight; /* processors that it has */
  /* team of which it is member number "member"; NULL: none */
  struct lcm_vm_crew *crew;
  uint32_t member;
  uint32_t seen;            /* worksharing constructs met so far */
  uint32_t rolled;          /* branches by chance that all members take alike */
  struct lcm_vm_job *job;   /* the task being executed; NULL: none */
  struct lcm_vm_crew *made; /* the team that it has made and waits for */
  const struct lcm_vm_plan *plan;
  uint32_t step;
  double times;
  double until; /* when the present piece of the plan has been computed */
  /* how often the team had met when it began to wait for the others */
  uint64_t met;
  size_t number; /* of the process in the schedule */
  /* 1 + the resource that it shares with threads that are more than the
   * processors; 0: none */
  uint32_t cpu;
  /* of a rank, a message, a part in what ranks do together: that */
  void *actor;
  uint32_t realm;     /* 1 + the number of its realm; 0: the first */
  const double *turn; /* state of the ordered loop around; NULL: none */
};

/* A simulation being prepared and run.
 * executing the process that runs, for messages */
typedef struct lcm_vm {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_simulate_options *options;
  /* for values, costs; its first "globals" are those of the run */
  struct lcm_run run;
  lcm_map told; /* nodes of which notes have told */
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
  double *stack;  /* for expressions */
  lcm_arena life; /* memory of one replication */
  lcm_sim *sim;
  struct lcm_random random;  /* whether the model draws */
  double weight;             /* processors of a program */
  struct lcm_vm_crew *crews; /* teams that have ended */
  /* by level, the first of the resources that stand for the bandwidth of the
   * sockets, LCM_VM_NONE where cores do not share it; "sockets" of them each, 0
   * where no bandwidth is shared */
  lcm_sim_index memory[LCM_MAX_LEVELS];
  uint32_t sockets;
  struct lcm_vm_ranks *ranks;           /* the last ranks at work; NULL: none */
  LCM_LIST(struct lcm_vm_realm) realms; /* of ranks */
  /* 1 + the number of that which is present */
  uint32_t realm;
  /* resources that may be had several times by the one who has them */
  LCM_LIST(struct lcm_vm_hold) holds;
  size_t compiled; /* functions that have code */
  size_t room;     /* of the stack */
  bool draws;
  unsigned long long steps; /* instructions since a process last waited */
  struct lcm_vm_recorder *recorder;
  lcm_status status;
} lcm_vm;

/* A name that has a slot. */
struct lcm_vm_name {
  const char *name;
  uint32_t slot;
};

/* A function being compiled. */
struct lcm_vm_scope {
  lcm_vm *vm;
  struct lcm_vm_function *function;
  /* names of enclosing ranges, the innermost last */
  LCM_LIST(struct lcm_vm_name) indices;
  LCM_LIST(struct lcm_vm_name) lets; /* other names */
  size_t depth;                      /* nesting */
  bool in_team;                      /* the code is of a team */
  size_t stack;
  lcm_loc at;
};

/* How many names every function of a program has after its params. */
enum { LCM_VM_HIDDEN = 6 };
