/* Trying candidates: making the edits, predicting, ranking, joining equal ones.
 * */
#pragma once

#include "study/advise/advising.h"

/* Return an empty table of programs that were restructured. */
struct lcm_advise_tries *lcm_advise_tries_new(lcm_ctx *ctx);

/* Say in "a" that a look at its program is done, which took "work", as
 * lcm_ctx_worked counts: how much trying may take hangs on that of the first
 * one. */
void lcm_advise_looked(struct lcm_advising *a, unsigned long long work);

/* Return whether no more restructurings are to be predicted: enough were, or
 * they took enough. */
bool lcm_advise_is_over(const struct lcm_advising *a);

/* Put the time of "program" restructured as "edit" says at each point of "grid"
 * into "times", NaN where there is none; return the program that the edit
 * makes, NULL where it cannot be made.  What was made of "program" for other
 * points is not made again. */
const lcm_program *lcm_advise_times(double *times, struct lcm_advising *a,
                                    const lcm_program *program,
                                    const char *edit, const lcm_grid *grid);

/* Predict "program" restructured as "edit" says into "*out"; false where that
 * cannot be done, or enough was tried. */
bool lcm_advise_try(struct lcm_trial *out, struct lcm_advising *a,
                    const lcm_program *program, const char *edit);

/* Put the candidates of "a" that gain enough into "*out" as findings, the best
 * first. */
void lcm_advise_rank(lcm_findings *out, struct lcm_advising *a);

/* Leave out of "findings" what gains nothing once a better one is followed, and
 * say there that it is explained. */
void lcm_advise_fold(lcm_findings *findings, struct lcm_advising *a);
