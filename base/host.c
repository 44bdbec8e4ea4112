/* The host that lcm runs on, and the description of it that calibrate keeps. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
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
