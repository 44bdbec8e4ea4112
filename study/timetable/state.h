/* States beside the categories, which rules and comments name, and intervals
 * appended to the row of a processor. */
#pragma once

#include "study/timetable/sheet.h"

/* Let the states of "sheet" be the "n" categories "names", those of its request
 * and those that comments in its program say. */
void lcm_sheet_states(struct lcm_score_sheet *sheet, const char *const *names,
                      size_t n);

/* Return the state that what "node" does is in by the rules and its comment, or
 * "around", that of what it stands in. */
size_t lcm_sheet_state(const struct lcm_score_sheet *sheet,
                       const lcm_node *node, size_t around);

/* Return the state of "node" or of the innermost node around it in its function
 * that has one; (size_t)-1 where there is none. */
size_t lcm_sheet_state_around(const struct lcm_score_sheet *sheet,
                              const lcm_node *node);

/* Append "seconds" of "of" to row "row". */
void lcm_sheet_append(struct lcm_score_sheet *sheet, size_t row,
                      const struct lcm_piece_of *of, double seconds);
