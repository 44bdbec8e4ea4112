/* Programs in simulation: what compile.c prepares, and team.c and task.c
 * run. */
#pragma once

#include "composer/rules/rules.h"
#include "composer/simulate/internal.h"

enum { LCM_VM_CACHE = 64 };

/* What is done: "alone" seconds, then the pieces, that share bandwidth.
 * weight, key   for which processors and values of the leaf's keys
 * movers        and how many processors move bytes at the same time */
struct lcm_vm_plan {
  double weight;
  double movers;
  double *key;
  double alone;
  struct lcm_pieces pieces;
};

/* A node with the names that are visible there.
 * keys   slots on which its cost depends
 * drawn  it is random: its cost is found anew each time
 * plans  costs found so far */
struct lcm_vm_leaf {
  const lcm_node *node;
  const lcm_function *function;
  const struct lcm_vm_name *names;
  size_t n_names;
  const uint32_t *keys;
  size_t n_keys;
  bool drawn;
  struct lcm_vm_plan *plans[LCM_VM_CACHE];
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
  LCM_VM_LOOP_ROUND,  /* chunks so far; negative: a task with one chunk */
  LCM_VM_LOOP_COUNT,  /* iterations */
  LCM_VM_LOOP_CHUNK,  /* iterations of a chunk; 0: not said */
  LCM_VM_LOOP_FIRST,  /* first value of the index */
  LCM_VM_LOOP_STRIDE, /* how it grows */
  LCM_VM_LOOP_SLOTS
};

/* A worksharing loop, or sections.
 * slot     of its state; index: of the index, or LCM_VM_NONE
 * plain    its iterations only cost; uniform: all the same
 * ordered  a chunk has its turn after the one before
 * demand   chunks go to whoever asks; deal: of which size
 * tasks    chunks are tasks
 * targets  of sections: where they begin; n_targets: how many; 0: a loop;
 *          blocks: they are dealt out in blocks
 * finish   the end of a chunk that is a task */
struct lcm_vm_loop {
  struct lcm_vm_leaf leaf;
  uint32_t slot;
  uint32_t index;
  bool plain;
  bool uniform;
  bool ordered;
  bool demand;
  enum lcm_deal deal;
  bool tasks;
  uint32_t targets;
  uint32_t n_targets;
  bool blocks;
  uint32_t finish;
};

/* A group of tasks: how many are not finished. */
struct lcm_vm_group {
  size_t pending;
  struct lcm_vm_group *outer;
};

/* A task, made or being executed, or what a member does by itself.
 * next     instruction where it begins, with "frame"
 * parent   the task that made it; pending: tasks that it made and that are not
 *          finished; queued: not begun
 * group    innermost group it was made in
 * at_once  a task of its own that it has to execute before it goes on; NULL:
 *          none
 * final    all tasks that it makes are such
 * keys     what it depends on; writes[i]: not only "in"
 * outer    what its member was executing before
 * link, back   made next, and before; of those not begun */
struct lcm_vm_job {
  uint32_t next;
  bool done;
  struct lcm_vm_frame *frame;
  struct lcm_vm_job *parent;
  size_t pending;
  size_t queued;
  struct lcm_vm_group *group;
  struct lcm_vm_job *at_once;
  bool final;
  const char *const *keys;
  const bool *writes;
  size_t n_keys;
  struct lcm_vm_job *outer;
  struct lcm_vm_job *link;
  struct lcm_vm_job *back;
};

/* A team at work.
 * k, weight   members, and processors of each; room: members there is room for
 * cpu      resource that its members share, where they or those of a team
 *          around are more than the processors; LCM_VM_NONE: none
 * own      the resource made for it, of "w" processors
 * arrived  members at the present barrier; met: barriers so far
 * idle     members that wait for others, "n_idle" of them
 * shared   how many iterations of each worksharing construct are given away;
 *          busy: until when its counter is held; turns: how many iterations are
 *          through with what is ordered
 * rolls    what was drawn for all members alike
 * first, last   tasks made and not begun; running: begun and not finished
 * depending     tasks with dependences, all in the order of their making
 * self     what the members do by themselves
 * clocks   what each member does in a node that all execute together */
struct lcm_vm_crew {
  size_t k;
  double weight;
  double w;
  size_t room;
  uint32_t cpu;
  uint32_t own;
  size_t arrived;
  uint64_t met;
  lcm_process **idle;
  size_t n_idle;
  LCM_LIST(double) shared;
  LCM_LIST(double) busy;
  LCM_LIST(double) turns;
  LCM_LIST(double) rolls;
  struct lcm_vm_job *first;
  struct lcm_vm_job *last;
  size_t running;
  LCM_LIST(struct lcm_vm_job *) depending;
  struct lcm_vm_job *self;
  double *clocks;
  struct lcm_vm_crew *next;
};

/* Run the instruction "at" of programs for "process"; return whether it runs
 * on. */
bool lcm_vm_step_program(lcm_vm *vm, lcm_process *process,
                         const struct lcm_vm_instruction *at);
