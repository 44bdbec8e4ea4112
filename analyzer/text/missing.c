/* Where a header that was not found may lie: directories around the source are
 * looked through, as far as that is quick. */
#include "analyzer/text/missing.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/text/path.h"
#include "base/fs.h"
#include "base/list.h"

/* How many directories above that of the source are looked through, how deep
 * below them, and how many directories at all. */
enum { MAX_ABOVE = 2, MAX_BELOW = 5, MAX_DIRECTORIES = 400 };

/* A directory, and how deep below the first one it is. */
struct place {
  const char *path;
  unsigned depth;
};

typedef LCM_LIST(struct place) place_list;

static int is_shown(const struct dirent *entry) {
  return entry->d_name[0] != '.' &&
         (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN);
}

/* Return "name" in the directory "path". */
static const char *inside(lcm_ctx *ctx, const char *path, const char *name) {
  return lcm_printed_file(
      ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", path, name));
}

/* Add the directories in "place" to "places", in the order of their names. */
static void add_below(place_list *places, lcm_ctx *ctx, struct place place) {
  struct dirent **entries = NULL;
  const int n = scandir(place.path, &entries, is_shown, alphasort);
  for (int i = 0; i < n; i++) {
    const struct place below = {inside(ctx, place.path, entries[i]->d_name),
                                place.depth + 1};
    if (places->n < MAX_DIRECTORIES && lcm_path_is_directory(below.path))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), places, below);
    free(entries[i]);
  }
  free(entries);
}

/* Return the first directory in and below "root" that has "name", "*several":
 * others below it have one too, and it is not "root" itself; NULL where there
 * is none. */
static const char *find_below(bool *several, lcm_ctx *ctx, const char *root,
                              const char *name) {
  const char *found = NULL;
  place_list places = {0};
  const struct place first = {root, 0};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &places, first);
  for (size_t i = 0; i < places.n; i++) {
    const struct place place = places.at[i];
    const bool has = lcm_path_exists(inside(ctx, place.path, name));
    *several = has && found;
    if (*several)
      return found;
    found = has ? place.path : found;
    if (has && !i)
      return found;
    if (place.depth < MAX_BELOW)
      add_below(&places, ctx, place);
  }
  return found;
}

const char *lcm_missing_lies(bool *several, lcm_ctx *ctx, const char *source,
                             const char *name) {
  const char *slash = strrchr(source, '/');
  const char *root =
      slash ? lcm_intern_n(ctx, source, (size_t)(slash - source) + 1) : ".";
  const char *found = NULL;
  *several = false;
  if (name[0] == '/' || !strncmp(name, "../", 3))
    return NULL;
  if (!lcm_path_exists(inside(ctx, root, name)) && lcm_path_exists(name))
    return ".";
  for (unsigned i = 0; i <= MAX_ABOVE && !found; i++) {
    if (!strcmp(root, "/") || lcm_path_exists(inside(ctx, root, "proc/self")))
      return NULL;
    found = find_below(several, ctx, root, name);
    root = inside(ctx, root, "..");
  }
  return found;
}
