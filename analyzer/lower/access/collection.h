/* The collection of what a fragment reads and writes: its state. */
#pragma once

#include "analyzer/lower/access/again.h"
#include "analyzer/lower/access/filling.h"
#include "analyzer/lower/access/share.h"

/* A collection of accesses under way. */
struct lcm_collection {
  struct lcm_lowering *l;
  lcm_section_list reads;
  lcm_section_list writes;
  /* loops inside the fragment around the expression, outermost first */
  LCM_LIST(lcm_iteration) inner;
  struct lcm_loop_nest nest; /* with what is in them */
  struct lcm_filling filling;
  unsigned begin; /* begin, end: offsets of the fragment */
  unsigned end;
  /* what a function from elsewhere touches, whose bytes are known */
  bool priced;
  bool atomic; /* what an atomic operation touches */
  /* name of a function that is called and may keep something from call to call,
   * or speak with the world; NULL: none is */
  const char *keeps;
  /* the text of a number without a sign that may wrap around in a subscript;
   * NULL: none does */
  const char *wraps;
  bool is_ordered; /* it touches volatile data */
  /* why the expression may not be executed, NULL where it is; what decides may
   * differ in the iterations of the first "n_doubtful" of the loops "inner" */
  const char *doubt;
  bool vague; /* it is not only conditions that decide that */
  size_t n_doubtful;
  struct lcm_shares sharing; /* how likely it is executed */
  /* the expression in the fragment whose value is asked for, NULL: any */
  const lcm_ast *at;
  unsigned depth; /* of the expression that is being followed */
  /* the function whose results are asked for: numbers are in terms of the keys
   * of its parameters; NULL: they are in terms of the names where it reads */
  const lcm_ast *returning;
};

/* How an expression is used. */
enum lcm_mode {
  LCM_MODE_NONE = 0,
  LCM_MODE_READ = 1,
  LCM_MODE_WRITE = 2,
  LCM_MODE_UPDATE = 3
};
