/* Reading and writing files, temporary files, and child processes. */
#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

/* Report that the system refused to "what" "path"; returns LCM_EIO. */
static lcm_status refuse(lcm_ctx *ctx, const char *what, const char *path) {
  lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = lcm_intern(ctx, path)},
             "cannot %s: %s", what, strerror(errno));
  return LCM_EIO;
}

/* Read all of "fd" into "buf", at most "limit" bytes. */
static bool read_all(lcm_buf *buf, int fd, size_t limit) {
  static const size_t CHUNK = 1 << 16;
  char *chunk = malloc(CHUNK);
  ssize_t n = chunk ? 1 : -1;
  while (n > 0 && buf->len <= limit) {
    n = read(fd, chunk, CHUNK);
    if (n > 0)
      lcm_buf_add(buf, chunk, (size_t)n);
    if (n < 0 && errno == EINTR)
      n = 1;
  }
  free(chunk);
  return n >= 0 && !buf->failed;
}

/* Return whether "fd" is a file above the limit, with errno set. */
static bool is_too_large(int fd) {
  struct stat about;
  if (fstat(fd, &about) || !S_ISREG(about.st_mode) ||
      about.st_size <= (off_t)LCM_MAX_FILE)
    return false;
  errno = EFBIG;
  return true;
}

/* Read the regular file "fd" at once into "*text", "*len"; false
 * where it is none, is too large, or the system refuses. */
static bool read_regular(char **text, size_t *len, lcm_ctx *ctx, int fd) {
  struct stat info;
  if (fstat(fd, &info) || !S_ISREG(info.st_mode) || info.st_size <= 0 ||
      (size_t)info.st_size > LCM_MAX_FILE)
    return false;
  const size_t size = (size_t)info.st_size;
  char *out = lcm_arena_alloc(lcm_ctx_arena(ctx), 1, size + 1);
  size_t have = 0;
  while (have < size) {
    const ssize_t n = read(fd, out + have, size - have);
    if (n < 0 && errno != EINTR)
      return false;
    if (!n)
      break;
    have += n > 0 ? (size_t)n : 0;
  }
  *text = out;
  *len = have;
  return true;
}

size_t lcm_file_head(char *text, size_t most, const char *path) {
  const int fd =
      lcm_path_is_special(path) ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  size_t have = 0;
  ssize_t n = 1;
  while (fd >= 0 && n > 0 && have < most) {
    n = read(fd, text + have, most - have);
    have += n > 0 ? (size_t)n : 0;
    n = n < 0 && errno == EINTR ? 1 : n;
  }
  if (fd >= 0)
    close(fd);
  return have;
}

lcm_status lcm_file_read(char **text, size_t *len, lcm_ctx *ctx,
                         const char *path) {
  const bool standard = !strcmp(path, "-");
  const int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  lcm_buf buf = {0};
  if (fd < 0)
    return refuse(ctx, "read it", path);
  if (!standard && read_regular(text, len, ctx, fd)) {
    close(fd);
    return LCM_OK;
  }
  const bool read = !is_too_large(fd) && read_all(&buf, fd, LCM_MAX_FILE);
  const int error = errno;
  if (!standard)
    close(fd);
  errno = error;
  lcm_status status = read ? LCM_OK : refuse(ctx, "read it", path);
  if (read && buf.len > LCM_MAX_FILE) {
    errno = EFBIG;
    status = refuse(ctx, "read it", path);
  }
  if (!status) {
    *text =
        lcm_arena_strndup(lcm_ctx_arena(ctx), buf.len ? buf.text : "", buf.len);
    *len = buf.len;
  }
  lcm_buf_free(&buf);
  return status;
}

bool lcm_file_is_readable(const char *path) {
  struct stat about;
  return !stat(path, &about) && S_ISREG(about.st_mode) && about.st_size > 0 &&
         (size_t)about.st_size <= LCM_MAX_FILE && !access(path, R_OK);
}

const char *lcm_file_map(size_t *len, const char *path) {
  struct stat about;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  void *at = MAP_FAILED;
  if (fd >= 0 && !fstat(fd, &about) && S_ISREG(about.st_mode) &&
      about.st_size > 0) {
    *len = (size_t)about.st_size;
    at = mmap(NULL, *len, PROT_READ, MAP_PRIVATE, fd, 0);
  }
  if (fd >= 0)
    close(fd);
  return at == MAP_FAILED ? NULL : at;
}

void lcm_file_unmap(const char *text, size_t len) {
  munmap((void *)(uintptr_t)text, len);
}

bool lcm_write_all(int fd, const char *text, size_t len) {
  while (len) {
    const ssize_t n = write(fd, text, len);
    if (n < 0 && errno != EINTR)
      return false;
    if (n > 0) {
      text += n;
      len -= (size_t)n;
    }
  }
  return true;
}

/* Write the "len" bytes at "text" over what "path" is: a device or a pipe. */
static lcm_status write_in_place(lcm_ctx *ctx, const char *path,
                                 const char *text, size_t len) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return refuse(ctx, "write it", path);
  const bool written = lcm_write_all(fd, text, len);
  const int error = errno;
  const bool closed = !close(fd);
  if (written && closed)
    return LCM_OK;
  errno = written ? errno : error;
  return refuse(ctx, "write it", path);
}

/* Return the permissions of a file that is made here. */
static mode_t usual_mode(void) {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/* Write the "len" bytes at "text" to a file beside "path", with the permissions
 * "mode", that then takes its place; failure leaves nothing behind. */
static lcm_status write_beside(lcm_ctx *ctx, const char *path, mode_t mode,
                               const char *text, size_t len) {
  char *temporary = lcm_arena_printf(lcm_ctx_arena(ctx), "%s.XXXXXX", path);
  const int fd = mkstemp(temporary);
  if (fd < 0)
    return refuse(ctx, "write it", path);
  const bool written =
      lcm_write_all(fd, text, len) && !fsync(fd) && !fchmod(fd, mode);
  const bool closed = !close(fd);
  if (written && closed && !rename(temporary, path))
    return LCM_OK;
  const lcm_status status = refuse(ctx, "write it", path);
  unlink(temporary);
  return status;
}

/* Write the "len" bytes at "text" to standard output; a terminal does not get
 * what controls it. */
static lcm_status write_out(lcm_ctx *ctx, const char *text, size_t len) {
  lcm_buf shown = {0};
  fflush(stdout);
  if (isatty(STDOUT_FILENO))
    lcm_buf_shown(&shown, text, len, "\n\t\r\033");
  else
    lcm_buf_add(&shown, text, len);
  const bool written =
      !shown.failed && lcm_write_all(STDOUT_FILENO, shown.text, shown.len);
  lcm_buf_free(&shown);
  return written ? LCM_OK : refuse(ctx, "write", "standard output");
}

lcm_status lcm_file_write(lcm_ctx *ctx, const char *path, const char *text,
                          size_t len) {
  struct stat about;
  if (!path || !strcmp(path, "-"))
    return write_out(ctx, text, len);
  if (stat(path, &about))
    return write_beside(ctx, path, usual_mode(), text, len);
  if (!S_ISREG(about.st_mode))
    return write_in_place(ctx, path, text, len);
  char *target = realpath(path, NULL);
  const lcm_status status = write_beside(ctx, target ? target : path,
                                         about.st_mode & 07777, text, len);
  free(target);
  return status;
}

bool lcm_path_is_directory(const char *path) {
  struct stat info;
  return !stat(path, &info) && S_ISDIR(info.st_mode);
}

bool lcm_path_is_special(const char *path) {
  struct stat about;
  return !stat(path, &about) && !S_ISREG(about.st_mode) &&
         !S_ISDIR(about.st_mode);
}

bool lcm_path_exists(const char *path) { return !access(path, F_OK); }

bool lcm_path_ends(const char *path, size_t n, const char *end, size_t n_end) {
  return n >= n_end && !memcmp(path + n - n_end, end, n_end) &&
         (n == n_end || path[n - n_end - 1] == '/');
}

void lcm_child_follow(long parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(EXIT_FAILURE);
}

/* Become the child: never returns. */
static LCM_NORETURN void become(const struct lcm_child *child, int in,
                                int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(in >= 0 ? in : nothing, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(child->messages ? out : nothing, STDERR_FILENO);
  if (child->group)
    setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  if (child->heeds)
    sigprocmask(SIG_SETMASK, &none, NULL);
  if (child->directory && chdir(child->directory))
    _exit(127);
  char **argv = NULL;
  memcpy(&argv, &child->argv, sizeof argv);
  execvp(argv[0], argv);
  _exit(127);
}

/* Feed "child" through "in" and collect from "out" until it closes that; false
 * when the time is over or it says too much. */
static bool converse(lcm_buf *buf, const struct lcm_child *child, int in,
                     int out) {
  const double end = child->seconds ? lcm_clock_now() + child->seconds : 0;
  char chunk[1 << 14];
  size_t sent = 0;
  for (;;) {
    struct pollfd fds[2] = {{out, POLLIN, 0}, {in, POLLOUT, 0}};
    if (poll(fds, in >= 0 ? 2 : 1, 1000) < 0 && errno != EINTR)
      return true;
    if (end != 0 && lcm_clock_now() > end)
      return false;
    if (in >= 0 && (fds[1].revents & (POLLOUT | POLLERR))) {
      const ssize_t n = write(in, child->input + sent, child->input_len - sent);
      sent += n > 0 ? (size_t)n : 0;
      if (n < 0 || sent == child->input_len) {
        close(in);
        in = -1;
      }
    }
    if (fds[0].revents) {
      const ssize_t n = read(out, chunk, sizeof chunk);
      if (n <= 0) {
        if (in >= 0)
          close(in);
        return true;
      }
      lcm_buf_add(buf, chunk, (size_t)n);
      if (child->most && buf->len > child->most)
        return false;
    }
  }
}

/* Kill the process "pid" of "child", and its group where it has one. */
static void stop(const struct lcm_child *child, pid_t pid) {
  if (child->group)
    (void)setpgid(pid, pid);
  kill(child->group ? -pid : pid, SIGKILL);
}

lcm_status lcm_child_run(char **out, size_t *len, int *status, lcm_ctx *ctx,
                         const struct lcm_child *child) {
  int from[2];
  int to[2] = {-1, -1};
  lcm_buf buf = {0};
  int state = 0;
  if (pipe2(from, O_CLOEXEC) || (child->input && pipe2(to, O_CLOEXEC)))
    return refuse(ctx, "make a pipe", child->argv[0]);
  void (*const old)(int) = signal(SIGPIPE, SIG_IGN);
  const pid_t pid = fork();
  if (!pid)
    become(child, to[0], from[1]);
  close(from[1]);
  if (to[0] >= 0)
    close(to[0]);
  if (pid < 0)
    return refuse(ctx, "start it", child->argv[0]);
  if (!converse(&buf, child, to[1], from[0]))
    stop(child, pid);
  close(from[0]);
  while (waitpid(pid, &state, 0) < 0 && errno == EINTR)
    ;
  signal(SIGPIPE, old);
  *status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  *out =
      lcm_arena_strndup(lcm_ctx_arena(ctx), buf.len ? buf.text : "", buf.len);
  *len = buf.len;
  lcm_buf_free(&buf);
  return LCM_OK;
}
