/* Words in long texts, and in lists. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Return the first place of "word", which is not empty, in the "len" bytes at
 * "text", or NULL.  Made for programs: goes from one to the next of the
 * character of "word" that is rarest there, where that is rare. */
const char *lcm_find(const char *text, size_t len, const char *word);

/* Return whether "name" is one of the "n" names at "names". */
bool lcm_names_have(const char *const *names, size_t n, const char *name);
