/* The lcm that tests with many runs ask where lcm is built with sanitizers, and
 * so takes five times as long: it runs that lcm for one input in a few, and for
 * the others the lcm of another build.  Which ones depends on the arguments and
 * on what the files among them hold, so that a run can be repeated.
 *
 * LCM_TEST_REST   the lcm that is asked for the others; without it there are none
 * LCM_TEST_SHARE  one input in how many (8); 0: the lcm with sanitizers only
 * LCM_TEST_TURN   a number: with another one, others are chosen (0)
 *
 * The exit status is that of the lcm that was run; 126 where it cannot be. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHARE = 8, READ = 4096 };

/* Add `n` bytes to the FNV-1a hash `hash`. */
static uint64_t add(uint64_t hash, const char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++)
    hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
  return hash;
}

/* Add what the argument says to `hash`: where it is a path, which may be below
 * a folder that is new in each run, what is in the file. */
static uint64_t add_argument(uint64_t hash, const char *argument) {
  if (!strchr(argument, '/') && !strchr(argument, '.'))
    return add(hash, argument, strlen(argument));
  struct stat status;
  if (stat(argument, &status) || !S_ISREG(status.st_mode))
    return hash;
  FILE *file = fopen(argument, "rb");
  if (!file)
    return hash;
  char bytes[READ];
  size_t n;
  while ((n = fread(bytes, 1, sizeof bytes, file)))
    hash = add(hash, bytes, n);
  fclose(file);
  return hash;
}

/* The number in the environment variable `name`, or `otherwise`. */
static uint64_t number(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

int main(int argc, char **argv) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (int i = 1; i < argc; i++)
    hash = add_argument(hash, argv[i]);
  uint64_t share = number("LCM_TEST_SHARE", SHARE);
  const char *rest = getenv("LCM_TEST_REST"), *lcm = LCM_SANITIZED;
  hash ^= hash >> 32;
  if (rest && *rest && share && (hash + number("LCM_TEST_TURN", 0)) % share)
    lcm = rest;
  argv[0] = (char *)(uintptr_t)lcm;
  execv(lcm, argv);
  perror(lcm);
  return 126;
}
