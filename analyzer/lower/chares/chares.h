/* What the file says of chares (<lcmodel/md.h>): which entries there are, and
 * what they pass on beside their messages. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* What a call does. */
enum lcm_chare_act {
  LCM_CHARE_CREATE,     /* a message to a new chare, wherever that goes */
  LCM_CHARE_CREATE_ON,  /* or on a processor */
  LCM_CHARE_SEND,       /* to a chare that exists */
  LCM_CHARE_BROADCAST,  /* to all branches */
  LCM_CHARE_OFFICE,     /* the same, which creates them */
  LCM_CHARE_QUIESCENCE, /* one once no message is left */
  LCM_CHARE_REPLY,      /* a question to the system, whose answer is one */
  LCM_CHARE_STORE,      /* a message to the system, without an answer */
  LCM_CHARE_SET,        /* gives a readonly variable its value */
  LCM_CHARE_IMPROVE,    /* offers a value of a monotonic variable */
  LCM_CHARE_COMPUTE,    /* lets time pass */
  LCM_CHARE_EXIT,       /* ends the run */
  LCM_CHARE_LOCAL,      /* nothing that takes time */
  LCM_CHARE_RUN         /* runs a program */
};

/* A function of <lcmodel/md.h>: see chares.def. */
struct lcm_chare_function {
  const char *name;
  enum lcm_chare_act act;
  int target;
  int entry;
  int data;
  int size;
  int priority;
};

/* An entry of the program. */
struct lcm_chare_entry {
  long long number;
  const char *name; /* "chare@entry" */
  const char *function;
  const lcm_ast *defined; /* its function, NULL: the file does not define it */
};

/* A shared variable of the program. */
struct lcm_chare_variable {
  long long number;
  long long size; /* bytes of its value, -1: not known */
  bool flood;     /* it spreads by flooding */
};

/* A message that comes back to where it was sent from, the call "call", and a
 * comment says how often: "name" is what is left of that. */
struct lcm_chare_round {
  const lcm_ast *call;
  const char *name;
  const lcm_expr *count;
};

/* What entries read through md_user: the member with the key "key" as "name".
 */
struct lcm_chare_member {
  const char *name;
  const char *key;
};

struct lcm_chares {
  LCM_LIST(struct lcm_chare_entry) entries;
  LCM_LIST(struct lcm_chare_variable) variables;
  LCM_LIST(struct lcm_chare_member) members;
  LCM_LIST(struct lcm_chare_round) rounds;
  const char *user; /* the variable that md_user gives, or NULL */
  /* functions of the file that entries execute, by name */
  lcm_map within;
  /* bytes that calls of md_set give to readonly variables, those that were
   * lowered; how many calls these are */
  const lcm_expr *readonly;
  size_t n_set;
  bool computes; /* md_compute says what entries take */
  bool placed;   /* md_processor is asked for */
};
