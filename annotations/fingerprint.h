/* Hashes of source without white space and comments, to tell whether code has
 * changed. */
#pragma once

#include "annotations/write.h"

/* Return a hash of the "len" bytes of C at "text" without white space and
 * comments: FNV-1a over seven characters at a time. */
unsigned long long lcm_fingerprint(const char *text, size_t len);

/* Return the same as the number that stands behind `code=`. */
unsigned lcm_fingerprint_code(const char *text, size_t len);

/* Put the number behind `code=` in the text "measured" of a directive into
 * "*code"; false where there is none. */
bool lcm_measured_code(unsigned *code, const char *measured);
