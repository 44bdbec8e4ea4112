/* The files that a unit may read, and whether it has kept to them. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyzer/clang/clang_allowed.h"
#include "analyzer/clang/flags.h"
#include "analyzer/clang/libclang.h"
#include "analyzer/clang/libclang_calls.h"

/* Add the folders of the list that the variable "name" is. */
static void add_variable(lcm_allowed_list *places, lcm_ctx *ctx,
                         const char *name) {
  const char *at = getenv(name);
  while (at && *at) {
    const size_t n = strcspn(at, ":");
    if (n)
      lcm_places_add_headers(places, ctx, lcm_intern_n(ctx, at, n));
    at += n + (at[n] == ':');
  }
}

/* Add the folders that the flags of "input" name. */
static void add_flags(lcm_allowed_list *places, lcm_ctx *ctx,
                      const struct lcm_unit_input *input) {
  static const char *const FOLDERS[] = {"-isystem",  "-iquote",    "-idirafter",
                                        "-isysroot", "--sysroot=", "-I"};
  const char *const *flags = NULL;
  const size_t n = lcm_parse_flags(&flags, ctx, input, LCM_FLAGS_ALL);
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < sizeof FOLDERS / sizeof *FOLDERS; k++)
      if (!strncmp(flags[i], FOLDERS[k], strlen(FOLDERS[k])))
        lcm_places_add_headers(places, ctx, flags[i] + strlen(FOLDERS[k]));
    const bool follows = i >= 2 && !strcmp(flags[i - 2], "-include");
    const bool macros = !strncmp(flags[i], "-imacros", strlen("-imacros"));
    if (follows || macros)
      lcm_places_add_headers(
          places, ctx, lcm_path_directory(ctx, flags[i] + (follows ? 0 : 8)));
  }
}

/* Add the folder that libclang, and so its headers, are in. */
static void add_libclang(lcm_allowed_list *places, lcm_ctx *ctx) {
  const char *file = lcm_libclang_file(ctx);
  if (file)
    lcm_places_add_project(places, ctx, lcm_path_directory(ctx, file));
}

/* Add the file of "input", which the user has named, unless it is a link. */
static void add_named(lcm_allowed_list *places, lcm_ctx *ctx,
                      const struct lcm_unit_input *input) {
  struct stat about;
  if (!input->directory && !lstat(input->file, &about) &&
      S_ISREG(about.st_mode))
    lcm_places_add_file(places, ctx, input->file);
}

void lcm_tu_places(lcm_allowed_list *places, lcm_ctx *ctx,
                   const struct lcm_unit_input *input) {
  lcm_places_add_system(places, ctx);
  add_libclang(places, ctx);
  add_named(places, ctx, input);
  lcm_places_add_project(places, ctx, lcm_path_directory(ctx, input->file));
  lcm_places_add_project(places, ctx, ".");
  add_flags(places, ctx, input);
  add_variable(places, ctx, "CPATH");
  add_variable(places, ctx, "C_INCLUDE_PATH");
}

/* A search for a file that may not be read. */
struct search {
  lcm_tu *tu;
  lcm_allowed_list places;
  const char *found;
};

/* Look at one file that was read. */
static void look_at(CXFile file, CXSourceLocation *stack, unsigned depth,
                    CXClientData user) {
  struct search *search = user;
  CXString string = clang_getFileName(file);
  const char *path = clang_getCString(string);
  (void)stack;
  (void)depth;
  if (path && !search->found &&
      strncmp(path, LCM_STAND_IN_DIR "/", strlen(LCM_STAND_IN_DIR "/")) != 0 &&
      !lcm_places_allow(&search->places, path))
    search->found = lcm_intern(search->tu->ctx, path);
  clang_disposeString(string);
}

const char *lcm_tu_forbidden(lcm_tu *tu) {
  struct search search = {.tu = tu};
  lcm_tu_places(&search.places, tu->ctx, tu->input);
  clang_getInclusions(tu->unit, look_at, &search);
  return search.found;
}
