/* Words in long texts, and in lists. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Return the first place of "word", which is not empty, in the "len" bytes at
 * "text", or NULL.  Made for programs: goes from one to the next of the
 * character of "word" that is rarest there, where that is rare. */
const char *lcm_find(const char *text, size_t len, const char *word);

/* Return how many of the first "n" bytes of "text", which goes on behind them,
 * to keep so that no word (letters, digits, `_`, parts of UTF-8) is cut; "n"
 * where that leaves less than half of them. */
size_t lcm_whole_words(const char *text, size_t n);

/* Return whether "name" is one of the "n" names at "names". */
bool lcm_names_have(const char *const *names, size_t n, const char *name);
