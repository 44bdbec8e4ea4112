/* Elements of arrays that statements write before they read them: what each
 * round of a loop may have for itself. */
#pragma once

#include "analyzer/lower/state/lowering.h"
#include "model/sections/sections.h"

struct lcm_collection;
struct lcm_object;

/* What is known where a statement begins. */
struct lcm_filling {
  bool on;      /* somebody wants to know */
  bool several; /* what follows is one of several variables */
  bool lost;    /* a jump may lead to here */
  bool left;    /* a jump may keep from coming to here */
  /* the elements that are written by now */
  lcm_fill_list writes;
  /* the arrays of which something may be read before it is written */
  LCM_LIST(const char *) exposed;
  /* the arrays of which something is written by now */
  LCM_LIST(const char *) touched;
  /* where elements are read of arrays that are not touched before */
  LCM_LIST(unsigned) early;
  LCM_LIST(unsigned) loops; /* the numbers of the loops around */
  unsigned n_loops;         /* how many loops there were */
  unsigned n_cases;         /* how many labels of `switch` */
};

/* Return whether "object" is a variable of which each thread can have a copy:
 * itself, or what a pointer that the function is given leads to. */
bool lcm_filling_is_own(struct lcm_lowering *l,
                        const struct lcm_object *object);

/* Note that "object" is read or written. */
void lcm_filling_note(struct lcm_collection *c, const struct lcm_object *object,
                      bool read, bool write, long long size,
                      const lcm_ast *ast);

/* Note that a counted loop begins, and ends. */
void lcm_filling_enter(struct lcm_collection *c);
void lcm_filling_leave(struct lcm_collection *c);

/* Note the jump or label "ast". */
void lcm_filling_jump(struct lcm_collection *c, const lcm_ast *ast);

/* Forget what was written since there were "n" such writes. */
void lcm_filling_forget(struct lcm_collection *c, size_t n);

/* Let the sections that are read say that they were written before. */
void lcm_filling_finish(struct lcm_collection *c);

/* Let "node" say where it reads elements of arrays that it writes nothing of
 * before: "12,47", offsets in the file. */
void lcm_filling_say(const struct lcm_collection *c, lcm_node *node);
