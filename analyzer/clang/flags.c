/* The flags with which libclang parses a unit.  The directories where the
 * headers of a unit are searched. */
#include "analyzer/clang/flags.h"

#include <string.h>

#include "base/fs.h"
#include "base/list.h"

typedef LCM_LIST(const char *) place_list;

/* Return the value of flag "*i" of the "n" at "flags" where it is "name",
 * joined or as the next one; NULL where it is another. */
static const char *value_of(const char *const *flags, size_t n, size_t i,
                            const char *name) {
  const size_t len = strlen(name);
  if (strncmp(flags[i], name, len) != 0)
    return NULL;
  if (flags[i][len])
    return flags[i] + len;
  return i + 1 < n ? flags[i + 1] : NULL;
}

/* Add the values of the flag "name" to "list". */
static void add_places(place_list *list, lcm_ctx *ctx, const char *const *flags,
                       size_t n, const char *name) {
  for (size_t i = 0; i < n; i++) {
    const char *place = value_of(flags, n, i, name);
    if (place && strcmp(place, LCM_STAND_IN_DIR) != 0)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), list, lcm_intern(ctx, place));
  }
}

struct lcm_header_places
lcm_header_places_of(lcm_ctx *ctx, const struct lcm_unit_input *input) {
  static const char *const SYSTEM[] = {
      "/usr/local/include", "/usr/include/x86_64-linux-gnu",
      "/usr/include/aarch64-linux-gnu", "/usr/include"};
  place_list list = {0};
  const char *const *flags = NULL;
  const size_t n = lcm_parse_flags(&flags, ctx, input);
  add_places(&list, ctx, flags, n, "-iquote");
  add_places(&list, ctx, flags, n, "-I");
  add_places(&list, ctx, flags, n, "-isystem");
  for (size_t i = 0; i < sizeof SYSTEM / sizeof *SYSTEM; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &list, lcm_intern(ctx, SYSTEM[i]));
  add_places(&list, ctx, flags, n, "-idirafter");
  return (struct lcm_header_places){list.at, list.n};
}

const char *lcm_header_place_behind(const char *path, const char *place) {
  size_t n = strlen(place);
  if (strncmp(path, place, n) != 0)
    return NULL;
  while (n && place[n - 1] == '/')
    n--;
  return path[n] == '/' ? path + n + 1 : NULL;
}

typedef LCM_LIST(const char *) flag_list;

/* Flags that name a file or directory, joined or as the next argument. */
static const char *const PATHS[] = {"-isystem",   "-iquote",  "-idirafter",
                                    "-isysroot",  "-include", "-imacros",
                                    "--sysroot=", "-I"};

/* Flags with a value, joined or as the next argument. */
static const char *const VALUES[] = {"-D", "-U", "-target"};

/* Beginnings of flags that change what the preprocessor or the parser sees. */
static const char *const BEGINNINGS[] = {
    "-std=", "--std=", "--target=", "-O",    "-march=", "-mcpu=",   "-msse",
    "-mavx", "-mfma",  "-mf16c",    "-mbmi", "-maes",   "-mpclmul", "-mpopcnt"};

/* Such flags as a whole. */
static const char *const WHOLE[] = {"-ansi",
                                    "-nostdinc",
                                    "-undef",
                                    "-pthread",
                                    "-m32",
                                    "-m64",
                                    "-mx32",
                                    "-fsigned-char",
                                    "-funsigned-char",
                                    "-fshort-enums",
                                    "-fno-signed-char",
                                    "-fno-unsigned-char",
                                    "-fms-extensions",
                                    "-fgnu89-inline",
                                    "-fblocks",
                                    "-ffreestanding",
                                    "-ffast-math"};

/* Flags whose next argument is no flag and says nothing to us. */
static const char *const IDLE_VALUES[] = {"-o", "-MF", "-MT", "-MQ",
                                          "-x", "-L",  "-l",  "-Xlinker",
                                          "-u", "-T",  "-z",  "-Xclang"};

/* The number of elements of the array "a". */
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Return the first of the "n" at "list" that "flag" begins with (or is, where
 * "whole"), or NULL. */
static const char *find(const char *flag, const char *const *list, size_t n,
                        bool whole) {
  for (size_t i = 0; i < n; i++)
    if (whole ? !strcmp(flag, list[i])
              : !strncmp(flag, list[i], strlen(list[i])))
      return list[i];
  return NULL;
}

/* Return "path" of the flag "name" as it is to be given from here; a header to
 * include that is not in the directory of the command is searched for. */
static const char *anchored(lcm_ctx *ctx, const struct lcm_unit_input *input,
                            const char *name, const char *path) {
  if (!input->directory || path[0] == '/' || path[0] == '=' || !*path)
    return path;
  const char *full =
      lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", input->directory, path);
  const bool header = !strcmp(name, "-include") || !strcmp(name, "-imacros");
  return header && !lcm_path_exists(full) ? path : full;
}

/* Add flag "*i" of "input", with its value where it has one, to "flags" if it
 * matters. */
static void add_flag(flag_list *flags, lcm_ctx *ctx,
                     const struct lcm_unit_input *input, size_t *i) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *flag = input->flags[*i];
  const bool more = *i + 1 < input->n_flags;
  const char *path = find(flag, PATHS, COUNT(PATHS), false);
  const char *value = path ? path : find(flag, VALUES, COUNT(VALUES), false);
  if (value && flag[strlen(value)]) {
    const char *text = flag + strlen(value);
    text = path ? anchored(ctx, input, path, text) : text;
    LCM_LIST_ADD(arena, flags, lcm_arena_printf(arena, "%s%s", value, text));
  } else if (value && more) {
    const char *text = input->flags[++*i];
    LCM_LIST_ADD(arena, flags, flag);
    LCM_LIST_ADD(arena, flags, path ? anchored(ctx, input, path, text) : text);
  } else if (find(flag, IDLE_VALUES, COUNT(IDLE_VALUES), true))
    ++*i;
  else if (find(flag, BEGINNINGS, COUNT(BEGINNINGS), false) ||
           find(flag, WHOLE, COUNT(WHOLE), true))
    LCM_LIST_ADD(arena, flags, flag);
}

size_t lcm_parse_flags(const char *const **out, lcm_ctx *ctx,
                       const struct lcm_unit_input *input) {
  static const char *const OWN[] = {"-xc",
                                    "-fno-openmp",
                                    "-D_OPENMP=202111",
                                    "-ferror-limit=0",
                                    "-w",
                                    "-Wno-implicit-function-declaration",
                                    "-Wno-implicit-int",
                                    "-Wno-int-conversion",
                                    "-Wno-return-type",
                                    "-Wno-incompatible-function-pointer-types"};
  flag_list flags = {0};
  for (size_t i = 0; i < COUNT(OWN); i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, OWN[i]);
  for (size_t i = 0; i < input->n_flags; i++)
    add_flag(&flags, ctx, input, &i);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, "-idirafter");
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, LCM_STAND_IN_DIR);
  *out = flags.at;
  return flags.n;
}
