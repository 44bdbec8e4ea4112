/* Parts of data that nodes read and write, and the ranges of indices. */
#pragma once

#include "model/expr/expr.h"

/* The range of a loop index: from .. to, both included, in steps of "step"
 * (NULL: 1).  A loop that multiplies its index has "factor" instead (i *= 2;
 * NULL: none). */
typedef struct lcm_iteration {
  const char *index;
  const lcm_expr *from;
  const lcm_expr *to;
  const lcm_expr *step;
  const lcm_expr *factor;
} lcm_iteration;

/* One step into a variable: elements lower .. lower + length - 1 of an array,
 * or the member "field" of a structure (NULL: of an array); all three NULL
 * when all or unknown elements are meant.  What a pointer given to a call
 * points to ends with a step without a length, whose "lower" the pointer points
 * at, or with the field LCM_FIELD_ADDRESS: what stands before it, alone. */
struct lcm_extent {
  const lcm_expr *lower;
  const lcm_expr *length;
  const char *field;
};

#define LCM_FIELD_ADDRESS "&"

/* The index that what a pointer given to a call points to runs over, from 0 to
 * how many elements the row has in which it points (0: that is not known). */
#define LCM_INDEX_ROW "row"

/* What stands for an amount that may be another one each time. */
#define LCM_AMOUNT_OPEN "amount.open"

/* A part of a variable that a fragment reads or writes.
 * node that this moves */
typedef struct lcm_section {
  const char *datum; /* interned display name: "a", "*q" */
  /* interned identity of the variable: unique in the program */
  const char *key;
  /* "n_extents" of them, outermost step first: a section covers all that lies
   * below its last one; 0: the whole */
  const struct lcm_extent *extents;
  size_t n_extents;
  /* "n_over" indices, outermost first, of which the extents speak: the section
   * is the union over their ranges (a diagonal, a triangle, a stride) */
  const lcm_iteration *over;
  size_t n_over;
  /* bytes of one element (of the whole where n_extents is 0); NULL when
   * unknown */
  const lcm_expr *element;
  /* where edits are tried: of how many elements the first step chooses one;
   * NULL: that is not known */
  const lcm_expr *count;
  /* of a member of structures in an array, where costs are counted: bytes of
   * one of these, and from its begin to the member; else NULL */
  const lcm_expr *pitch;
  const lcm_expr *offset;
  /* what is assumed where the extents are not exactly what is touched, but
   * enclose it; NULL where nobody said */
  const char *why;
  /* the extents are exactly what is touched, not an enclosing guess */
  bool exact;
  /* not exact, but just that where anything of it is touched at all: "why"
   * decides */
  bool maybe;
  bool declared;   /* written by the author (`input`, `output`), not derived */
  bool is_private; /* private to the member or task that executes the node */
  /* touched by a function from elsewhere, and among the bytes of the */
  bool priced;
  /* of an operation of message passing: read for its arguments, at once */
  bool passed;
  /* of what is written: it is only combined with something, as in `s += x`, by
   * operators whose order does not matter but for rounding */
  bool added;
  bool rounded; /* and that rounds */
  /* by which of them, as OpenMP calls it: "+", "max"; also where it is not
   * "added", but may be; NULL: it is not */
  const char *combined;
  bool pointed; /* and its name is that of a pointer to it */
  /* of a variable that is written: what each execution of the node adds to it;
   * LCM_AMOUNT_OPEN: that may differ, or be the same; NULL: it depends on data,
   * or nothing is said */
  const lcm_expr *by;
  /* of a variable that is written: each time; of one that is read: what is read
   * was written before by the same node, each time */
  bool sure;
  /* likewise, if the loops inside of the node run at all: it is written each
   * time, and what is read is what it held before the node each time */
  bool looped;
  bool atomic; /* by an atomic operation of C, or as an _Atomic variable */
  /* of a variable that threads share: how many rounds the loops inside of the
   * node have in which it is touched, at least; NULL: some, or not known */
  const lcm_expr *rounds;
  /* how much of it is touched where a choice decides, from 0 to 1; NULL: all */
  const lcm_expr *share;
  /* and that says exactly when: 1 where all of it is touched, else 0 */
  bool decided;
  /* name of a pointer behind which this lies and of which other files may say
   * where it points (struct lcm_points); NULL: none */
  const char *via;
  /* "2": a pointer that is kept in memory leads to it, and the first 2 steps
   * say where; "2 own": to memory that was allocated for that pointer alone;
   * "0 rows": of what an argument points to: the pointers that are kept there
   * lead to such memory; NULL: nothing of that */
  const char *loaded;
  /* "120 340": pointers lead to it, for which the variable is named at the
   * offset 120 of the file, and elsewhere up to 340; NULL: where it is
   * touched */
  const char *led;
  /* of what an argument points to: what it may point to instead; NULL:
   * nothing */
  const struct lcm_section *also;
  lcm_loc loc;
} lcm_section;
