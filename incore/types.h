/* Code of a compiler: functions, instructions, and what loops do. */
#pragma once

#include "base/ctx.h"
#include "base/list.h"

/* Most operands that are looked at. */
enum { LCM_ASM_OPERANDS = 5 };

/* An instruction. */
struct lcm_asm_instr {
  const char *text; /* without the comment behind it */
  const char *name; /* mnemonic, behind prefixes */
  const char *operands[LCM_ASM_OPERANDS];
  unsigned n_operands;
  unsigned file; /* 1 + number of the file that it comes from; 0: not said */
  unsigned line;
  bool inlined; /* written as assembly in the source */
};

/* A place in a function that has a name. */
struct lcm_asm_label {
  const char *name; /* interned */
  size_t at;        /* the instruction behind it */
};

/* A function. */
struct lcm_asm_function {
  const char *name;
  LCM_LIST(struct lcm_asm_instr) instrs;
  LCM_LIST(struct lcm_asm_label) labels;
};

/* A file that instructions come from. */
struct lcm_asm_file {
  unsigned number; /* 1 + its number in the text */
  const char *path;
};

/* What a compiler wrote. */
struct lcm_asm {
  LCM_LIST(struct lcm_asm_function) functions;
  LCM_LIST(struct lcm_asm_file) files;
};

/* A memory operand that moves from one iteration of the code to the next. */
struct lcm_asm_access {
  long long step; /* bytes, not negative */
  bool store;
  unsigned bytes; /* that a store writes; 0: not known */
};

/* What one iteration of a loop of the code does. */
struct lcm_asm_facts {
  LCM_LIST(struct lcm_asm_access) moving;
  LCM_LIST(const char *) still; /* places that are stored to and do not move */
  /* how often a value, and a whole number, waits for having been stored there,
   * and the cycles of what is computed from load to store; 0: none */
  double kept;
  double kept_whole;
  double kept_cycles;
  double flops;        /* operations on numbers, those of all lanes */
  double stores;       /* bytes that go to places that move */
  long long counter;   /* step of what ends it; 0: not known */
  bool packed;         /* some instruction works on several numbers */
  bool irregular;      /* some address is not followed */
  bool calls;          /* calls a function */
  bool inlined;        /* has assembly of the source in it */
  bool branches;       /* not all of it is executed in every iteration */
  const char *calling; /* what it calls, or NULL */
};

/* A source line of a loop, with how many instructions come from it. */
struct lcm_asm_line {
  unsigned file;
  unsigned line;
  unsigned n;
};

/* Divisions of an iteration, by registers of 16 bytes: of whole numbers, of
 * others, and square roots. */
struct lcm_asm_divisions {
  double whole;
  double quotients;
  double roots;
};

/* One way through a loop, from its first block to a jump back. */
struct lcm_asm_path {
  LCM_LIST(size_t) instrs; /* numbers in the function, in order */
  double share;            /* of the iterations, each jump as likely as not */
};

/* What binds a loop. */
enum lcm_incore_bound { LCM_BOUND_CHAIN, LCM_BOUND_PORTS, LCM_BOUND_FRONT };

/* An innermost loop of the code. */
struct lcm_asm_loop {
  const struct lcm_asm_function *function;
  LCM_LIST(size_t) instrs; /* numbers in the function, in order */
  LCM_LIST(struct lcm_asm_line) lines;
  LCM_LIST(struct lcm_asm_path) paths; /* none: there are too many */
  unsigned file; /* where its last jump comes from; 0: not said */
  unsigned line;
  struct lcm_asm_facts facts;
  /* of an iteration, where the tool said it; 0: not known */
  double cycles;
  double most; /* of them, on the way that has most */
  double last; /* of the way that was looked at last */
  double last_unhindered;
  /* of an iteration whose divisions are done at once; 0: it has none */
  double undivided;
  double undivided_unhindered; /* of one that waits for none before it, too */
  struct lcm_asm_divisions divisions;
  enum lcm_incore_bound bound;
  /* of an iteration that waits for none before it: the cycles, and how many
   * operations of the core it has */
  double unhindered;
  double operations;
};

typedef LCM_LIST(struct lcm_asm_loop) lcm_asm_loop_list;
