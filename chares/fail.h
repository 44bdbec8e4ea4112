/* What is wrong with a program, and the end of a run. */
#pragma once

#include "base/attributes.h"
#include "chares/types.h"

/* Let all processors of "run" stop. */
void lcm_md_stop(struct md_run *run);

/* Something is wrong on "m", as the formatted text says: what runs there is
 * named before it, and the run ends. */
void lcm_md_fail(md *m, const char *format, ...) LCM_PRINTF(2, 3);

/* Return the name of the chare of "entry", and of the entry. */
const char *lcm_md_chare_name(const md *m, int entry);
const char *lcm_md_entry_name(const md *m, int entry);

/* Write what "message" is for into "text", of "size" bytes; return it. */
const char *lcm_md_what(char *text, size_t size, const md *m,
                        const md_message *message);

/* Return the word of "kind". */
const char *lcm_md_word(enum md_kind kind);
