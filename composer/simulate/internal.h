/* What the files simulate_*.c say to each other.
 *
 * A structure is compiled into instructions once for a point, with the values
 * of the params put in; the processes of the kernel run them.  The locals of a
 * process are numbered slots of a frame; a slot that has no value is NaN. */
#pragma once

#include "base/list.h"
#include "composer/engine/run.h"
#include "composer/simulate/simulate.h"
#include "simulator/random.h"
#include "simulator/simulator.h"

enum {
  LCM_VM_MAX_CLAIMS = 64,
  LCM_VM_MAX_SUBSCRIPTS = 8,
  LCM_VM_MAX_CALLS = 10000
};

#define LCM_VM_NONE UINT32_MAX

/* An operation on a stack of numbers.
 * CONST k, SLOT a: push                 STORE a: pop into slot a
 * SUM, MUL (times k), MAX, MIN: of the a topmost
 * ONE a, TWO a: the operator of kind a   JUMP_UNLESS, JUMP: to operation a
 * OVER a: sum, product or maximum (kind a) over slot b, of the operations up to
 *       operation c; its range lies on the stack
 * DRAW a: a random quantity of kind a, its arguments popped */
enum lcm_vm_operator {
  LCM_VM_CONST,
  LCM_VM_SLOT,
  LCM_VM_STORE,
  LCM_VM_SUM,
  LCM_VM_MUL,
  LCM_VM_MAX,
  LCM_VM_MIN,
  LCM_VM_ONE,
  LCM_VM_TWO,
  LCM_VM_JUMP_UNLESS,
  LCM_VM_JUMP,
  LCM_VM_OVER,
  LCM_VM_DRAW
};

struct lcm_vm_operation {
  enum lcm_vm_operator what;
  uint32_t a;
  uint32_t b;
  uint32_t c;
  double k;
};

/* A compiled expression: a number, or the operations first .. last - 1.
 * draws  it contains random quantities */
struct lcm_vm_expr {
  bool constant;
  bool draws;
  double value;
  uint32_t first;
  uint32_t last;
};

/* END        of a process or of a function
 * DELAY      for expression a
 * USE        claims a for expression b
 * ACQUIRE    claims a, kept in the slots from b on; RELEASE: those; c: they
 *            may be had several times by the one who has them
 * WAIT, SIGNAL   reference a
 * SET        slot a = expression b
 * GOTO       instruction a; UNLESS: where expression b is 0
 * KNOWN      goto c where expression b is not known
 * TEST       goto c where slot a is beyond slot b; STEP: slot a += expression
 *            b (times it where "more"), goto c
 * COUNT      slot a -= 1 and go on, or goto b where it is not positive
 * ROLL       slot a = a random number in [0, 1); b: the same for all members
 *            of the team
 * CHANCE     where slot a < expression b go on, else subtract and goto c
 * FORK       a process at each of the b targets from a on
 * FORK_RANGE processes with slot a from there to slot b, at instruction c
 * JOIN       wait for them, goto a
 * CALL       function a with the struct lcm_vm_call "more"
 * The rest is of programs:
 * LEAF       do what the struct lcm_vm_leaf "more" costs
 * TIMES      slot a = how often the loop of the leaf "more" runs
 * TEAM       a team of the struct lcm_vm_team "more", goto c
 * SHARE      begin the loop or the sections of the struct lcm_vm_loop "more"
 * ITERATE    go on with the next part of it, goto c where there is none
 * BARRIER    of the team; a: the end of the team, which costs nothing
 * TASK       make the task of the leaf "more", whose code begins behind; goto c
 * START      of a task; FINISH: its end
 * TASKWAIT   for the tasks made by this one
 * GROUP      begin a task group; UNGROUP: wait for its tasks
 * TOGETHER   all members meet and do what the leaf "more" costs together
 * WEIGHT     of what follows, as the unit of the leaf "more"; b: as before
 * PLACE      slot b = places for "c" units on the processors that there are
 *            (a = 0), wait for one (1), give it back (2); or the processors to
 *            share (3), share them (4)
 * LOCKED     do what getting a lock costs
 * TURN       in an ordered loop, wait until it is the turn of the chunk (a =
 *            0), or leave what is ordered (1), and goto c
 * RANKS      write down what ranks do and start them, goto c
 * PLAY       the next thing that a rank does
 * CARRY      a message goes on
 * HAND       what a rank does together with others goes on */
enum lcm_vm_code {
  LCM_VM_END,
  LCM_VM_DELAY,
  LCM_VM_USE,
  LCM_VM_ACQUIRE,
  LCM_VM_RELEASE,
  LCM_VM_WAIT,
  LCM_VM_SIGNAL,
  LCM_VM_SET,
  LCM_VM_GOTO,
  LCM_VM_UNLESS,
  LCM_VM_KNOWN,
  LCM_VM_TEST,
  LCM_VM_STEP,
  LCM_VM_COUNT,
  LCM_VM_ROLL,
  LCM_VM_CHANCE,
  LCM_VM_FORK,
  LCM_VM_FORK_RANGE,
  LCM_VM_JOIN,
  LCM_VM_CALL,
  LCM_VM_LEAF,
  LCM_VM_TIMES,
  LCM_VM_TEAM,
  LCM_VM_SHARE,
  LCM_VM_ITERATE,
  LCM_VM_BARRIER,
  LCM_VM_TASK,
  LCM_VM_START,
  LCM_VM_FINISH,
  LCM_VM_TASKWAIT,
  LCM_VM_GROUP,
  LCM_VM_UNGROUP,
  LCM_VM_TOGETHER,
  LCM_VM_WEIGHT,
  LCM_VM_PLACE,
  LCM_VM_LOCKED,
  LCM_VM_TURN,
  LCM_VM_RANKS,
  LCM_VM_PLAY,
  LCM_VM_CARRY,
  LCM_VM_HAND
};

struct lcm_vm_instruction {
  enum lcm_vm_code code;
  uint32_t a;
  uint32_t b;
  uint32_t c;
  const lcm_node *node;
  void *more;
};

/* A resource or condition with its subscripts.
 * array    number in lcm_vm.arrays; LCM_VM_NONE: of instances made on the way
 * name     of those
 * indices  expressions */
struct lcm_vm_ref {
  uint32_t array;
  const char *name;
  const uint32_t *indices;
  size_t n_indices;
};

/* What is claimed together.
 * constant  the claims at "claims" are known; else "n" references */
struct lcm_vm_claims {
  bool constant;
  const struct lcm_claim *claims;
  size_t n_claims;
  const uint32_t *refs;
  size_t n;
};

/* An array of resources or conditions: elements from[i] .. from[i] +
 * extent[i] - 1 in each direction, the first of them "base" in the kernel. */
struct lcm_vm_array {
  const char *name;
  bool condition;
  lcm_sim_index base;
  size_t n_subscripts;
  double from[LCM_VM_MAX_SUBSCRIPTS];
  double extent[LCM_VM_MAX_SUBSCRIPTS];
  const lcm_resource *resource;
};

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

/* The names that every function of a program has after its params. */
enum { LCM_VM_HIDDEN = 6 };
const char *lcm_vm_hidden(const lcm_vm *vm, size_t i);

/* Note that "process" has waited for "letters" since "since". */
struct lcm_letters;
