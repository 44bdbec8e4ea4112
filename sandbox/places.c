/* The files that the source of a stranger may have read: those of the system,
 * and those of its project.  Where a project ends nothing says, so that what
 * lies around the folder of the source counts too, up to one that many things
 * lie in, but of that only what is named as source is. */
#include "sandbox/places.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* So many entries of a wide folder are looked at. */
enum { MOST_ENTRIES = 2000 };

/* Folders with the programs and headers of all. */
static const char *const SYSTEM[] = {"/usr",    "/opt",       "/bin",
                                     "/lib",    "/lib32",     "/lib64",
                                     "/libx32", "/nix/store", "/gnu/store"};

/* Folders in which nothing is of a project. */
static const char *const CLOSED[] = {"/etc", "/proc", "/sys",
                                     "/dev", "/run",  "/boot"};

/* Folders in which things of many projects or users lie. */
static const char *const WIDE[] = {
    "/",    "/home", "/Users", "/root",    "/tmp",     "/var",
    "/mnt", "/srv",  "/media", "/var/tmp", "/var/lib", "/var/log"};

/* Folders of a home that hold keys. */
static const char *const KEYS[] = {".ssh",  ".gnupg",  ".aws",
                                   ".kube", ".docker", ".password-store"};

/* What the names of source and headers end in. */
static const char *const ENDS[] = {
    "c",   "h",   "cc",  "cpp", "cxx", "hh",  "hpp", "hxx", "inc",
    "inl", "ipp", "tcc", "i",   "def", "tbl", "tab", "x",   "xbm",
    "xpm", "cu",  "cuh", "gen", "H",   "C",   "lcm", "lcs", "pam"};

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Return whether "path" is "folder" or below it. */
static bool is_below(const char *path, const char *folder) {
  const size_t n = strlen(folder);
  return !strncmp(path, folder, n) &&
         (!path[n] || path[n] == '/' || (n && folder[n - 1] == '/'));
}

/* Return "path" without links, interned; NULL where it is not there. */
static const char *real(lcm_ctx *ctx, const char *path) {
  char *text = realpath(path, NULL);
  const char *out = text ? lcm_intern(ctx, text) : NULL;
  free(text);
  return out;
}

bool lcm_path_is_source(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *dot = strrchr(slash ? slash : path, '.');
  for (size_t i = 0; dot && i < COUNT(ENDS); i++)
    if (!strcmp(dot + 1, ENDS[i]))
      return true;
  return false;
}

const char *lcm_path_directory(lcm_ctx *ctx, const char *path) {
  const char *slash = strrchr(path, '/');
  return !slash          ? "."
         : slash == path ? "/"
                         : lcm_intern_n(ctx, path, (size_t)(slash - path));
}

/* Return the home directory without links, NULL where there is none. */
static const char *home_of(lcm_ctx *ctx) {
  const char *home = getenv("HOME");
  return home && home[0] == '/' && home[1] ? real(ctx, home) : NULL;
}

/* Return whether "path" is the home of somebody. */
static bool is_home(const char *path, const char *home) {
  const char *slash = strrchr(path, '/');
  const size_t n = slash ? (size_t)(slash - path) : 0;
  return (home && !strcmp(path, home)) || !strcmp(path, "/root") ||
         (n == strlen("/home") && !strncmp(path, "/home", n)) ||
         (n == strlen("/Users") && !strncmp(path, "/Users", n));
}

/* Return whether "path" is one of keys, or below one. */
static bool has_keys(const char *path, const char *home) {
  const size_t n = home ? strlen(home) : 0;
  if (!home || !is_below(path, home) || !path[n])
    return false;
  for (size_t i = 0; i < COUNT(KEYS); i++)
    if (is_below(path + n + 1, KEYS[i]))
      return true;
  return false;
}

/* Return whether more lies in the folder "path" than a project. */
static bool is_wide(const char *path, const char *home) {
  bool wide = is_home(path, home) || has_keys(path, home) ||
              (home && is_below(home, path));
  for (size_t i = 0; i < COUNT(WIDE); i++)
    wide = wide || !strcmp(path, WIDE[i]);
  for (size_t i = 0; i < COUNT(CLOSED); i++)
    wide = wide || is_below(path, CLOSED[i]);
  return wide;
}

/* Add a place, unless one that has it is known. */
static void add(lcm_allowed_list *places, lcm_ctx *ctx,
                const struct lcm_allowed_place *place) {
  for (size_t i = 0; i < places->n; i++) {
    const struct lcm_allowed_place *known = &places->at[i];
    if (!known->flat && known->any >= place->any &&
        known->runs >= place->runs && is_below(place->path, known->path))
      return;
    if (known->flat && place->flat && known->path == place->path)
      return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(ctx), places, *place);
}

/* Add the folders in the home or place for all "path" that are not hidden. */
static void add_folders(lcm_allowed_list *places, lcm_ctx *ctx,
                        const char *path) {
  DIR *dir = opendir(path);
  const struct dirent *entry = dir ? readdir(dir) : NULL;
  for (size_t n = 0; entry && n < MOST_ENTRIES; n++) {
    if (entry->d_type == DT_DIR && entry->d_name[0] != '.') {
      const struct lcm_allowed_place place = {
          .path = lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s",
                                                   path, entry->d_name))};
      add(places, ctx, &place);
    }
    entry = readdir(dir);
  }
  if (dir)
    closedir(dir);
}

/* Return the outermost folder around "path" that is not wide. */
static const char *project_of(lcm_ctx *ctx, const char *path,
                              const char *home) {
  const char *out = path;
  for (const char *up = path; strcmp(up, "/") != 0;) {
    up = lcm_path_directory(ctx, up);
    out = is_wide(up, home) ? out : up;
  }
  return out;
}

/* Add the folder "path" and what lies around it; "own": all files in it; return
 * whether it is wide. */
static bool add_around(lcm_allowed_list *places, lcm_ctx *ctx, const char *path,
                       bool own) {
  const char *home = home_of(ctx);
  struct lcm_allowed_place place = {.path = path, .any = own};
  if (is_wide(path, home)) {
    place.any = false;
    place.flat = true;
    add(places, ctx, &place);
    return true;
  }
  add(places, ctx, &place);
  place.any = false;
  place.path = project_of(ctx, path, home);
  add(places, ctx, &place);
  return false;
}

void lcm_places_add_system(lcm_allowed_list *places, lcm_ctx *ctx) {
  for (size_t i = 0; i < COUNT(SYSTEM); i++) {
    const struct lcm_allowed_place place = {
        .path = real(ctx, SYSTEM[i]), .any = true, .runs = true};
    if (place.path)
      add(places, ctx, &place);
  }
}

void lcm_places_add_path(lcm_allowed_list *places, lcm_ctx *ctx) {
  const char *at = getenv("PATH");
  while (at && *at) {
    const size_t n = strcspn(at, ":");
    const char *path =
        at[0] == '/' ? real(ctx, lcm_intern_n(ctx, at, n)) : NULL;
    const struct lcm_allowed_place place = {.path = path, .runs = true};
    if (path && !is_wide(path, home_of(ctx)))
      add(places, ctx, &place);
    at += n + (at[n] == ':');
  }
}

void lcm_places_add_project(lcm_allowed_list *places, lcm_ctx *ctx,
                            const char *path) {
  const char *folder = real(ctx, path);
  const char *home = home_of(ctx);
  if (folder && add_around(places, ctx, folder, true) &&
      (is_home(folder, home) || !strcmp(folder, "/tmp")))
    add_folders(places, ctx, folder);
}

void lcm_places_add_headers(lcm_allowed_list *places, lcm_ctx *ctx,
                            const char *path) {
  const char *folder = real(ctx, path);
  if (folder)
    (void)add_around(places, ctx, folder, false);
}

void lcm_places_add_file(lcm_allowed_list *places, lcm_ctx *ctx,
                         const char *path) {
  const struct lcm_allowed_place place = {.path = real(ctx, path), .any = true};
  if (place.path)
    add(places, ctx, &place);
}

/* Return whether "place" has the file "path", which has no links. */
static bool has(const struct lcm_allowed_place *place, const char *path) {
  const size_t n = strlen(place->path);
  const bool deep =
      place->flat && strchr(path + n + (path[n] == '/'), '/') != NULL;
  return is_below(path, place->path) && !deep &&
         (place->any || lcm_path_is_source(path));
}

bool lcm_places_allow(const lcm_allowed_list *places, const char *path) {
  char *text = realpath(path, NULL);
  bool allowed = !text;
  for (size_t i = 0; i < places->n && !allowed; i++)
    allowed = is_below(text, places->at[i].path) && has(&places->at[i], text);
  free(text);
  return allowed;
}
