/* What processors do when, of a program that was predicted. */
#pragma once

#include "study/timetable/schedule.h"

typedef LCM_LIST(struct lcm_state_rule) lcm_state_rules;

/* What was predicted, and how. */
struct lcm_predicted {
  const lcm_program *program;
  const lcm_prediction *prediction;
  const struct lcm_predict_options *options;
};

/* Add the rules that "text", NAME=CODE,CODE...@COLOUR, says to "rules";
 * LCM_EUSAGE, and a diagnostic, where it makes no sense. */
LCM_NODISCARD lcm_status lcm_state_rules_add(lcm_state_rules *rules,
                                             lcm_ctx *ctx, const char *text);

/* Put what processors do when at the last point of "predicted" into "*out",
 * states being named by "rules". */
LCM_NODISCARD lcm_status lcm_timetable_of(const lcm_timetable **out,
                                          lcm_ctx *ctx,
                                          const struct lcm_predicted *predicted,
                                          const lcm_state_rules *rules);
