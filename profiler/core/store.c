/* SPDX-License-Identifier: MIT
 *
 * The raw file as it grows. */
#include "profiler/core/store.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Bytes at the begin that are kept for when the file cannot grow. */
#define SPARE 16384u

/* Reserve the bytes from "from" to "to" of the file "fd"; return 0 or the
 * error.  A limit on the size of files must not kill the program: its signal
 * is kept off, and taken back where it came. */
static int reserve(int fd, size_t from, size_t to) {
  sigset_t limit, before, pending;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  sigpending(&pending);
  const bool was_pending = sigismember(&pending, SIGXFSZ) == 1;
  pthread_sigmask(SIG_BLOCK, &limit, &before);
  int wrong = 0;
  do
    wrong = posix_fallocate(fd, (off_t)from, (off_t)(to - from));
  while (wrong == EINTR);
  const struct timespec now = {0, 0};
  if (wrong && !was_pending)
    sigtimedwait(&limit, NULL, &now);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return wrong;
}

/* Write zeros to the file "fd" from "from" on, a chunk of them: what is mapped
 * then is there, whatever the file system puts off.  Return 0 or the error. */
static int write_zeros(int fd, size_t from) {
  static const unsigned char zeros[16384];
  for (size_t done = 0; done < LCM_RAW_CHUNK;) {
    const size_t left = LCM_RAW_CHUNK - done;
    const ssize_t got =
        pwrite(fd, zeros, left < sizeof zeros ? left : sizeof zeros,
               (off_t)(from + done));
    if (got < 0 && errno != EINTR)
      return errno;
    done += got > 0 ? (size_t)got : 0;
  }
  return 0;
}

/* Make "store" one chunk larger; return 0 or the error.  The thread must not be
 * cancelled meanwhile. */
static int grow_now(lcm_store *store) {
  const size_t size = store->size + LCM_RAW_CHUNK;
  int wrong = reserve(store->fd, store->size, size);
  if (!wrong)
    wrong = write_zeros(store->fd, store->size);
  if (wrong) {
    if (ftruncate(store->fd, (off_t)store->size) != 0)
      return wrong;
    return wrong;
  }
  void *chunk = mmap(NULL, LCM_RAW_CHUNK, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_POPULATE, store->fd, (off_t)store->size);
  if (chunk == MAP_FAILED)
    return errno;
  store->chunk = chunk;
  store->used = 0;
  store->size = size;
  if (store->header)
    store->header->file_size = size;
  return 0;
}

/* As grow_now, in a thread that may be cancelled. */
static int grow(lcm_store *store) {
  int before = PTHREAD_CANCEL_ENABLE;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  const int wrong = grow_now(store);
  pthread_setcancelstate(before, &before);
  return wrong;
}

/* Return whether the file "fd" may be written over: it is empty, or was begun
 * by this very process before it became another program. */
static bool is_ours(int fd) {
  lcm_raw_header header;
  const ssize_t got = pread(fd, &header, sizeof header, 0);
  if (got == 0)
    return true;
  return got == (ssize_t)sizeof header &&
         memcmp(header.magic, LCM_RAW_MAGIC, sizeof header.magic) == 0 &&
         header.pid == getpid();
}

/* Open "path" for writing, as a new file or one that may be written over; -1:
 * errno says why. */
static int open_new(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd >= 0 || errno != EEXIST)
    return fd;
  fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return fd;
  if (is_ours(fd) && ftruncate(fd, 0) == 0)
    return fd;
  close(fd);
  errno = EEXIST;
  return -1;
}

/* Make the first chunk of "store", which has its file; return 0 or what went
 * wrong. */
static int begin(lcm_store *store) {
  const int wrong = grow(store);
  if (wrong) {
    close(store->fd);
    store->fd = -1;
    return wrong;
  }
  store->header = (lcm_raw_header *)(void *)store->chunk;
  store->header->file_size = store->size;
  store->used = LCM_RAW_HEADER_SIZE;
  store->spare = lcm_store_room(store, SPARE);
  return 0;
}

int lcm_store_create_hidden(lcm_store *store) {
  *store = (lcm_store){.fd = memfd_create("lcm.raw", MFD_CLOEXEC)};
  return store->fd < 0 ? errno : begin(store);
}

int lcm_store_create(lcm_store *store, const char *path) {
  *store = (lcm_store){.fd = open_new(path)};
  if (store->fd < 0 && errno == EEXIST) {
    char other[4096];
    const int length = snprintf(other, sizeof other, "%s.%d", path, getpid());
    if (length < 0 || (size_t)length >= sizeof other)
      return ENAMETOOLONG;
    store->fd = open_new(other);
  }
  return store->fd < 0 ? errno : begin(store);
}

void *lcm_store_room(lcm_store *store, size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (store->fd < 0 || store->full || size > LCM_RAW_CHUNK)
    return NULL;
  const int before = errno;
  const bool grown = store->used + size <= LCM_RAW_CHUNK || grow(store) == 0;
  errno = before;
  if (!grown) {
    store->full = true;
    store->header->flags |= LCM_RAW_DISK_FULL;
    return NULL;
  }
  lcm_raw_record *record =
      (lcm_raw_record *)(void *)(store->chunk + store->used);
  store->used += size;
  record->size = (uint32_t)size;
  return record;
}

void *lcm_store_must(lcm_store *store, size_t size) {
  void *room = lcm_store_room(store, size);
  size = (size + 15) & ~(size_t)15;
  if (room || !store->spare || store->spare->size < size)
    return room;
  lcm_raw_record *record = store->spare;
  const uint32_t left = record->size - (uint32_t)size;
  store->spare = NULL;
  if (left) {
    store->spare = (lcm_raw_record *)(void *)((unsigned char *)record + size);
    store->spare->size = left;
  }
  record->size = (uint32_t)size;
  return record;
}

void lcm_store_commit(void *record, uint32_t kind) {
  atomic_thread_fence(memory_order_release);
  ((volatile lcm_raw_record *)record)->kind = kind;
}
