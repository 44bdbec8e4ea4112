/* What is known of a program whose members are settled: for those who settle
 * them, model/link/members.c and its parts. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/link/cycles.h"
#include "model/link/holdings.h"
#include "model/structure/structure.h"

/* A word that is said of members. */
struct lcm_said {
  char what;
  const char *key;
  const char *more; /* a name or key, or NULL */
  size_t function;
  unsigned at;
  const char *head; /* what the structure begins with */
  const lcm_expr *value;
};

/* Numbers of words that are about one key. */
typedef LCM_LIST(size_t) lcm_number_list;

typedef LCM_LIST(const char *) lcm_name_list;

/* A call of a function. */
struct lcm_caller {
  size_t function;
  const lcm_node *node;
};

/* A program whose members are settled. */
struct lcm_settling {
  lcm_ctx *ctx;
  const lcm_program *program;
  LCM_LIST(struct lcm_said) words;
  lcm_map about;     /* from keys to lcm_number_lists */
  lcm_map functions; /* from keys to 1 + their numbers */
  lcm_node_refs *calls;
  lcm_map callers;        /* from keys of functions to lists of calls */
  lcm_map held;           /* functions that pointers may hold */
  lcm_map spoiled;        /* structures */
  lcm_holdings *holdings; /* what pointers hold; NULL: nobody has asked */
  lcm_map settled;        /* from members to values; 1: none */
  bool open;              /* functions that the program lacks get structures */
  bool *live;             /* functions that may run */
  /* names that mean several variables; "named": they are found */
  lcm_map others;
  bool named;
  LCM_LIST(lcm_param) defaults; /* of members that arguments may set */
  bool whole;                   /* the program is */
  bool modelled; /* comments give costs, beside which calls may be left out */
};

typedef LCM_LIST(struct lcm_caller) lcm_caller_list;

/* Note "key" in "map"; return whether that is news. */
bool lcm_settling_put(struct lcm_settling *s, lcm_map *map, const char *key);

/* Return whether function number "i" says "what" of "key"; what else it says
 * goes to "*more". */
bool lcm_settling_says(struct lcm_settling *s, size_t i, char what,
                       const char *key, const char **more);

/* Return the list of the words about "key", a new one where there is none. */
lcm_number_list *lcm_settling_list(struct lcm_settling *s, const char *key);

/* Return the number of the function "key", the number of them for none that
 * has a body. */
size_t lcm_settling_function(const struct lcm_settling *s, const char *key);

/* Return the structure that the member "key" is one of; "key" for a
 * variable. */
const char *lcm_settling_record(lcm_ctx *ctx, const char *key);

/* Return whether "name" is a param of the program. */
bool lcm_settling_is_param(const struct lcm_settling *s, const char *name);

/* Return whether "f" may be called through a pointer. */
bool lcm_settling_is_held(const struct lcm_settling *s, const lcm_function *f);

/* Return what the call "node" passes as argument "k"; NULL where that is not
 * known. */
const lcm_expr *lcm_settling_passed(const lcm_node *node, size_t k);
