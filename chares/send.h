/* What entries call: creations, messages, offices. */
#pragma once

#include "chares/types.h"

/* Return whether "id" is on a processor that there is, for a message to
 * "entry"; the program is wrong where not. */
bool lcm_md_is_address(md *m, md_id id, int entry);

/* Return a new message to "entry" of "id" from the system, of "size" bytes of
 * "data". */
md_message *lcm_md_answer(md *m, md_id id, int entry, const void *data,
                          size_t size);

/* Return whether "variable" is of "kind"; the program is wrong where not. */
bool lcm_md_is_variable(md *m, int variable, enum md_sharing kind);

/* Whom a message of the system is for, before its data. */
struct md_reply {
  md_id id;
  int32_t entry;
};
