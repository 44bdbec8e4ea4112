/* The instructions that a structure is compiled into. */
#pragma once

#include "model/structure/structure.h"
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

/* A compiled expression: a number, or the operations first .. last - 1. */
struct lcm_vm_expr {
  bool constant;
  bool draws; /* it contains random quantities */
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

/* A resource or condition with its subscripts. */
struct lcm_vm_ref {
  /* number in lcm_vm.arrays; LCM_VM_NONE: of instances made on the way */
  uint32_t array;
  const char *name;        /* of those */
  const uint32_t *indices; /* expressions */
  size_t n_indices;
};

/* What is claimed together. */
struct lcm_vm_claims {
  bool constant; /* the claims at "claims" are known; else "n" references */
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
