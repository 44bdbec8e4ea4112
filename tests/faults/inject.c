/* Lets one call of the C library fail, in whatever process makes it: loaded
 * before a program (LD_PRELOAD).  FAULT_FILE is a file of 8 bytes, shared by
 * all processes, that counts the calls; FAULT_CALL names the kind of call:
 * write, read, open, rename, sync, close, memory; the one with the number
 * FAULT_AT fails with FAULT_ERROR, or, where that is 0, does half of its work
 * (write, read). */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What was asked for. */
static struct {
  _Atomic uint64_t *count;
  const char *call;
  uint64_t at;
  int error;
} plan;

/* The functions of the library. */
static struct {
  ssize_t (*write)(int, const void *, size_t);
  ssize_t (*read)(int, void *, size_t);
  int (*open)(const char *, int, ...);
  int (*rename)(const char *, const char *);
  int (*fsync)(int);
  int (*close)(int);
  int (*mkstemp)(char *);
} real;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
ssize_t write(int fd, const void *from, size_t n);
ssize_t read(int fd, void *to, size_t n);
int open(const char *path, int flags, ...);
int fsync(int fd);
int close(int fd);

/* Put the function "name" of the library into "*to". */
static void find(void *to, const char *name) {
  void *at = dlsym(RTLD_NEXT, name);
  memcpy(to, &at, sizeof at);
}

/* Read the plan. */
static __attribute__((constructor)) void prepare(void) {
  find(&real.write, "write");
  find(&real.read, "read");
  find(&real.open, "open");
  find(&real.rename, "rename");
  find(&real.fsync, "fsync");
  find(&real.close, "close");
  find(&real.mkstemp, "mkstemp");
  const char *path = getenv("FAULT_FILE");
  const char *at = getenv("FAULT_AT");
  const char *error = getenv("FAULT_ERROR");
  const int fd = path ? real.open(path, O_RDWR) : -1;
  if (fd < 0)
    return;
  void *count = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  real.close(fd);
  plan.at = at ? strtoull(at, NULL, 10) : 0;
  plan.error = error ? atoi(error) : EIO;
  plan.call = getenv("FAULT_CALL");
  plan.count = count == MAP_FAILED ? NULL : count;
}

/* Count a call of the kind "call"; return whether it is to fail, with errno
 * set. */
static bool fails(const char *call) {
  if (!plan.count || !plan.call || strcmp(plan.call, call) != 0 ||
      atomic_fetch_add(plan.count, 1) + 1 != plan.at)
    return false;
  errno = plan.error;
  return true;
}

/* Return how much of "n" a call that was to fail does. */
static size_t half(size_t n) { return n > 1 ? n / 2 : n; }

ssize_t write(int fd, const void *from, size_t n) {
  const bool fail = fails("write");
  return fail && plan.error ? -1 : real.write(fd, from, fail ? half(n) : n);
}

ssize_t read(int fd, void *to, size_t n) {
  const bool fail = fails("read");
  return fail && plan.error ? -1 : real.read(fd, to, fail ? half(n) : n);
}

int open(const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  const int mode = flags & O_CREAT ? va_arg(args, int) : 0;
  va_end(args);
  return fails("open") ? -1 : real.open(path, flags, mode);
}

int mkstemp(char *name) { return fails("open") ? -1 : real.mkstemp(name); }

int rename(const char *from, const char *to) {
  return fails("rename") ? -1 : real.rename(from, to);
}

int fsync(int fd) { return fails("sync") ? -1 : real.fsync(fd); }

int close(int fd) {
  const bool fail = fails("close");
  const int done = real.close(fd);
  return fail ? -1 : done;
}

void *malloc(size_t size) {
  return fails("memory") ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  return fails("memory") ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size) {
  return fails("memory") ? NULL : __libc_realloc(old, size);
}
