/* What the times of a result rest on: the sentences that stand beside every
 * headline. */
#pragma once

#include "model/results/results.h"

/* Where more is said of what a headline warns of: below its table, or by
 * another command. */
#define LCM_DOUBT_BELOW "see below the table"
#define LCM_DOUBT_LISTED "`lcm predict` says which"

/* Append in a line what times are true of: sizes by default, the machine, and
 * with "unknown" how many places have no cost; nothing where "basis" is of a
 * model. */
void lcm_put_basis(lcm_buf *buf, const struct lcm_basis *basis, bool unknown);

/* Append between what nine of ten programs lie, "interval" (NULL: nothing). */
void lcm_put_source_interval(lcm_buf *buf,
                             const struct lcm_source_interval *interval);

/* Append the words that stand before a time that rests on "basis", and a blank:
 * "at least "; "perhaps " where one guess decides it; nothing where all is
 * known. */
void lcm_put_time_is(lcm_buf *buf, const struct lcm_basis *basis);

/* Return what stands between such a time and the numbers that are told with
 * it: "otherwise" where nothing is left out. */
const char *lcm_time_is_between(const struct lcm_basis *basis,
                                const char *otherwise);

/* Append "speedup" and "efficiency", which rest on "basis". */
void lcm_put_speedup(lcm_buf *buf, const struct lcm_basis *basis,
                     double speedup, double efficiency);

/* Append the lines that warn a reader of the headline where loops of
 * "prediction" count as run once, and the like; "where" more is said of
 * them. */
void lcm_put_doubt(lcm_buf *buf, const lcm_prediction *prediction,
                   const char *where);
