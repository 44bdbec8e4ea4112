/* Programs in simulation: what compile.c prepares, and team.c and task.c
 * run. */
#pragma once

#include "composer/simulate/internal.h"

enum { LCM_VM_CACHE = 64 };

/* What is done: "alone" seconds, then the pieces, that share bandwidth. */
struct lcm_vm_plan {
  /* weight, key: for which processors and values of the leaf's keys */
  double weight;
  double movers; /* and how many processors move bytes at the same time */
  double *key;
  double alone;
  struct lcm_pieces pieces;
};

/* A node with the names that are visible there. */
struct lcm_vm_leaf {
  const lcm_node *node;
  const lcm_function *function;
  const struct lcm_vm_name *names;
  size_t n_names;
  const uint32_t *keys; /* slots on which its cost depends */
  size_t n_keys;
  /* it is random: its cost is found anew each time */
  bool drawn;
  struct lcm_vm_plan *plans[LCM_VM_CACHE]; /* costs found so far */
};

/* Slots of what a team's code knows: its member's number, the size, the
 * processors. */
struct lcm_vm_team {
  struct lcm_vm_leaf leaf;
  uint32_t thread;
  uint32_t size;
  uint32_t p;
};

/* The state of a worksharing loop in a member, in slots from "slot" on. */
enum lcm_vm_loop_slot {
  LCM_VM_LOOP_FROM,   /* first iteration of the chunk */
  LCM_VM_LOOP_NEXT,   /* next iteration of the chunk */
  LCM_VM_LOOP_END,    /* end of the chunk */
  LCM_VM_LOOP_SHARED, /* number of the construct in the team */
  LCM_VM_LOOP_ROUND,  /* chunks so far; negative: of a taskloop, see team.c */
  LCM_VM_LOOP_COUNT,  /* iterations */
  LCM_VM_LOOP_CHUNK,  /* iterations of a chunk; 0: not said */
  LCM_VM_LOOP_FIRST,  /* first value of the index */
  LCM_VM_LOOP_STRIDE, /* how it grows */
  LCM_VM_LOOP_SLOTS
};

/* A worksharing loop, or sections. */
struct lcm_vm_loop {
  struct lcm_vm_leaf leaf;
  uint32_t slot;           /* of its state */
  uint32_t index;          /* of the index, or LCM_VM_NONE */
  bool plain;              /* its iterations only cost */
  bool uniform;            /* all the same */
  bool ordered;            /* a chunk has its turn after the one before */
  bool demand;             /* chunks go to whoever asks */
  enum lcm_assign_way way; /* of which size */
  bool tasks;              /* chunks are tasks */
  /* of sections: where they begin; n_targets: how many; 0: a loop; blocks: they
   * are assigned in blocks */
  uint32_t targets;
  uint32_t n_targets;
  bool blocks;
  uint32_t finish; /* the end of a chunk that is a task */
};

/* A group of tasks: how many are not finished. */
struct lcm_vm_group {
  size_t pending;
  struct lcm_vm_group *outer;
};

/* A task, made or being executed, or what a member does by itself. */
struct lcm_vm_job {
  uint32_t next; /* instruction where it begins, with "frame" */
  bool done;
  struct lcm_vm_frame *frame;
  struct lcm_vm_job *parent;  /* the task that made it */
  size_t pending;             /* tasks that it made and that are not finished */
  size_t queued;              /* not begun */
  struct lcm_vm_group *group; /* innermost group it was made in */
  /* a task of its own that it has to execute before it goes on; NULL: none */
  struct lcm_vm_job *at_once;
  bool final; /* all tasks that it makes are such */
  double priority;
  const char *const *keys; /* what it depends on; writes[i]: not only "in" */
  const bool *writes;
  size_t n_keys;
  struct lcm_vm_job *outer; /* what its member was executing before */
  /* link, back: in line behind and before it; of those not begun */
  struct lcm_vm_job *link;
  struct lcm_vm_job *back;
};

/* A team at work. */
struct lcm_vm_crew {
  size_t k; /* k, weight: members, and processors of each */
  double weight;
  double w;
  size_t room; /* members there is room for */
  /* resource that its members share, where they or those of a team around are
   * more than the processors; LCM_VM_NONE: none */
  uint32_t cpu;
  uint32_t own;       /* the resource made for it, of "w" processors */
  size_t arrived;     /* members at the present barrier */
  uint64_t met;       /* barriers so far */
  lcm_process **idle; /* members that wait for others, "n_idle" of them */
  size_t n_idle;
  /* how many iterations of each worksharing construct are given away */
  LCM_LIST(double) shared;
  LCM_LIST(double) busy; /* until when its counter is held */
  /* how many iterations are through with what is ordered */
  LCM_LIST(double) turns;
  LCM_LIST(double) rolls; /* what was drawn for all members alike */
  /* first, last: tasks made and not begun, by priority; those of one in the
   * order of their making */
  struct lcm_vm_job *first;
  struct lcm_vm_job *last;
  bool ranked;    /* some of these had a priority */
  size_t running; /* begun and not finished */
  /* tasks with dependences, all in the order of their making */
  LCM_LIST(struct lcm_vm_job *) depending;
  struct lcm_vm_job *self; /* what the members do by themselves */
  /* what each member does in a node that all execute together */
  double *clocks;
  struct lcm_vm_crew *next;
};

/* Run the instruction "at" of programs for "process"; return whether it runs
 * on. */
bool lcm_vm_step_program(lcm_vm *vm, lcm_process *process,
                         const struct lcm_vm_instruction *at);
