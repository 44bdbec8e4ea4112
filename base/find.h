/* Words in long texts. */
#ifndef LCM_BASE_FIND_H
#define LCM_BASE_FIND_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Return the first place of "word", which is not empty, in the "len" bytes at
 * "text", or NULL.  Made for programs: goes from one to the next of the
 * character of "word" that is rarest there, where that is rare. */
const char *lcm_find(const char *text, size_t len, const char *word);

#ifdef __cplusplus
}
#endif

#endif
