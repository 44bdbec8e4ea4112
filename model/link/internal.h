/* What the files link*.c say to each other. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/structure/structure.h"

/* What a call passes: in its argument number "at", the function "key", or what
 * the parameter or pointer "key" holds where "forwarded"; LCM_PASSED_NONE: no
 * function, LCM_PASSED_ANY: nobody knows. */
struct lcm_passed {
  size_t at;
  const char *key;
  bool forwarded;
};

#define LCM_PASSED_NONE "0"
#define LCM_PASSED_ANY "?"

typedef LCM_LIST(struct lcm_passed) lcm_passed_list;

/* What the pointers to functions of a program may hold. */
typedef struct lcm_holdings lcm_holdings;

/* What a pointer may hold: the functions with the "n" keys "functions", sorted.
 * unknown  "which 'dlsym' may return": nobody knows what else; NULL: nothing
 * open     there are none, but something that the program lacks may set it */
struct lcm_held {
  const char *const *functions;
  size_t n;
  const char *unknown;
  bool open;
};

/* The CALL nodes of a function, and the opaque ones that stand around those
 * through pointers, in preorder. */
typedef LCM_LIST(const lcm_node *) lcm_node_refs;

/* What became of a call through a pointer.
 * left    one is left that was not resolved
 * said    what the call itself says; why: what is known besides; may be NULL
 * id, text   of the note on it where none is left; text NULL: there is none */
struct lcm_outcome {
  lcm_loc loc;
  bool left;
  const char *said;
  const char *why;
  lcm_diag_id id;
  const char *text;
};

/* What became of all; "index" leads from what tells one to its place. */
typedef struct lcm_outcomes {
  lcm_ctx *ctx;
  lcm_map index;
  LCM_LIST(struct lcm_outcome) all;
} lcm_outcomes;
