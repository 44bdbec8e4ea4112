/* What the whole file does to its variables, structures and functions. */
#pragma once

#include "base/list.h"
#include "base/map.h"

/* What is noted of a name that several members of structures have. */
enum { LCM_MEMBER_AMBIGUOUS = 1 };

/* Something outside of the program that is taken not to be there. */
struct lcm_lacking {
  const char *function; /* the one that asks for it */
  const char *text;     /* says that it is not there */
};

struct lcm_globals {
  /* variables at file scope by name, each an lcm_ast * */
  lcm_map declarations;
  /* those of them (by key) that some function may change */
  lcm_map changing;
  /* those that `main` sets once, before anything reads them, by name: what they
   * hold, each a const lcm_expr * */
  lcm_map once;
  /* arrays (by key) of which it is known whether the file puts random numbers
   * into them: 1, and 2 where it does */
  lcm_map random;
  /* parameters that are pointers (by key): how what calls pass for them changes
   * in loops around the calls, an enum lcm_pace */
  lcm_map paces;
  /* variables and members (by key) that arguments of the program may give
   * values to */
  lcm_map optional;
  /* functions (by name) of which what they do only for some arguments is left
   * out */
  lcm_map asking;
  /* variables (by key) that hold what is found outside of the program, values
   * of its environment or files that it reads: what asks for that, a const
   * lcm_ast *; 1: the program needs it */
  lcm_map absent;
  /* texts that variables of the function at hand (by key, or key and member)
   * hold where the program gets no options, each a const char *; 0: not
   * known */
  lcm_map texts;
  /* what is taken not to be there */
  LCM_LIST(struct lcm_lacking) lacking;
  /* those of them that are the rank or the number of ranks: from the key to the
   * name, a const char * */
  lcm_map asked;
  /* members of structures by name: the key of the only one called so, as a
   * pointer, or LCM_MEMBER_AMBIGUOUS */
  lcm_map members;
  /* names of members that are whole numbers, 1, and of others, too, 2 */
  lcm_map whole_members;
  /* arrays (by key) that nothing changes, each what declares it, a const
   * lcm_ast *; 1: others */
  lcm_map tables;
  /* how topologies of ranks use variables (by key), where "grids" */
  lcm_map told;
  /* names of members that MPI sets once, by their keys; NULL: of others */
  lcm_map told_members;
  /* variables at file scope (by key) that are followed through the whole
   * program, or not: see access/variable.c */
  lcm_map followed;
  /* those that headers define (by key, and by name), each a
   * const lcm_record_note * */
  lcm_map outside;
  /* what may be below zero, by the names of variables: see values/sign.c */
  lcm_map signs;
  /* functions that the file defines, by name */
  lcm_map defined;
  /* what those of them return of which that is known, by name: see
   * values/result.c */
  lcm_map results;
  /* loops that were executed: see values/run/run.c */
  lcm_map ran;
  /* functions of which it was asked whether they come to call themselves, by
   * name: 1 they do not, 2 they do */
  lcm_map returning;
  /* functions that do no more with arrays they get than to read whole numbers,
   * by name: each a const lcm_ast * */
  lcm_map rows;
  /* parameters of these, by key, for which some call gives an array at file
   * scope, or a row of one */
  lcm_map passed;
  /* the file has topologies of ranks */
  bool grids;
  /* arrays have the values they begin with */
  bool initial;
};
