/* Files and child processes. */
#pragma once

#include "base/ctx.h"

/* The largest file that is read. */
#define LCM_MAX_FILE ((size_t)512 << 20)

/* Read the file "path" ("-": standard input) into "*text" (memory of "ctx", a
 * NUL behind it) and "*len".  Failure is diagnostic "io". */
LCM_NODISCARD lcm_status lcm_file_read(char **text, size_t *len, lcm_ctx *ctx,
                                       const char *path);

/* Put the bytes that the regular file "path" begins with, "most" at most, into
 * "text"; return how many, 0 where it is none or cannot be read. */
size_t lcm_file_head(char *text, size_t most, const char *path);

/* Return whether "path" is a regular file that is not empty nor too large and
 * may be read: whether another reader gets what lcm_file_read would. */
bool lcm_file_is_readable(const char *path);

/* Return the contents of the regular file "path", to be read only and given
 * back with lcm_file_unmap, and put their length into "*len"; NULL where that
 * cannot be had. */
const char *lcm_file_map(size_t *len, const char *path);

/* Write the "len" bytes at "text" to "fd"; false where it takes no more. */
bool lcm_write_all(int fd, const char *text, size_t len);

/* Give the "len" bytes at "text" back. */
void lcm_file_unmap(const char *text, size_t len);

/* Write the "len" bytes at "text" to "path" ("-" or NULL: standard output): to
 * a temporary file beside it, which is then renamed, so that nothing is left
 * half written.  The permissions of a file that is there stay; a device or a
 * pipe is written to, a link followed.  Failure is diagnostic "io". */
LCM_NODISCARD lcm_status lcm_file_write(lcm_ctx *ctx, const char *path,
                                        const char *text, size_t len);

/* Return whether "path" is a directory. */
bool lcm_path_is_directory(const char *path);

/* Return whether "path" is a pipe, a device or a socket, which may have no end
 * or keep who reads it waiting. */
bool lcm_path_is_special(const char *path);

/* Return whether "path" exists. */
bool lcm_path_exists(const char *path);

/* Return whether the "n" bytes of the path "path" are the "n_end" bytes at
 * "end", or end in "/" and these. */
bool lcm_path_ends(const char *path, size_t n, const char *end, size_t n_end);

/* Let this process, a child of the process "parent" that has just been forked
 * off, end when that does, whatever ends it. */
void lcm_child_follow(long parent);

/* A child process to run. */
struct lcm_child {
  /* the program (searched on PATH) and its arguments, NULL at the end */
  const char *const *argv;
  const char *directory; /* where it runs; NULL: here */
  const char *input;     /* its standard input; NULL: none */
  size_t input_len;
  unsigned seconds; /* wall-clock limit; 0: none */
  /* bytes of output after which it is killed; 0: no limit */
  size_t most;
  /* it has a process group of its own, which is killed as a whole */
  bool group;
  bool messages; /* its standard error is not thrown away, but output, too */
  /* signals that are held back here are not held back there */
  bool heeds;
};

/* Run "child"; its standard output goes to "*out" (memory of "ctx"), "*len",
 * its standard error is thrown away, its exit status (128 + signal when it was
 * killed, 127 when it could not be started) goes to "*status". */
LCM_NODISCARD lcm_status lcm_child_run(char **out, size_t *len, int *status,
                                       lcm_ctx *ctx,
                                       const struct lcm_child *child);
