/* The clauses that variables take where a loop is divided, as text. */
#pragma once

#include "study/patch/patching.h"

/* Append the clauses that the variables of "loop" take to "out", each behind a
 * blank, those of one kind together: " private(j) reduction(+: s)".  False, and
 * nothing written, where one cannot be written: it speaks of a number of
 * elements that is not known, or of a member, which takes a variable in its
 * place. */
bool lcm_patch_clauses(lcm_buf *out, const struct lcm_serial_loop *loop);

/* Let "directive" of "source" have the clauses that the variables of the loop
 * at "spot" take. */
bool lcm_patch_put_clauses(struct lcm_patching *p,
                           struct lcm_patch_source *source,
                           struct lcm_patch_directive *directive,
                           const struct lcm_edit_spot *spot);
