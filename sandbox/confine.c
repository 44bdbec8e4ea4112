/* What the kernel lets a process do: Landlock says which files, seccomp which
 * system calls.  The numbers are those of the kernel, whose headers need not be
 * as new as it is. */
#include "sandbox/confine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/filter.h"

/* System calls of Landlock, the same on all machines. */
enum { CREATE_RULESET = 444, ADD_RULE, RESTRICT_SELF };

/* Rights of Landlock. */
static const uint64_t RUN = 1U << 0;
static const uint64_t WRITE = 1U << 1;
static const uint64_t READ = 1U << 2;
static const uint64_t LIST = 1U << 3;

/* All rights, network protocols and scopes of Landlock by its version. */
static const struct {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
} RIGHTS[] = {{0x1fff, 0, 0}, {0x3fff, 0, 0}, {0x7fff, 0, 0},
              {0x7fff, 3, 0}, {0xffff, 3, 0}, {0xffff, 3, 3}};

/* What a set of rules is about, as the kernel has it. */
struct handled {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

/* A rule about what is below a folder, as the kernel has it. */
struct __attribute__((packed)) rule {
  uint64_t allowed;
  int32_t folder;
};

/* Return whether the user wants no limits. */
static bool is_off(void) {
  const char *value = getenv("LCM_SANDBOX");
  return value && !strcmp(value, "off");
}

/* Return the version of Landlock that the kernel has, at most the newest that
 * is known here; 0: none. */
static size_t landlock_version(void) {
  const long version = syscall(CREATE_RULESET, NULL, (size_t)0, 1U);
  const size_t newest = sizeof RIGHTS / sizeof *RIGHTS;
  return version <= 0 ? 0 : (size_t)version > newest ? newest : (size_t)version;
}

/* Allow "rights" below "path". */
static void allow(int rules, const char *path, uint64_t rights) {
  struct rule rule = {rights, open(path, O_PATH | O_CLOEXEC)};
  if (rule.folder < 0)
    return;
  if (syscall(ADD_RULE, rules, 1, &rule, 0U) && errno == EINVAL) {
    rule.allowed &= RUN | READ | WRITE;
    (void)syscall(ADD_RULE, rules, 1, &rule, 0U);
  }
  close(rule.folder);
}

/* Allow the reading of the source that lies in the folder "path" itself. */
static void allow_files(int rules, const char *path) {
  DIR *dir = opendir(path);
  const struct dirent *entry = dir ? readdir(dir) : NULL;
  for (; entry; entry = readdir(dir)) {
    struct rule rule = {READ, -1};
    if (entry->d_type == DT_REG && lcm_path_is_source(entry->d_name))
      rule.folder =
          openat(dirfd(dir), entry->d_name, O_PATH | O_CLOEXEC | O_NOFOLLOW);
    if (rule.folder >= 0) {
      (void)syscall(ADD_RULE, rules, 1, &rule, 0U);
      close(rule.folder);
    }
  }
  if (dir)
    closedir(dir);
}

/* Have Landlock allow "places" alone; return whether it does. */
static bool confine_files(const lcm_allowed_list *places) {
  const size_t version = landlock_version();
  if (!version)
    return false;
  const struct handled handled = {RIGHTS[version - 1].files,
                                  RIGHTS[version - 1].network,
                                  RIGHTS[version - 1].scopes};
  const size_t size = version < 4   ? sizeof handled.files
                      : version < 6 ? 2 * sizeof handled.files
                                    : sizeof handled;
  const int rules = (int)syscall(CREATE_RULESET, &handled, size, 0U);
  if (rules < 0)
    return false;
  for (size_t i = 0; i < places->n; i++)
    if (places->at[i].flat)
      allow_files(rules, places->at[i].path);
    else
      allow(rules, places->at[i].path,
            READ | LIST | (places->at[i].runs ? RUN : 0));
  allow(rules, "/dev/null", READ | WRITE);
  allow(rules, "/dev/zero", READ);
  allow(rules, "/dev/urandom", READ);
  const bool done = !syscall(RESTRICT_SELF, rules, 0U);
  close(rules);
  return done;
}

void lcm_confine(const lcm_allowed_list *places) {
  const struct rlimit nothing = {0, 0};
  if (is_off() || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    return;
  (void)setrlimit(RLIMIT_FSIZE, &nothing);
  (void)lcm_filter_tools(confine_files(places));
}

void lcm_confine_to_reading(void) {
  if (!is_off())
    (void)lcm_filter_reader();
}
