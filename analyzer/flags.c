#include "analyzer/flags_internal.h"

#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/list.h"

typedef LCM_LIST(const char *) flag_list;

/* Flags that take the next argument with them and say nothing to us. */
static const char *const WITH_VALUE[] = {"-o", "-MF", "-MT", "-MQ", "-x"};

/* Flags that say nothing to us. */
static const char *const ALONE[] = {"-c",       "-S",      "-E",   "-M",
                                    "-MM",      "-MD",     "-MMD", "-MP",
                                    "-fopenmp", "-Werror", "-pipe"};

/* Return whether "flag" is among the "n" at "list". */
static bool is_in(const char *flag, const char *const *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(flag, list[i]))
      return true;
  return false;
}

/* Return "flag", which names a directory relative to that of the command,
 * made absolute. */
static const char *anchored(lcm_ctx *ctx, const struct lcm_unit_input *input,
                            const char *flag, const char *prefix) {
  const size_t n = strlen(prefix);
  if (!input->directory || strncmp(flag, prefix, n) != 0 || !flag[n] ||
      flag[n] == '/')
    return flag;
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s/%s", prefix,
                          input->directory, flag + n);
}

/* Add the flags of "input" that matter to "flags". */
static void add_flags(flag_list *flags, lcm_ctx *ctx,
                      const struct lcm_unit_input *input) {
  static const char *const PATHS[] = {"-I", "-iquote", "-isystem", "-idirafter",
                                      "-include"};
  for (size_t i = 0; i < input->n_flags; i++) {
    const char *flag = input->flags[i];
    if (is_in(flag, WITH_VALUE, sizeof WITH_VALUE / sizeof *WITH_VALUE)) {
      i++;
      continue;
    }
    if (is_in(flag, ALONE, sizeof ALONE / sizeof *ALONE) ||
        !strncmp(flag, "-fopenmp", 8) || !strncmp(flag, "-W", 2))
      continue;
    const bool path = is_in(flag, PATHS, sizeof PATHS / sizeof *PATHS);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), flags,
                 path ? flag : anchored(ctx, input, flag, "-I"));
    if (path && i + 1 < input->n_flags)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), flags,
                   anchored(ctx, input, input->flags[++i], ""));
  }
}

/* Return the directory of our stand-in headers: beside the executable, where
 * it is installed, or in the sources. */
static const char *include_directory(lcm_ctx *ctx) {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n > 0) {
    path[n] = '\0';
    char *slash = strrchr(path, '/');
    *slash = '\0';
    const char *installed =
        lcm_arena_printf(lcm_ctx_arena(ctx), "%s/../share/lcm/include", path);
    if (lcm_path_is_directory(installed))
      return installed;
  }
  return LCM_INCLUDE_DIR;
}

size_t lcm_parse_flags(const char *const **out, lcm_ctx *ctx,
                       const struct lcm_unit_input *input) {
  flag_list flags = {0};
  static const char *const OWN[] = {"-fno-openmp", "-D_OPENMP=202111",
                                    "-ferror-limit=0", "-w"};
  for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, OWN[i]);
  add_flags(&flags, ctx, input);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, "-idirafter");
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, include_directory(ctx));
  *out = flags.at;
  return flags.n;
}

const char *const *lcm_preprocess_command(lcm_ctx *ctx,
                                          const struct lcm_unit_input *input) {
  flag_list flags = {0};
  static const char *const OWN[] = {"cc", "-E", "-fopenmp", "-w"};
  for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, OWN[i]);
  add_flags(&flags, ctx, input);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, "-idirafter");
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, include_directory(ctx));
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, input->file);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, NULL);
  return flags.at;
}
