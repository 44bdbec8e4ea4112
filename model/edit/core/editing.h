/* An edit in progress, and the places in the program that it speaks of. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/edit/core/step.h"
#include "model/structure/structure.h"

/* A node that an edit speaks of. */
struct lcm_edit_spot {
  size_t function; /* number of its function in the program */
  const lcm_node *node;
  /* the "n_above" nodes around it, outermost first */
  const lcm_node *const *above;
  size_t n_above;
};

typedef LCM_LIST(struct lcm_edit_spot) lcm_edit_spots;

/* A node and what comes in its place, NULL: nothing. */
struct lcm_edit_change {
  const lcm_node *old;
  const lcm_node *now;
};

/* What stands in the way of iterations that are executed at the same time, or
 * what they take. */
enum lcm_edit_reason_kind {
  LCM_REASON_DEPENDENCE, /* of elements or members */
  LCM_REASON_VARIABLE,   /* a variable is handed from one to the next */
  LCM_REASON_HEADER,     /* they change what the header of the loop reads */
  LCM_REASON_UNSEEN,     /* it is not known what something does */
  LCM_REASON_ALIAS,      /* two pointers may point to the same data */
  LCM_REASON_EXIT,       /* the loop may be left early */
  LCM_REASON_INDEX,      /* something may change the index */
  LCM_REASON_WRAP,       /* a number may wrap around */
  LCM_REASON_TASK,       /* tasks wait for tasks of other iterations */
  LCM_REASON_LEFT,       /* something else may need what they leave behind */
  LCM_REASON_EMPTY,      /* the loop may have no iterations */
  LCM_REASON_PLACE,      /* it makes no sense where the loop stands */
  LCM_REASON_CLAUSE,     /* nothing: a variable takes a clause, "text" */
  LCM_REASON_ROUNDING    /* nothing but that sums are rounded otherwise */
};

struct lcm_edit_access;

/* One such reason. */
struct lcm_edit_reason {
  enum lcm_edit_reason_kind kind;
  bool proved; /* an execution carries it; else it is not decided */
  const struct lcm_edit_access *a; /* the accesses, or NULL */
  const struct lcm_edit_access *b;
  const lcm_node *node; /* where, where there are no accesses, or NULL */
  const char *text;     /* what decides it, or is not known; may be NULL */
};

/* All that were noted.  No more are looked for ("cut") once there are "most"
 * proved dependences (0: no end) or no more would be proved, or ("one") once
 * anything stands in the way. */
struct lcm_edit_reasons {
  LCM_LIST(struct lcm_edit_reason) all;
  size_t most;
  bool one;
  size_t n_proved; /* dependences */
  bool hindered;   /* something stands in the way */
  bool cut;
};

/* An edit being made. */
struct lcm_editing {
  lcm_ctx *ctx;
  const lcm_program *program; /* before it */
  const struct lcm_edit_step *step;
  /* what a dependence forbids is done all the same */
  bool force;
  /* of the construct that it is made of */
  lcm_loc at;
  LCM_LIST(struct lcm_edit_change) changes; /* of its nodes */
  /* so far, also of the edits before */
  LCM_LIST(struct lcm_premise) premises;
  lcm_map said; /* the texts of these: the number of the last one with it */
  /* where what stands in its way is noted; NULL: nowhere */
  struct lcm_edit_reasons *reasons;
};

/* Return whether something can be made of "spot". */
typedef bool (*lcm_edit_can_fn)(const struct lcm_edit_spot *spot);
