/* The header of a loop: index, bounds and step. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* A piece of a text: offsets. */
struct lcm_slice {
  size_t begin;
  size_t end;
};

/* The header of a loop taken apart. */
struct lcm_header {
  /* that the slices lie in: the file, or what a macro stands for */
  const char *text;
  /* "text" is the file itself */
  bool raw;
  struct lcm_slice init;
  struct lcm_slice cond;
  struct lcm_slice step;
  /* the variable that it counts by */
  const char *index;
  /* the condition counts down itself: `i--` or `i-- > 0` */
  bool before;
  /* of a loop that is no such `for`: the condition moves the index before the
   * body runs; it reads it before that; the body runs before the condition */
  bool after;
  bool late;
  bool once;
  /* the statement of the body with the condition, which holds where the loop
   * ends, of a loop whose header never does that; NULL for others */
  const lcm_ast *left;
  /* of several conditions those count that can be read */
  bool partly;
};

/* Take the header of "loop" apart; false where that cannot be read. */
bool lcm_header_read(struct lcm_header *out, struct lcm_lowering *l,
                     const lcm_ast *loop);

/* Find the index: the variable of the step that the condition reads. */
bool lcm_header_index(struct lcm_header *h, struct lcm_lowering *l);

/* Put the values that the index of the loop "loop" takes into "*out"; false
 * where it is not one that can be counted. */
bool lcm_lower_header(lcm_iteration *out, struct lcm_lowering *l,
                      const lcm_ast *loop);

/* As lcm_lower_header, for what the header of a `for` alone says: what is in
 * the body may end the loop before. */
bool lcm_header_plain(lcm_iteration *out, struct lcm_lowering *l,
                      const lcm_ast *loop);

/* As lcm_lower_header, by what can be read of several conditions that all have
 * to hold, for a loop that the others may end before. */
bool lcm_header_partly(lcm_iteration *out, struct lcm_lowering *l,
                       const lcm_ast *loop);

/* As lcm_lower_header, for a loop that is executed and has "trips" rounds,
 * whatever ends it. */
bool lcm_header_ran(lcm_iteration *out, struct lcm_lowering *l,
                    const lcm_ast *loop, long long trips);

/* As lcm_lower_header, and put whether the index becomes smaller into
 * "*down". */
bool lcm_header_values(lcm_iteration *out, bool *down, struct lcm_lowering *l,
                       const lcm_ast *loop);

/* Return the condition, of its index, that the round of the loop "loop" is its
 * last where its header never ends it and "exit", a statement of its body,
 * does; NULL where it is not known, and for other statements. */
const lcm_expr *lcm_header_left(struct lcm_lowering *l, const lcm_ast *loop,
                                const lcm_ast *exit);

/* Return how often the loop "loop" runs where it does so to elements of arrays:
 * these go by the name of the array, as their mean; NULL for other loops. */
const lcm_expr *lcm_header_to_element(struct lcm_lowering *l,
                                      const lcm_ast *loop);

/* Return the part of the header of the `for` "loop" that is not followed where
 * that counts as OpenMP wants it, and its values are not known; NULL where it
 * does not, or they are. */
const char *lcm_header_unread(struct lcm_lowering *l, const lcm_ast *loop);

/* Return the child of the loop "ast" that is its body. */
const lcm_ast *lcm_loop_body(const lcm_ast *ast);

/* Return the first statement of the body of the loop "ast". */
const lcm_ast *lcm_loop_statements(const lcm_ast *ast);

/* Return the innermost loop around "ast" in its function, NULL where there is
 * none. */
const lcm_ast *lcm_loop_around(const lcm_ast *ast);

/* Return which part of the header "h" of the loop "ast" its child "child" is:
 * 0 the start, 1 the condition, 2 the step. */
int lcm_header_part(const struct lcm_header *h, const lcm_ast *ast,
                    const lcm_ast *child);
