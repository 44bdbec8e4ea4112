/* SPDX-License-Identifier: MIT
 *
 * Raw files of ranks on other nodes are brought to where rank 0 has its own:
 * with MPI itself, so wherever the program can run. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "profiler/core/core.h"
#include "profiler/mpi/gather.h"

enum { PATH = 4096, CHUNK = 1 << 22 };

/* A file as rank 0 sees it: its path and its number. */
struct host_seen {
  char path[PATH];
  uint64_t number;
};

/* Put the path of the raw file of this process into "out", "" where there is
 * none. */
static void find_path(char out[PATH]) {
  char link[64];
  const int fd = lcm_raw_descriptor();
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t n = fd < 0 ? -1 : readlink(link, out, PATH - 1);
  out[n > 0 ? n : 0] = '\0';
}

/* Return how long the folder of "path" is. */
static size_t folder(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) : 0;
}

/* Return the number of the file "path", 0 where it is not there. */
static uint64_t number_of(const char *path) {
  struct stat about;
  return stat(path, &about) ? 0 : (uint64_t)about.st_ino;
}

/* Return whether the raw file "own" lies where "first", that of rank 0, does
 * and can be read there. */
static bool is_there(const char *own, const struct host_seen *first) {
  const size_t n = folder(own);
  return n && n == folder(first->path) && !memcmp(own, first->path, n) &&
         number_of(first->path) == first->number && number_of(own);
}

/* Send the "size" bytes at "bytes" to rank 0 of "world"; return whether it
 * could keep them. */
static bool send_file(MPI_Comm world, const char *bytes, uint64_t size) {
  int kept = 0;
  PMPI_Send(&size, 1, MPI_UINT64_T, 0, LCM_TAG_OWN, world);
  for (uint64_t at = 0; at < size; at += CHUNK)
    PMPI_Send(bytes + at, (int)(size - at < CHUNK ? size - at : CHUNK),
              MPI_BYTE, 0, LCM_TAG_OWN, world);
  PMPI_Recv(&kept, 1, MPI_INT, 0, LCM_TAG_OWN, world, MPI_STATUS_IGNORE);
  return kept;
}

/* Write the "n" bytes at "bytes" to "fd"; return whether that went well. */
static bool write_all(int fd, const char *bytes, size_t n) {
  while (n) {
    const ssize_t k = write(fd, bytes, n);
    if (k < 0 && errno != EINTR)
      return false;
    bytes += k > 0 ? k : 0;
    n -= k > 0 ? (size_t)k : 0;
  }
  return true;
}

/* Keep the raw file of "rank" of "world", which sends it, beside "path"; say
 * so to it. */
static void receive_file(MPI_Comm world, int rank, const char *path) {
  char name[PATH + 32];
  uint64_t size = 0;
  char *chunk = malloc(CHUNK);
  int kept = chunk != NULL;
  snprintf(name, sizeof name, "%s.rank%d", path, rank);
  const int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  kept = kept && fd >= 0;
  PMPI_Recv(&size, 1, MPI_UINT64_T, rank, LCM_TAG_OWN, world,
            MPI_STATUS_IGNORE);
  for (uint64_t at = 0; at < size; at += CHUNK) {
    const size_t n = size - at < CHUNK ? size - at : CHUNK;
    if (!chunk)
      abort();
    PMPI_Recv(chunk, (int)n, MPI_BYTE, rank, LCM_TAG_OWN, world,
              MPI_STATUS_IGNORE);
    kept = kept && write_all(fd, chunk, n);
  }
  kept = fd >= 0 && !close(fd) && kept;
  if (!kept && fd >= 0)
    unlink(name);
  PMPI_Send(&kept, 1, MPI_INT, rank, LCM_TAG_OWN, world);
  free(chunk);
}

/* Keep the "size" bytes at "bytes" of "rank" in the folder where the program
 * runs, rank 0 having no room. */
static void keep_here(const char *bytes, uint64_t size, int rank) {
  char name[64];
  snprintf(name, sizeof name, "lcm.raw.rank%d", rank);
  const int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const bool kept = fd >= 0 && write_all(fd, bytes, size);
  dprintf(2, "lcm: rank 0 cannot keep what rank %d measured; %s%s\n", rank,
          kept ? "it is here, in " : "it is lost", kept ? name : "");
  if (fd >= 0)
    close(fd);
}

/* Send the raw file of this process, rank "rank" of "world", to rank 0. */
static void give(MPI_Comm world, int rank) {
  struct stat about;
  lcm_end();
  const int fd = lcm_raw_descriptor();
  const uint64_t size =
      fd >= 0 && !fstat(fd, &about) ? (uint64_t)about.st_size : 0;
  char *bytes =
      size ? mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
  const bool there = bytes != MAP_FAILED;
  if (!send_file(world, there ? bytes : NULL, there ? size : 0) && there)
    keep_here(bytes, size, rank);
  if (there)
    munmap(bytes, size);
}

void lcm_mpi_gather(MPI_Comm world) {
  struct host_seen first = {"", 0};
  char own[PATH];
  int rank = 0;
  int ranks = 0;
  PMPI_Comm_rank(world, &rank);
  PMPI_Comm_size(world, &ranks);
  find_path(own);
  if (!rank) {
    memcpy(first.path, own, sizeof own);
    first.number = number_of(own);
  }
  PMPI_Bcast(&first, sizeof first, MPI_BYTE, 0, world);
  int away = rank && own[0] && !is_there(own, &first);
  int *all = rank ? NULL : calloc((size_t)ranks, sizeof *all);
  if (!rank && !all)
    abort();
  PMPI_Gather(&away, 1, MPI_INT, all, 1, MPI_INT, 0, world);
  if (away)
    give(world, rank);
  for (int i = 1; i < ranks && !rank; i++)
    if (all[i])
      receive_file(world, i, own);
  free(all);
}
