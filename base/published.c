/* Finds the description that comes with lcm for the processor of this host. */
#include "base/published.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
static void look_in(struct lcm_published *found, double *least, lcm_ctx *ctx,
                    const struct model *m, const char *folder) {
  DIR *dir = opendir(folder);
  const char *best = NULL;
  struct dirent *entry = NULL;
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
    *found = (struct lcm_published){
        lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", folder, best),
        *least == 0};
}

/* Return whether the environment keeps lcm from asking the host. */
static bool is_apart(void) {
  const char *config = getenv("XDG_CONFIG_HOME");
  struct stat status;
  return config && *config && !stat(config, &status) &&
         !S_ISDIR(status.st_mode);
}

struct lcm_published lcm_published_find(lcm_ctx *ctx) {
  static const char *const PLACES[] = {"published",
                                       "../share/lcm/machines/published"};
  struct lcm_published found = {NULL, false};
  const struct model m = this_model();
  double least = HUGE_VAL;
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0 || is_apart())
    return found;
  path[n] = '\0';
  *strrchr(path, '/') = '\0';
  for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES && !found.path; i++)
    look_in(&found, &least, ctx, &m,
            lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", path, PLACES[i]));
  return found;
}
