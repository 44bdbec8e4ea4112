/* The host that lcm runs on, and the description of it that calibrate keeps. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/host.h"

void lcm_host_put_processor(lcm_buf *buf) {
  FILE *file = fopen("/proc/cpuinfo", "re");
  struct utsname names;
  char line[256];
  bool found = false;
  while (file && !found && fgets(line, sizeof line, file)) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !colon || !colon[1])
      continue;
    lcm_buf_printf(buf, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
    found = true;
  }
  if (file)
    fclose(file);
  if (!found)
    lcm_buf_puts(buf, uname(&names) ? "?" : names.machine);
}

/* Append "text" to "buf", with letters, digits and dots only: what else there
 * is becomes one '-'. */
static void put_plain(lcm_buf *buf, const char *text) {
  bool between = false;
  for (; *text; text++) {
    const bool plain = isalnum((unsigned char)*text) || *text == '.';
    if (plain && between)
      lcm_buf_putc(buf, '-');
    if (plain)
      lcm_buf_putc(buf, *text);
    between = !plain;
  }
}

/* Return the folder of the descriptions; NULL where the environment says
 * none. */
static const char *folder_of(lcm_ctx *ctx) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *config = getenv("XDG_CONFIG_HOME");
  const char *home = getenv("HOME");
  if (config && config[0] == '/')
    return lcm_arena_printf(arena, "%s/lcm/machines", config);
  return home && home[0] == '/'
             ? lcm_arena_printf(arena, "%s/.config/lcm/machines", home)
             : NULL;
}

/* Return the end of the names of files for hosts with as many of the same
 * processors as this one: "@PROCESSOR-N.json". */
static const char *end_of(lcm_ctx *ctx) {
  lcm_buf name = {0};
  lcm_buf end = {0};
  const long n = sysconf(_SC_NPROCESSORS_ONLN);
  lcm_host_put_processor(&name);
  lcm_buf_putc(&end, '@');
  put_plain(&end, lcm_ctx_text(ctx, &name));
  lcm_buf_printf(&end, "-%ld.json", n > 0 ? n : 1);
  return lcm_ctx_text(ctx, &end);
}

const char *lcm_host_machine_place(lcm_ctx *ctx) {
  const char *folder = folder_of(ctx);
  struct utsname names;
  lcm_buf place = {0};
  if (!folder)
    return NULL;
  lcm_buf_printf(&place, "%s/", folder);
  put_plain(&place, uname(&names) ? "host" : names.nodename);
  lcm_buf_puts(&place, end_of(ctx));
  return lcm_ctx_text(ctx, &place);
}

/* Return the first file, by name, in "folder" whose name ends in "end"; NULL
 * where there is none. */
static const char *first_like(lcm_ctx *ctx, const char *folder,
                              const char *end) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  DIR *dir = opendir(folder);
  const char *first = NULL;
  struct dirent *entry = NULL;
  while (dir && (entry = readdir(dir))) {
    const size_t n = strlen(entry->d_name);
    const size_t tail = strlen(end);
    if (n > tail && !strcmp(entry->d_name + n - tail, end) &&
        (!first || strcmp(entry->d_name, first) < 0))
      first = lcm_arena_printf(arena, "%s", entry->d_name);
  }
  if (dir)
    closedir(dir);
  return first ? lcm_arena_printf(arena, "%s/%s", folder, first) : NULL;
}

const char *lcm_host_machine_find(lcm_ctx *ctx) {
  const char *place = lcm_host_machine_place(ctx);
  if (!place || lcm_file_is_readable(place))
    return place;
  const char *like = first_like(ctx, folder_of(ctx), end_of(ctx));
  return like && lcm_file_is_readable(like) ? like : NULL;
}

lcm_status lcm_host_machine_prepare(lcm_ctx *ctx, const char *place) {
  char *folder = lcm_arena_printf(lcm_ctx_arena(ctx), "%s", place);
  for (char *at = strchr(folder + 1, '/'); at; at = strchr(at + 1, '/')) {
    *at = '\0';
    if (mkdir(folder, 0777) && errno != EEXIST) {
      lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){0}, "cannot make %s: %s", folder,
                 strerror(errno));
      return LCM_EIO;
    }
    *at = '/';
  }
  return LCM_OK;
}

/* Whoever made a processor, and which it is. */
struct model {
  char vendor[32];
  long family;
  long model;
};

/* Return what stands behind the colon of "line" where it begins with "key";
 * else NULL. */
static const char *value_of(const char *line, const char *key) {
  const char *colon = strchr(line, ':');
  return colon && !strncmp(line, key, strlen(key)) ? colon + 1 : NULL;
}

/* Put what "line" of the system's list of processors says into "m". */
static void read_line(struct model *m, const char *line) {
  const char *vendor = value_of(line, "vendor_id\t");
  vendor = vendor ? vendor : value_of(line, "CPU implementer\t");
  const char *family = value_of(line, "cpu family\t");
  family = family ? family : value_of(line, "CPU architecture");
  const char *model = value_of(line, "model\t");
  model = model ? model : value_of(line, "CPU part\t");
  if (vendor)
    (void)sscanf(vendor, " %31s", m->vendor);
  m->family = family ? strtol(family, NULL, 0) : m->family;
  m->model = model ? strtol(model, NULL, 0) : m->model;
}

/* Return the processor of this host; its vendor is "" where nobody knows. */
static struct model this_model(void) {
  struct model m = {"", -1, -1};
  char line[256];
  FILE *file = fopen("/proc/cpuinfo", "re");
  while (file && (!*m.vendor || m.family < 0 || m.model < 0) &&
         fgets(line, sizeof line, file))
    read_line(&m, line);
  if (file)
    fclose(file);
  return m;
}

/* Return how far the processors that the file "name" is for, called
 * VENDOR-FAMILY-MODEL+MODEL.json, are from "m"; below 0 where it is of another
 * vendor. */
static double distance(const struct model *m, const char *name) {
  const size_t n = strlen(m->vendor);
  char *end = NULL;
  double nearest = HUGE_VAL;
  if (!n || strncmp(name, m->vendor, n) != 0 || name[n] != '-')
    return -1;
  const long family = strtol(name + n + 1, &end, 10);
  do {
    const long model = *end ? strtol(end + 1, &end, 10) : -1;
    nearest = fmin(nearest, fabs((double)(model - m->model)));
  } while (*end == '+');
  return 1e6 * fabs((double)(family - m->family)) +
         (family == m->family ? nearest : 1);
}

/* Look for a description nearer than "*least" to "m" in "folder". */
static void look_in(struct lcm_typical *found, double *least, lcm_ctx *ctx,
                    const struct model *m, const char *folder) {
  DIR *dir = opendir(folder);
  const char *best = NULL;
  struct dirent *entry = NULL;
  if (dir)
    found->missing = "none that comes with lcm is for this maker's processors";
  while (dir && (entry = readdir(dir))) {
    const double far = distance(m, entry->d_name);
    const bool first = best && far == *least && strcmp(entry->d_name, best) < 0;
    if (far < 0 || (far >= *least && !first))
      continue;
    *least = far;
    best = lcm_arena_printf(lcm_ctx_arena(ctx), "%s", entry->d_name);
  }
  if (dir)
    closedir(dir);
  if (best)
    *found = (struct lcm_typical){
        lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", folder, best),
        *least == 0, NULL};
}

/* Return whether the environment keeps lcm from asking the host. */
static bool is_apart(void) {
  const char *config = getenv("XDG_CONFIG_HOME");
  struct stat status;
  return config && *config && !stat(config, &status) &&
         !S_ISDIR(status.st_mode);
}

struct lcm_typical lcm_typical_find(lcm_ctx *ctx) {
  static const char *const PLACES[] = {"typical",
                                       "../share/lcm/machines/typical"};
  struct lcm_typical found = {NULL, false, NULL};
  const struct model m = this_model();
  double least = HUGE_VAL;
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0 || is_apart())
    return found;
  path[n] = '\0';
  *strrchr(path, '/') = '\0';
  found.missing = "those that come with lcm are not beside this copy of it";
  for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES && !found.path; i++)
    look_in(&found, &least, ctx, &m,
            lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", path, PLACES[i]));
  return found;
}
