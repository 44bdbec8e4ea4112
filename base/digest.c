/* Digests of texts and files, by xxHash. */
#include "base/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* Return "hash" in hexadecimal. */
static struct lcm_digest digest_of(XXH128_hash_t hash) {
  static const char DIGITS[] = "0123456789abcdef";
  struct lcm_digest out = {{0}};
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, hash);
  for (size_t i = 0; i < sizeof bytes.digest; i++) {
    out.text[2 * i] = DIGITS[bytes.digest[i] >> 4];
    out.text[2 * i + 1] = DIGITS[bytes.digest[i] & 15];
  }
  return out;
}

struct lcm_digest lcm_digest_of(const char *text, size_t len) {
  return digest_of(XXH3_128bits(len ? text : "", len));
}

/* Digest what "fd" holds with "state"; false where it cannot be read. */
static bool digest_all(XXH3_state_t *state, int fd) {
  char chunk[1 << 15];
  ssize_t n = 0;
  if (XXH3_128bits_reset(state) != XXH_OK)
    return false;
  do {
    n = read(fd, chunk, sizeof chunk);
    if (n > 0 && XXH3_128bits_update(state, chunk, (size_t)n) != XXH_OK)
      return false;
  } while (n > 0 || (n < 0 && errno == EINTR));
  return n == 0;
}

bool lcm_digest_file(struct lcm_digest *out, const char *path) {
  struct stat about;
  bool done = false;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return false;
  if (!fstat(fd, &about) && S_ISREG(about.st_mode)) {
    XXH3_state_t *state = XXH3_createState();
    done = state && digest_all(state, fd);
    if (done)
      *out = digest_of(XXH3_128bits_digest(state));
    XXH3_freeState(state);
  }
  close(fd);
  return done;
}
