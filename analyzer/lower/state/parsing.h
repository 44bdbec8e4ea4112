/* Expressions of the source on their way to values: what was read last. */
#pragma once

#include "analyzer/clang/clang.h"

/* The expression of the offsets "begin" to "end". */
struct lcm_parsed {
  size_t begin;
  size_t end;
  const lcm_expr *expr;
};

/* The expansion of the "len" bytes at "from", in "function" where its variables
 * hide macros, else NULL. */
struct lcm_expanded {
  const char *from;
  size_t len;
  const lcm_ast *function;
  const char *text;
};

struct lcm_parsing {
  /* a condition is often asked for twice in a row */
  struct lcm_parsed last;
  /* the same of a subscript that a macro makes, by its begin and by how many
   * subscripts stand before it */
  struct lcm_parsed last_index;
  /* the text that macros make, without and with variables that hide them: all
   * that one use makes asks for the same */
  struct lcm_expanded last_expanded;
  struct lcm_expanded last_hidden;
  /* memory for the expansion of an expression */
  lcm_arena scratch;
  /* text without macros is being read */
  bool expanding;
  /* members are read as their names, whatever changes them, likewise */
  bool members;
  /* offset of the expression in the file that is being read; exact: it is being
   * read as it stands there */
  size_t at;
  bool exact;
  /* variables that loops change are read as their names, for someone who puts
   * their values there */
  bool unsettled;
  /* what is known where the expression that is being read is evaluated, a
   * struct leaving of control/leave.c; NULL: nobody says.  sealed: that is
   * being found out */
  const void *following;
  /* how far a function has been followed, of the same; NULL: none has */
  void *walked;
  bool sealed;
  /* says whether a number that is being read is never below zero, by the loops
   * around, whose bounds are read for that */
  lcm_natural_fn natural;
  /* says what number one is that may not fit its type, by what was done before;
   * NULL: nothing is lowered yet */
  lcm_known_fn known;
  /* executes calls of functions with known numbers, likewise */
  lcm_call_fn execute;
  /* that is being found out */
  bool deciding;
  /* what indices of loops begin and end with, for that: from the loop to an
   * lcm_iteration *, NULL where it is not known */
  lcm_map plain;
};
