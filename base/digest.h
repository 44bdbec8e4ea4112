/* Digests of texts: equal texts have equal ones, others have others. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A digest of 128 bits in hexadecimal, a NUL behind it.  It finds changes; it
 * is no protection from those who want two texts to look the same. */
struct lcm_digest {
  char text[33];
};

/* Return the digest of the "len" bytes at "text". */
struct lcm_digest lcm_digest_of(const char *text, size_t len);

/* Put the digest of the contents of the file "path" into "*out"; false where it
 * cannot be read.  Nothing of it is kept in memory. */
bool lcm_digest_file(struct lcm_digest *out, const char *path);
