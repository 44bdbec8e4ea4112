/* The files that a parsed file depends on. */
#include <stdio.h>
#include <string.h>

#include "analyzer/clang/clang_deps.h"
#include "analyzer/clang/flags.h"
#include "analyzer/clang/libclang_calls.h"
#include "base/fs.h"

/* A search for dependencies. */
struct search {
  lcm_ctx *ctx;
  struct lcm_header_places places; /* where headers are searched */
  lcm_map seen;                    /* paths that are among the found ones */
  LCM_LIST(struct lcm_dependency) found;
};

/* Return the name of "file", interned. */
static const char *name_of(lcm_ctx *ctx, CXFile file) {
  CXString string = clang_getFileName(file);
  const char *text = clang_getCString(string);
  const char *name = lcm_intern(ctx, text ? text : "");
  clang_disposeString(string);
  return name;
}

/* Return "name" in the directory that "place" is. */
static const char *in_place(lcm_ctx *ctx, const char *place, const char *name) {
  return lcm_intern(ctx,
                    lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", place, name));
}

/* Return "name" in the directory of the file "beside". */
static const char *in_directory(lcm_ctx *ctx, const char *beside,
                                const char *name) {
  const char *slash = strrchr(beside, '/');
  return lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s%s",
                                          slash ? (int)(slash - beside) + 1 : 0,
                                          beside, name));
}

/* Add a dependency unless it is known. */
static void add(struct search *s, const char *path, int place) {
  size_t known = 0;
  if (lcm_map_get(&s->seen, path, &known))
    return;
  lcm_map_put(lcm_ctx_arena(s->ctx), &s->seen, path, 1);
  const struct lcm_dependency dependency = {path, place};
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->found, dependency);
}

static void add_absent(struct search *s, const char *path) {
  if (!lcm_path_exists(path))
    add(s, path, LCM_DEPENDENCY_ABSENT);
}

/* Return whether "name" is in the directory that "place" is. */
static bool is_in_place(const char *place, const char *name) {
  char path[4096];
  const int n = snprintf(path, sizeof path, "%s/%s", place, name);
  return n < 0 || n >= (int)sizeof path || lcm_path_exists(path);
}

/* Add the dependencies on that "path", found in place number "place", is in
 * none of those before. */
static void add_before(struct search *s, const char *path, size_t place) {
  const char *name = lcm_header_place_behind(path, s->places.at[place]);
  for (size_t k = 0; k < place; k++)
    add_absent(s, in_place(s->ctx, s->places.at[k], name));
}

/* Return the last of the places that "path" can have been found in where it is
 * in none of those before, else LCM_DEPENDENCY_PLAIN.  What the place does not
 * say is added. */
static int place_of(struct search *s, const char *path) {
  int place = LCM_DEPENDENCY_PLAIN;
  for (size_t i = 0; i < s->places.n; i++) {
    if (!lcm_header_place_behind(path, s->places.at[i]))
      continue;
    if (place >= 0)
      add_before(s, path, (size_t)place);
    place = (int)i;
  }
  if (place <= 0)
    return place;
  const char *name = lcm_header_place_behind(path, s->places.at[place]);
  for (size_t k = 0; k < (size_t)place; k++)
    if (is_in_place(s->places.at[k], name)) {
      add_before(s, path, (size_t)place);
      return LCM_DEPENDENCY_PLAIN;
    }
  return place;
}

/* Add the included "file", whose includers stand on "stack". */
static void include(CXFile file, CXSourceLocation *stack, unsigned depth,
                    CXClientData user) {
  struct search *s = user;
  CXFile includer = NULL;
  size_t known = 0;
  const char *path = name_of(s->ctx, file);
  if (!depth || !strncmp(path, LCM_STAND_IN_DIR "/", 14) ||
      lcm_map_get(&s->seen, path, &known))
    return;
  const int place = place_of(s, path);
  clang_getExpansionLocation(stack[0], &includer, NULL, NULL, NULL);
  const char *from = includer ? name_of(s->ctx, includer) : "";
  const char *name =
      place >= 0 ? lcm_header_place_behind(path, s->places.at[place]) : NULL;
  if (name && strncmp(from, "/usr/", 5) != 0)
    add_absent(s, in_directory(s->ctx, from, name));
  add(s, path, place);
}

/* Add what "diagnostic" says is not there, wherever it could be. */
static void miss(struct search *s, CXDiagnostic diagnostic) {
  CXFile file = NULL;
  CXString string = clang_getDiagnosticSpelling(diagnostic);
  const char *text = clang_getCString(string);
  const char *end = strstr(text, "' file not found");
  const char *begin = end ? memchr(text, '\'', (size_t)(end - text)) : NULL;
  if (begin) {
    const char *name =
        lcm_intern_n(s->ctx, begin + 1, (size_t)(end - begin) - 1);
    clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file,
                               NULL, NULL, NULL);
    add_absent(s,
               in_directory(s->ctx, file ? name_of(s->ctx, file) : "", name));
    for (size_t i = 0; i < s->places.n; i++)
      add_absent(s, in_place(s->ctx, s->places.at[i], name));
  }
  clang_disposeString(string);
}

size_t lcm_tu_dependencies(const struct lcm_dependency **out, lcm_tu *tu) {
  struct search s = {.ctx = tu->ctx,
                     .places = lcm_header_places_of(tu->ctx, tu->input)};
  clang_getInclusions(tu->unit, include, &s);
  const unsigned n = clang_getNumDiagnostics(tu->unit);
  for (unsigned i = 0; i < n; i++) {
    CXDiagnostic diagnostic = clang_getDiagnostic(tu->unit, i);
    miss(&s, diagnostic);
    clang_disposeDiagnostic(diagnostic);
  }
  *out = s.found.at;
  return s.found.n;
}
