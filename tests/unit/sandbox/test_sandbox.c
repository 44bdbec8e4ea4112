/* What the kernel refuses to a process that reads what strangers wrote. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sandbox/sandbox.h"

/* A folder with a file that may be read and one that may not. */
struct scene {
  char folder[64];
  char open[96];
  char closed[96];
};

/* Write "name" in the folder "folder" and put its path into "path". */
static void make(char *path, size_t room, const char *folder,
                 const char *name) {
  assert_true(snprintf(path, room, "%s/%s", folder, name) < (int)room);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("text\n", file);
  fclose(file);
}

/* Make the files of a test. */
static int set_up(void **state) {
  struct scene *scene = calloc(1, sizeof *scene);
  char project[80];
  assert_non_null(scene);
  strcpy(scene->folder, "/tmp/lcm-sandbox.XXXXXX");
  assert_non_null(mkdtemp(scene->folder));
  snprintf(project, sizeof project, "%s/project", scene->folder);
  assert_int_equal(mkdir(project, 0700), 0);
  make(scene->open, sizeof scene->open, project, "open.txt");
  make(scene->closed, sizeof scene->closed, scene->folder, "closed.txt");
  *state = scene;
  return 0;
}

/* Remove them. */
static int tear_down(void **state) {
  struct scene *scene = *state;
  char project[80];
  unlink(scene->open);
  unlink(scene->closed);
  snprintf(project, sizeof project, "%s/project", scene->folder);
  rmdir(project);
  rmdir(scene->folder);
  free(scene);
  return 0;
}

/* Whether there are filters of calls here. */
#if defined(__x86_64__) || defined(__aarch64__)
static const bool HAS_FILTERS = true;
#else
static const bool HAS_FILTERS = false;
#endif

/* Return whether the kernel has Landlock. */
static bool has_landlock(void) { return syscall(444, NULL, 0, 1) > 0; }

/* Return what "body" returns in a confined process; "reads": it only reads. */
static int confined(int (*body)(const struct scene *),
                    const struct scene *scene, bool reads) {
  int state = 0;
  const pid_t pid = fork();
  if (!pid) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    lcm_allowed_list places = {0};
    lcm_places_add_system(&places, ctx);
    lcm_places_add_file(&places, ctx, scene->open);
    lcm_confine(&places);
    if (reads)
      lcm_confine_to_reading();
    _exit(body(scene));
  }
  while (waitpid(pid, &state, 0) < 0 && errno == EINTR)
    ;
  assert_true(WIFEXITED(state));
  return WEXITSTATUS(state);
}

/* Return whether "path" can be opened with "flags". */
static bool opens(const char *path, int flags) {
  const int fd = open(path, flags, 0600);
  if (fd >= 0)
    close(fd);
  return fd >= 0;
}

/* 1: the open file can be read; 2: the closed one; 4: files can be written. */
static int read_files(const struct scene *scene) {
  return opens(scene->open, O_RDONLY) | opens(scene->closed, O_RDONLY) << 1 |
         opens(scene->open, O_WRONLY | O_TRUNC) << 2;
}

/* 1: a socket can be made; 2: a program can be run. */
static int reach_out(const struct scene *scene) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  int state = 1;
  (void)scene;
  const pid_t pid = fork();
  if (!pid) {
    execl("/bin/true", "true", (char *)NULL);
    _exit(1);
  }
  if (pid > 0)
    waitpid(pid, &state, 0);
  return (fd >= 0) | (pid > 0 && !state) << 1;
}

/* Note that the thread was. */
static void *note(void *user) {
  *(int *)user = 1;
  return user;
}

/* 1: threads can be started, memory had; 2: another process can be killed; 4: a
 * file can be made or renamed. */
static int compute(const struct scene *scene) {
  int done = 0;
  pthread_t thread;
  char name[112];
  void *memory = malloc((size_t)1 << 24);
  if (memory && !pthread_create(&thread, NULL, note, &done))
    pthread_join(thread, NULL);
  free(memory);
  snprintf(name, sizeof name, "%s.new", scene->folder);
  const bool killed = !kill(getppid(), 0);
  const bool made = !mkdir(name, 0700) || !rename(scene->open, name) ||
                    !chmod(scene->open, 0777);
  return done | killed << 1 | made << 2;
}

static void test_tools(void **state) {
  const struct scene *scene = *state;
  assert_int_equal(confined(read_files, scene, false), has_landlock() ? 1
                                                       : HAS_FILTERS  ? 3
                                                                      : 7);
  assert_int_equal(confined(reach_out, scene, false), HAS_FILTERS ? 2 : 3);
}

static void test_reader(void **state) {
  const struct scene *scene = *state;
  if (!HAS_FILTERS)
    return;
  assert_int_equal(confined(read_files, scene, true), has_landlock() ? 1 : 3);
  assert_int_equal(confined(reach_out, scene, true), 0);
  assert_int_equal(confined(compute, scene, true), 1);
}

/* Return whether "path" is allowed where "folder" is the project. */
static bool allows(lcm_ctx *ctx, const char *folder, const char *path) {
  lcm_allowed_list places = {0};
  lcm_places_add_project(&places, ctx, folder);
  return lcm_places_allow(&places, path);
}

static void test_places(void **state) {
  const struct scene *scene = *state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  char project[80];
  char header[112];
  snprintf(project, sizeof project, "%s/project", scene->folder);
  make(header, sizeof header, scene->folder, "other.h");
  assert_true(allows(ctx, project, scene->open));
  assert_false(allows(ctx, project, scene->closed));
  assert_true(allows(ctx, project, header));
  assert_true(allows(ctx, project, "/tmp/lcm-sandbox/is/not/there"));
  assert_false(allows(ctx, project, "/etc/passwd"));
  assert_false(allows(ctx, "/etc", "/etc/passwd"));
  assert_false(allows(ctx, "/", scene->open));
  setenv("HOME", scene->folder, 1);
  assert_false(allows(ctx, scene->folder, scene->closed));
  assert_true(allows(ctx, scene->folder, header));
  assert_true(allows(ctx, project, scene->open));
  assert_false(allows(ctx, project, header));
  unlink(header);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_tools, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_reader, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_places, set_up, tear_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
