/* Decisions: params that are 0 or 1 in a model (lcm_param_is_decision), such as
 * to vectorise or not (van Gemund 1996, section 5.5).  The best choice as a
 * function of the other params, and a C function that makes it at run time. */
#pragma once

#include "composer/bound/types.h"

/* The most decisions of one model. */
enum { LCM_MAX_DECISIONS = 6 };

/* One of the 2^n ways to decide: its number has bit i set where decision i is
 * 1. */
struct lcm_choice {
  /* of the model so decided: by (3.16) where its pattern occurs, else the lower
   * bound (3.15) */
  const lcm_expr *time;
  bool never; /* another choice is proved never to be slower */
};

/* Where one choice takes over from another: "better" where "name" is above
 * ("above") or below "value", if "given" is positive (NULL: always). */
struct lcm_threshold {
  size_t better;
  size_t worse;
  const char *name;
  bool above;
  const lcm_expr *value;
  const lcm_expr *given;
};

/* The decisions of a model. */
typedef struct lcm_decisions {
  const char *const *names; /* of them, "n" */
  size_t n;
  const struct lcm_choice *choices; /* 1 << n of them */
  /* that the times mention, in alphabetical order */
  const char *const *params;
  size_t n_params;
  /* between the choices that may be best, where one param decides and it can be
   * solved for */
  const struct lcm_threshold *thresholds;
  size_t n_thresholds;
  const lcm_expr *const *conditions; /* where all this holds */
  size_t n_conditions;
} lcm_decisions;

/* Find the decisions of the model "program" into "*out".  "names" are those to
 * decide, "n" of them; n = 0: all decisions that the model declares.  Where
 * there are none or too many, or no closed form, that is diagnostic "no-bound".
 */
LCM_NODISCARD lcm_status lcm_decide(const lcm_decisions **out, lcm_ctx *ctx,
                                    const lcm_program *program,
                                    const char *const *names, size_t n);

/* Return what is known of "decisions" as text, a line for each choice and each
 * threshold. */
LCM_GIVE char *lcm_decisions_to_str(const lcm_decisions *decisions);

/* Return threshold "i" of "decisions" as text, without a line end. */
LCM_GIVE char *lcm_threshold_to_str(const lcm_decisions *decisions, size_t i);

/* Return a C function "unsigned lcm_decide(double ...)" of the params that
 * gives the number of the fastest choice. */
LCM_GIVE char *lcm_decisions_to_c(const lcm_decisions *decisions);
