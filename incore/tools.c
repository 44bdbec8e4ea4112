/* The programs that are run, by their names, and the flags that they get: a
 * compilation database can neither choose a program nor have it run others. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "incore/tools.h"

/* The newest and the oldest version of LLVM that is looked for. */
enum { NEWEST = 30, OLDEST = 8 };

/* Return whether "text" begins with "begin". */
static bool starts(const char *text, const char *begin) {
  return !strncmp(text, begin, strlen(begin));
}

/* Return the length of the name "name" without the version behind it. */
static size_t without_version(const char *name) {
  const char *dash = strrchr(name, '-');
  return dash && isdigit((unsigned char)dash[1]) &&
                 dash[1 + strspn(dash + 1, "0123456789.")] == '\0'
             ? (size_t)(dash - name)
             : strlen(name);
}

bool lcm_incore_is_compiler(const char *name) {
  static const char *const KNOWN[] = {"gcc", "clang", "cc", "mpicc"};
  const size_t n = without_version(name);
  size_t begin = n;
  while (begin && name[begin - 1] != '-')
    begin--;
  for (size_t i = 0; i < begin; i++)
    if (!isalnum((unsigned char)name[i]) && !strchr("_-.", name[i]))
      return false;
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
    if (strlen(KNOWN[i]) == n - begin &&
        !memcmp(KNOWN[i], name + begin, n - begin))
      return begin != 1;
  return false;
}

const char *lcm_incore_find(lcm_ctx *ctx, const char *name) {
  const char *at = getenv("PATH");
  while (at && *at) {
    const size_t n = strcspn(at, ":");
    const char *path = lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s/%s",
                                        (int)(n < PATH_MAX ? n : 0), at, name);
    struct stat about;
    if (at[0] == '/' && !stat(path, &about) && S_ISREG(about.st_mode) &&
        !access(path, X_OK))
      return path;
    at += n + (at[n] == ':');
  }
  return NULL;
}

const char *lcm_incore_mca(lcm_ctx *ctx) {
  for (int version = NEWEST; version >= OLDEST; version--) {
    const char *path = lcm_incore_find(
        ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "llvm-mca-%d", version));
    if (path)
      return path;
  }
  return lcm_incore_find(ctx, "llvm-mca");
}

/* Return whether the option "flag", -f..., only says what code is made: none
 * that writes files, runs programs, or makes something else than code. */
static bool is_plain_f(const char *flag) {
  static const char *const OTHERS[] = {"-fplugin",
                                       "-fpass-plugin",
                                       "-fdump",
                                       "-fopt-info",
                                       "-fsave-opt",
                                       "-foptimization-record",
                                       "-fcallgraph",
                                       "-fstack-usage",
                                       "-fprofile",
                                       "-ftest-cov",
                                       "-fauto-profile",
                                       "-fdiagnostics",
                                       "-fcompare-d",
                                       "-flto",
                                       "-fno-lto",
                                       "-fthinlto",
                                       "-fuse-",
                                       "-fmodule",
                                       "-fself-test",
                                       "-fsyntax-only",
                                       "-ftime-",
                                       "-fproc-stat",
                                       "-fcrash",
                                       "-fcoverage",
                                       "-fcs-profile",
                                       "-fmemory-profile",
                                       "-fopenmp-targets",
                                       "-foffload",
                                       "-fembed-",
                                       "-fno-integrated-cc1",
                                       "-fimplicit-m",
                                       "-fprebuilt-module",
                                       "-fbuild-session",
                                       "-fverbose-asm",
                                       "-fwpa",
                                       "-fltrans",
                                       "-fresolution",
                                       "-fdirectives-only",
                                       "-fpreprocessed",
                                       "-fpch",
                                       "-fdebug-",
                                       "-fno-working",
                                       "-fworking",
                                       "-femit-"};
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    if (starts(flag, OTHERS[i]))
      return false;
  return !strchr(flag, '/');
}

/* Return whether the word "flag" alone says what code is made. */
static bool is_kept(const char *flag) {
  static const char *const WHOLE[] = {"-ansi", "-pthread", "-nostdinc",
                                      "-undef", "-trigraphs"};
  static const char *const BEGINS[] = {
      "-std=", "-D", "-U", "-I", "--sysroot=", "--target=", "-isystem/", "-O"};
  if (flag[0] != '-' || strchr("@", flag[1]))
    return false;
  if (starts(flag, "-mllvm") || starts(flag, "-mmlir") ||
      starts(flag, "-masm=") || starts(flag, "-mlinker"))
    return false;
  if (starts(flag, "-f"))
    return is_plain_f(flag);
  if (starts(flag, "-m"))
    return true;
  for (size_t i = 0; i < sizeof WHOLE / sizeof *WHOLE; i++)
    if (!strcmp(flag, WHOLE[i]))
      return true;
  for (size_t i = 0; i < sizeof BEGINS / sizeof *BEGINS; i++)
    if (starts(flag, BEGINS[i]))
      return true;
  return false;
}

/* Return whether "flag" says what the next word is, and whether both are
 * kept. */
static bool takes_next(const char *flag, bool *kept) {
  static const char *const KEPT[] = {
      "-D",      "-U",        "-I",         "-isystem", "-include", "-imacros",
      "-iquote", "-isysroot", "-idirafter", "-target",  "--sysroot"};
  static const char *const DROPPED[] = {"-o",
                                        "-MF",
                                        "-MT",
                                        "-MQ",
                                        "-mllvm",
                                        "-mmlir",
                                        "-x",
                                        "-Xclang",
                                        "-Xassembler",
                                        "-Xlinker",
                                        "-Xpreprocessor",
                                        "-B",
                                        "-wrapper",
                                        "-specs",
                                        "-arch",
                                        "-aux-info",
                                        "-dumpbase",
                                        "-dumpdir",
                                        "-u",
                                        "-T",
                                        "-L",
                                        "-l",
                                        "-z",
                                        "-e",
                                        "--param",
                                        "-Xopenmp-target",
                                        "-MJ",
                                        "-include-pch",
                                        "--serialize-diagnostics"};
  for (size_t i = 0; i < sizeof KEPT / sizeof *KEPT; i++)
    if (!strcmp(flag, KEPT[i]))
      return *kept = true;
  for (size_t i = 0; i < sizeof DROPPED / sizeof *DROPPED; i++)
    if (!strcmp(flag, DROPPED[i])) {
      *kept = false;
      return true;
    }
  return false;
}

void lcm_incore_flags(lcm_incore_words *words, lcm_ctx *ctx,
                      const char *const *flags, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  for (size_t i = 0; i < n; i++) {
    bool kept = false;
    if (takes_next(flags[i], &kept)) {
      if (kept && i + 1 < n && !strchr("-@", flags[i + 1][0])) {
        LCM_LIST_ADD(arena, words, flags[i]);
        LCM_LIST_ADD(arena, words, flags[i + 1]);
      }
      i++;
    } else if (is_kept(flags[i]))
      LCM_LIST_ADD(arena, words, flags[i]);
  }
}

/* Return the architecture that the target "target" begins with. */
static const char *architecture(lcm_ctx *ctx, const char *target) {
  const char *name = lcm_intern_n(ctx, target, strcspn(target, "-"));
  return !strcmp(name, "amd64")   ? "x86_64"
         : !strcmp(name, "arm64") ? "aarch64"
                                  : name;
}

const char *lcm_incore_target(lcm_ctx *ctx, const char *compiler,
                              const char *const *flags, size_t n) {
  struct utsname system;
  const char *out = uname(&system) ? "" : architecture(ctx, system.machine);
  const char *dash = strchr(compiler, '-');
  if (dash && (size_t)(dash - compiler) != without_version(compiler))
    out = architecture(ctx, compiler);
  for (size_t i = 0; i < n; i++) {
    if (starts(flags[i], "--target="))
      out = architecture(ctx, strchr(flags[i], '=') + 1);
    else if (!strcmp(flags[i], "-target") && i + 1 < n)
      out = architecture(ctx, flags[i + 1]);
    else if (!strcmp(flags[i], "-m32") || !strcmp(flags[i], "-m16"))
      out = "i386";
    else if (!strcmp(flags[i], "-mx32"))
      out = "x32";
  }
  return out;
}

const char *lcm_incore_processor(const char *const *flags, size_t n) {
  const char *out = NULL;
  for (size_t i = 0; i < n; i++)
    if (starts(flags[i], "-march=") || starts(flags[i], "-mcpu="))
      out = strchr(flags[i], '=') + 1;
  const bool fits =
      out && *out && !starts(out, "native") && !starts(out, "x86-64") &&
      !starts(out, "generic") && !starts(out, "armv") &&
      out[strspn(out, "abcdefghijklmnopqrstuvwxyz0123456789-_.")] == '\0';
  return fits ? out : NULL;
}

/* Append which file the program "path" (or NULL) is. */
static void put_program(lcm_buf *buf, const char *path) {
  struct stat about;
  lcm_buf_printf(buf, "%s:", path ? path : "-");
  if (path && !stat(path, &about))
    lcm_buf_printf(buf, "%llu,%llu,%lld.%ld;", (unsigned long long)about.st_ino,
                   (unsigned long long)about.st_size,
                   (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
}

/* Append the name of the processor. */
static void put_processor(lcm_buf *buf) {
  FILE *file = fopen("/proc/cpuinfo", "re");
  char line[512];
  while (file && fgets(line, sizeof line, file))
    if (starts(line, "model name") || starts(line, "cpu family") ||
        starts(line, "CPU part")) {
      lcm_buf_puts(buf, line);
      if (line[0] != 'c')
        break;
    }
  if (file)
    fclose(file);
}

void lcm_incore_identify(lcm_buf *buf, lcm_ctx *ctx, const char *compiler) {
  put_program(buf, lcm_incore_is_compiler(compiler)
                       ? lcm_incore_find(ctx, compiler)
                       : NULL);
  put_program(buf, lcm_incore_mca(ctx));
  put_processor(buf);
}
