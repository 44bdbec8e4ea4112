/* Programs made of others: models replaced, and restructurings. */
#ifndef LIBLCM_EDIT_H
#define LIBLCM_EDIT_H

#include <stddef.h>

#include "log.h"
#include "program.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum liblcm_edit_kind {
  LIBLCM_EDIT_MODEL,               /* of one execution of the fragment */
  LIBLCM_EDIT_MODEL_PER_ITERATION, /* of one execution of the body of a loop */
  LIBLCM_EDIT_MODEL_PER_RUN,       /* of all executions in one run */
  LIBLCM_EDIT_WITH                 /* the value of a name below the fragment */
} liblcm_edit_kind;

/* A change of the fragment called "fragment" (of all that are so called).  A
 * model of "time" takes the place of one of "work" and the reverse; either
 * covers the categories of the fragment and all below it.
 * What is wrong with the expression is said at "FRAGMENT.NAME:1:column". */
struct liblcm_edit {
  const char *fragment;
  liblcm_edit_kind kind;
  /* the category ("pc", "time", ...) whose model is replaced or added, or the
   * variable that gets a value ("p", "n") */
  const char *name;
  /* in the comment language: "(k = 2 +/- 0.1) ns * n^2", "p/T - 1"; NULL: the
   * model or the value is taken away */
  const char *expression;
};

/* Put "program" with the "n" edits at "edits" made one after the other into
 * "*out". */
LIBLCM_CHECKED liblcm_code liblcm_program_edit(liblcm_program **out,
                                               const liblcm_program *program,
                                               const struct liblcm_edit *edits,
                                               size_t n, liblcm_log *log);

/* Restructurings, as after `--edit` of lcm (docs/reference/edits.md). */
struct liblcm_restructuring {
  /* "serialize fft.c:57; fuse fft.c:60 fft.c:67", one after the other */
  const char *text;
  /* what a dependence forbids is done all the same: that is a premise */
  int force;
};

/* Put "program" with the "restructuring" made into "*out", which has what has
 * to hold for it among its premises.  What is wrong with the text is said at
 * "--edit:1:column", that nothing is at a place, or something else
 * (LIBLCM_ERROR_USAGE), and that a dependence forbids it
 * (LIBLCM_ERROR_INPUT), where that is. */
LIBLCM_CHECKED liblcm_code liblcm_program_restructure(
    liblcm_program **out, const liblcm_program *program,
    const struct liblcm_restructuring *restructuring, liblcm_log *log);

/* What has to hold for a restructuring. */
struct liblcm_premise {
  const char *edit; /* the part of its text */
  const char *text; /* what has to hold */
  /* it is known to hold from what the parts read and write: else it is
   * assumed */
  int proved;
};

/* Return how many premises the restructurings have that "program" was made by;
 * linking programs, and their text form, forget them. */
size_t liblcm_program_premises(const liblcm_program *program);

/* Put premise "i" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_program_premise(struct liblcm_premise *out,
                                                  const liblcm_program *program,
                                                  size_t i);

#ifdef __cplusplus
}
#endif

#endif
