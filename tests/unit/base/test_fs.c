#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "base/fs.h"

/* A context and a fresh directory to write into. */
struct place {
  lcm_ctx *ctx;
  char directory[64];
};

/* Make the place. */
static int set_up(void **state) {
  struct place *place = calloc(1, sizeof *place);
  strcpy(place->directory, "/tmp/lcm-test-XXXXXX");
  place->ctx = lcm_ctx_new(NULL);
  *state = place;
  return mkdtemp(place->directory) ? 0 : -1;
}

/* Remove the place, which must be empty. */
static int tear_down(void **state) {
  struct place *place = *state;
  const int status = rmdir(place->directory);
  lcm_ctx_free(place->ctx);
  free(place);
  return status;
}

/* Return the path of "name" in the place. */
static const char *path_of(struct place *place, const char *name) {
  return lcm_arena_printf(lcm_ctx_arena(place->ctx), "%s/%s", place->directory,
                          name);
}

/* Check that the file "path" holds "text". */
static void assert_holds(struct place *place, const char *path,
                         const char *text) {
  char *got = NULL;
  size_t len = 0;
  assert_int_equal(lcm_file_read(&got, &len, place->ctx, path), LCM_OK);
  assert_int_equal(len, strlen(text));
  assert_string_equal(got, text);
}

/* What is written is read back, also over what was there. */
static void file_is_replaced(void **state) {
  struct place *place = *state;
  const char *path = path_of(place, "a");
  assert_int_equal(lcm_file_write(place->ctx, path, "one", 3), LCM_OK);
  assert_holds(place, path, "one");
  assert_int_equal(lcm_file_write(place->ctx, path, "two\n", 4), LCM_OK);
  assert_holds(place, path, "two\n");
  assert_int_equal(unlink(path), 0);
}

/* A link stays a link, and the file that it names is replaced. */
static void link_is_followed(void **state) {
  struct place *place = *state;
  const char *target = path_of(place, "target");
  const char *link = path_of(place, "link");
  struct stat about;
  assert_int_equal(lcm_file_write(place->ctx, target, "one", 3), LCM_OK);
  assert_int_equal(symlink(target, link), 0);
  assert_int_equal(lcm_file_write(place->ctx, link, "two", 3), LCM_OK);
  assert_int_equal(lstat(link, &about), 0);
  assert_true(S_ISLNK(about.st_mode));
  assert_holds(place, target, "two");
  assert_int_equal(unlink(link), 0);
  assert_int_equal(unlink(target), 0);
}

/* What is no regular file is written to and stays what it is. */
static void pipe_is_written_to(void **state) {
  struct place *place = *state;
  const char *path = path_of(place, "pipe");
  char got[8] = "";
  struct stat about;
  assert_int_equal(mkfifo(path, 0600), 0);
  const int fd = open(path, O_RDONLY | O_NONBLOCK);
  assert_true(fd >= 0);
  assert_int_equal(lcm_file_write(place->ctx, path, "text", 4), LCM_OK);
  assert_int_equal(read(fd, got, sizeof got), 4);
  assert_string_equal(got, "text");
  assert_int_equal(stat(path, &about), 0);
  assert_true(S_ISFIFO(about.st_mode));
  close(fd);
  assert_int_equal(unlink(path), 0);
}

/* A file above the limit is refused before it is read, and a place that does
 * not exist or is a directory is refused; nothing is left behind. */
static void failures_are_reported(void **state) {
  struct place *place = *state;
  const char *large = path_of(place, "large");
  char *text = NULL;
  size_t len = 0;
  size_t n = 0;
  const int fd = open(large, O_CREAT | O_WRONLY, 0600);
  assert_int_equal(ftruncate(fd, (off_t)LCM_MAX_FILE + 1), 0);
  close(fd);
  assert_int_equal(lcm_file_read(&text, &len, place->ctx, large), LCM_EIO);
  assert_int_equal(unlink(large), 0);
  assert_int_equal(
      lcm_file_write(place->ctx, path_of(place, "none/a"), "text", 4), LCM_EIO);
  assert_int_equal(lcm_file_write(place->ctx, place->directory, "text", 4),
                   LCM_EIO);
  const lcm_diag *all = lcm_diag_all(place->ctx, &n);
  assert_int_equal(n, 3);
  for (size_t i = 0; i < n; i++)
    assert_int_equal(all[i].id, LCM_DIAG_IO);
}

/* Run the tests. */
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(file_is_replaced, set_up, tear_down),
      cmocka_unit_test_setup_teardown(link_is_followed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(pipe_is_written_to, set_up, tear_down),
      cmocka_unit_test_setup_teardown(failures_are_reported, set_up,
                                      tear_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
