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
  const size_t n = lcm_parse_flags(&flags, ctx, input, LCM_FLAGS_ALL);
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
static const char *const VALUES[] = {"-D", "-U"};

/* Beginnings of flags that change what the preprocessor or the parser sees. */
static const char *const BEGINNINGS[] = {"-std=", "--std=", "-O"};

/* Such flags as a whole. */
static const char *const WHOLE[] = {
    "-ansi",           "-nostdinc",        "-undef",
    "-pthread",        "-fsigned-char",    "-funsigned-char",
    "-fshort-enums",   "-fno-signed-char", "-fno-unsigned-char",
    "-fms-extensions", "-fgnu89-inline",   "-fblocks",
    "-ffreestanding",  "-ffast-math"};

/* Beginnings of flags that say what the machine is like. */
static const char *const MACHINE[] = {
    "-march=", "-mcpu=",   "-msse",    "-mavx", "-mfma", "-mf16c", "-mbmi",
    "-maes",   "-mpclmul", "-mpopcnt", "-m32",  "-m64",  "-mx32"};

/* Flags whose next argument is no flag and says nothing to us. */
static const char *const IDLE_VALUES[] = {"-o", "-MF", "-MT", "-MQ",
                                          "-x", "-L",  "-l",  "-Xlinker",
                                          "-u", "-T",  "-z",  "-include-pch"};

/* Long names of flags, with their value behind "=" or as the next argument. */
static const struct {
  const char *name;
  const char *is; /* the short one */
} LONG[] = {{"--include-directory-after", "-idirafter"},
            {"--include-directory", "-I"},
            {"--define-macro", "-D"},
            {"--undefine-macro", "-U"},
            {"--include", "-include"},
            {"--imacros", "-imacros"},
            {"--sysroot", "--sysroot="},
            {"--target", "--target="},
            {"--no-standard-includes", "-nostdinc"},
            {"--ansi", "-ansi"}};

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

/* Add the words that "text", behind `-Wp,`, has between its commas. */
static void add_parts(flag_list *words, lcm_ctx *ctx, const char *text) {
  while (*text) {
    const size_t n = strcspn(text, ",");
    LCM_LIST_ADD(lcm_ctx_arena(ctx), words, lcm_intern_n(ctx, text, n));
    text += n + (text[n] == ',');
  }
}

/* Add "word" to "words" with its short name. */
static void add_word(flag_list *words, lcm_ctx *ctx, const char *word) {
  for (size_t i = 0; i < COUNT(LONG); i++) {
    const size_t n = strlen(LONG[i].name);
    if (strncmp(word, LONG[i].name, n) != 0 || (word[n] && word[n] != '='))
      continue;
    const char *value = word[n] ? word + n + 1 : "";
    LCM_LIST_ADD(lcm_ctx_arena(ctx), words,
                 LCM_INTERN_JOINED(ctx, LONG[i].is, value));
    return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(ctx), words, word);
}

/* Return the flags of "input" by their short names, each a word, also those
 * that are given to the compiler inside the compiler or the preprocessor. */
static flag_list words_of(lcm_ctx *ctx, const struct lcm_unit_input *input) {
  flag_list words = {0};
  for (size_t i = 0; i < input->n_flags; i++) {
    const char *flag = input->flags[i];
    if (!strcmp(flag, "-Xclang") || !strcmp(flag, "-Xpreprocessor"))
      continue;
    if (!strncmp(flag, "-Wp,", 4))
      add_parts(&words, ctx, flag + 4);
    else
      add_word(&words, ctx, flag);
  }
  return words;
}

/* What of the flags counts. */
struct choice {
  const struct lcm_unit_input *input;
  enum lcm_flags_machine machine;
};

/* Return whether "flag" says which machine is meant. */
static bool is_target(const char *flag) {
  return !strncmp(flag, "--target=", 9) || !strcmp(flag, "-target");
}

/* Add the flag "name" with the value "value" to "flags".  A header to include
 * is given to the compiler inside libclang: outside, it would be looked for as
 * a precompiled one, made with other flags. */
static void add_value(flag_list *flags, lcm_ctx *ctx, const char *name,
                      const char *value) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  if (strcmp(name, "-include") != 0) {
    LCM_LIST_ADD(arena, flags, lcm_arena_printf(arena, "%s%s", name, value));
    return;
  }
  LCM_LIST_ADD(arena, flags, "-Xclang");
  LCM_LIST_ADD(arena, flags, name);
  LCM_LIST_ADD(arena, flags, "-Xclang");
  LCM_LIST_ADD(arena, flags, value);
}

/* Add flag "*i" of "words", with its value where it has one, to "flags" if it
 * matters. */
static void add_flag(flag_list *flags, lcm_ctx *ctx, const struct choice *c,
                     const flag_list *words, size_t *i) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *flag = words->at[*i];
  const char *next = *i + 1 < words->n ? words->at[*i + 1] : NULL;
  if (is_target(flag)) {
    const char *name = flag[1] == '-' ? flag + 9 : "";
    *i += !*name;
    name = *name ? name : next;
    if (name && c->machine != LCM_FLAGS_THIS_MACHINE)
      LCM_LIST_ADD(arena, flags, LCM_INTERN_JOINED(ctx, "--target=", name));
    return;
  }
  if (find(flag, IDLE_VALUES, COUNT(IDLE_VALUES), true)) {
    ++*i;
    return;
  }
  const char *path = find(flag, PATHS, COUNT(PATHS), false);
  const char *value = path ? path : find(flag, VALUES, COUNT(VALUES), false);
  if (value && flag[strlen(value)]) {
    const char *text = flag + strlen(value);
    text = path ? anchored(ctx, c->input, path, text) : text;
    add_value(flags, ctx, value, text);
  } else if (value && next) {
    const char *text = path ? anchored(ctx, c->input, path, next) : next;
    ++*i;
    add_value(flags, ctx, value, text);
  } else if (find(flag, BEGINNINGS, COUNT(BEGINNINGS), false) ||
             find(flag, WHOLE, COUNT(WHOLE), true) ||
             (c->machine == LCM_FLAGS_ALL &&
              find(flag, MACHINE, COUNT(MACHINE), false)))
    LCM_LIST_ADD(arena, flags, flag);
}

const char *lcm_flags_of_machine(lcm_ctx *ctx,
                                 const struct lcm_unit_input *input,
                                 bool target) {
  const flag_list words = words_of(ctx, input);
  const char *text = NULL;
  for (size_t i = 0; i < words.n; i++) {
    const bool names = is_target(words.at[i]);
    if (!(names && target) &&
        !find(words.at[i], MACHINE, COUNT(MACHINE), false))
      continue;
    const bool apart = names && words.at[i][1] != '-' && i + 1 < words.n;
    text = lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s%s%s%s", text ? text : "",
                            text ? " " : "", words.at[i], apart ? " " : "",
                            apart ? words.at[i + 1] : "");
  }
  return text;
}

size_t lcm_parse_flags(const char *const **out, lcm_ctx *ctx,
                       const struct lcm_unit_input *input,
                       enum lcm_flags_machine machine) {
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
  const struct choice choice = {input, machine};
  const flag_list words = words_of(ctx, input);
  for (size_t i = 0; i < COUNT(OWN); i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, OWN[i]);
  for (size_t i = 0; i < words.n; i++)
    add_flag(&flags, ctx, &choice, &words, &i);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, "-idirafter");
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, LCM_STAND_IN_DIR);
  *out = flags.at;
  return flags.n;
}
