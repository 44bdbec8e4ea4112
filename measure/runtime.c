/* Finds the runtime that measures, and reads the raw files that it leaves. */
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/find.h"
#include "base/fs.h"
#include "measure/runtime.h"

/* Return whether the file "path" has "word" in it. */
static bool holds(const char *path, const char *word) {
  size_t len = 0;
  const char *text = lcm_file_map(&len, path);
  const bool found = text && lcm_find(text, len, word);
  if (text)
    lcm_file_unmap(text, len);
  return found;
}

/* Return whether the file "path" is a script. */
static bool is_script(const char *path) {
  size_t len = 0;
  const char *text = lcm_file_map(&len, path);
  const bool script = text && len > 2 && !memcmp(text, "#!", 2);
  if (text)
    lcm_file_unmap(text, len);
  return script;
}

/* Return whether "path" is a shell, or another program that does little but
 * start others. */
static bool is_shell(const char *path) {
  static const char *const NAMES[] = {
      "sh",      "bash", "dash", "zsh",     "ksh",  "ash",  "fish",
      "busybox", "time", "env",  "timeout", "make", "xargs"};
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(name, NAMES[i]))
      return true;
  return false;
}

/* Return the executable file that "raw" is of, NULL where it does not say. */
static const char *executable_of(const lcm_raw_file *raw, lcm_ctx *ctx) {
  for (size_t i = 0; i < raw->n_texts; i++)
    if (raw->texts[i]->what == LCM_RAW_EXE)
      return lcm_intern_n(ctx, raw->texts[i]->text, raw->texts[i]->length);
  return NULL;
}

/* Return whether "raw" is of a shell. */
static bool is_of_shell(const lcm_raw_file *raw, lcm_ctx *ctx) {
  const char *path = executable_of(raw, ctx);
  return path && is_shell(path);
}

/* Return the first file that "pattern" (of glob) finds, or NULL. */
static const char *first_file(lcm_ctx *ctx, const char *pattern) {
  glob_t found;
  const char *out = NULL;
  if (!glob(pattern, 0, NULL, &found) && found.gl_pathc)
    out = lcm_intern(ctx, found.gl_pathv[found.gl_pathc - 1]);
  globfree(&found);
  return out;
}

/* Return the path of LLVM's OpenMP library, NULL where it is nowhere. */
static const char *find_libomp(lcm_ctx *ctx) {
  static const char *const PATTERNS[] = {"/usr/lib/*-linux-gnu/libomp.so.5",
                                         "/usr/lib/llvm-*/lib/libomp.so.5",
                                         "/usr/lib64/libomp.so*",
                                         "/usr/lib/libomp.so*",
                                         "/usr/lib64/llvm*/lib*/libomp.so*",
                                         "/usr/local/lib*/libomp.so*"};
  const char *given = getenv("LCM_LIBOMP");
  if (given && *given)
    return given;
  for (size_t i = 0; i < sizeof PATTERNS / sizeof *PATTERNS; i++) {
    const char *found = first_file(ctx, PATTERNS[i]);
    if (found)
      return found;
  }
  return NULL;
}

/* Return the path of our runtime: what the environment says, beside this
 * program, or where it is installed; NULL where it is nowhere. */
static const char *find_runtime(lcm_ctx *ctx) {
  static const char *const PLACES[] = {"", "/lib/lcm", "/../lib/lcm",
                                       "/../lib"};
  const char *given = getenv("LCM_RUNTIME");
  char path[4096];
  if (given && *given)
    return given;
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0)
    return NULL;
  path[n] = '\0';
  *strrchr(path, '/') = '\0';
  for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
    const char *file = lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s/%s", path,
                                        PLACES[i], PROFILE_RUNTIME);
    if (lcm_path_exists(file))
      return file;
  }
  return NULL;
}

/* Return the "n" paths at "all" (NULL: none) as a list. */
static const char *list_of(lcm_ctx *ctx, const char *const *all, size_t n) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < n; i++)
    if (all[i] && *all[i])
      lcm_buf_printf(&buf, "%s%s", buf.len ? ":" : "", all[i]);
  return lcm_ctx_text(ctx, &buf);
}

/* Return the library beside "runtime" that measures the MPI library of
 * "program"; NULL where it has none, or, with a warning, ours is not there. */
static const char *find_hooks(lcm_ctx *ctx, const char *runtime,
                              const char *program) {
  const bool mpich =
      holds(program, "libmpich.so") || holds(program, "libmpi.so.12");
  if (!mpich && !holds(program, "libmpi.so"))
    return NULL;
  const size_t stem = strlen(runtime) - strlen(".so");
  const char *path =
      lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s-%s.so", (int)stem, runtime,
                       mpich ? "mpich" : "openmpi");
  if (lcm_path_exists(path))
    return path;
  lcm_report(ctx, LCM_DIAG_PROFILER, (lcm_loc){.file = program},
             "messages are not measured: there is no %s", path);
  return NULL;
}

/* Return whether the library "path" (NULL: none) can be loaded before others,
 * in a list that spaces and colons part; a message where not. */
static bool can_preload(lcm_ctx *ctx, const char *path) {
  if (!path || !path[strcspn(path, " :")])
    return true;
  lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = path},
             "libraries whose path has a space or a colon cannot be loaded "
             "into programs: install lcm elsewhere, or let LCM_RUNTIME name a "
             "link to its folder, LINK/%s",
             PROFILE_RUNTIME);
  return false;
}

lcm_status profile_runtime_find(struct profile_runtime *out, lcm_ctx *ctx,
                                const char *program) {
  const char *runtime = find_runtime(ctx);
  const bool starts = is_script(program) || is_shell(program);
  const bool wants = holds(program, "libgomp.so") || starts;
  const char *libomp = wants ? find_libomp(ctx) : NULL;
  if (!runtime) {
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){0},
               "%s is neither beside lcm nor in its lib folder; "
               "LCM_RUNTIME says where it is",
               PROFILE_RUNTIME);
    return LCM_EIO;
  }
  if (wants && !libomp && !starts) {
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = program},
               "it uses gcc's OpenMP library, which cannot be measured, and "
               "LLVM's, under which it can run, is not there: install libomp5 "
               "(Debian: libomp-19-dev), or let LCM_LIBOMP say where it is");
    return LCM_EIO;
  }
  if (holds(program, "libgomp.so") && holds(program, "GOMP_scope_start")) {
    lcm_report(
        ctx, LCM_DIAG_IO, (lcm_loc){.file = program},
        "it has a scope with task reductions by gcc, which LLVM's OpenMP "
        "library, under which it would be measured, does not know: "
        "build it with clang");
    return LCM_EIO;
  }
  if (!can_preload(ctx, runtime) || !can_preload(ctx, libomp))
    return LCM_EIO;
  const char *const all[] = {runtime, find_hooks(ctx, runtime, program), libomp,
                             getenv("LD_PRELOAD")};
  out->preload = list_of(ctx, all, sizeof all / sizeof *all);
  out->tool = runtime;
  return LCM_OK;
}

static const char *path_in(lcm_ctx *ctx, const char *folder, const char *name) {
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", folder, name);
}

/* Call "fn(user, path)" for each file in "folder", in order of their names. */
static void each_file(lcm_ctx *ctx, const char *folder,
                      void (*fn)(void *user, const char *path), void *user) {
  struct dirent **entries = NULL;
  const int n = scandir(folder, &entries, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    if (entries[i]->d_name[0] != '.')
      fn(user, path_in(ctx, folder, entries[i]->d_name));
    free(entries[i]);
  }
  free(entries);
}

/* Remove "path". */
static void remove_one(void *user, const char *path) {
  (void)user;
  unlink(path);
}

void profile_runtime_clear(lcm_ctx *ctx, const char *folder) {
  each_file(ctx, folder, remove_one, NULL);
}

/* Remove the folders at "place" of sweeps that were killed. */
static void remove_old(lcm_ctx *ctx, const char *place) {
  static const char NAME[] = "/lcm-profile.";
  glob_t found;
  const char *pattern =
      lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s*", place, NAME);
  const bool any = !glob(pattern, 0, NULL, &found);
  for (size_t i = 0; any && i < found.gl_pathc; i++) {
    const char *path = found.gl_pathv[i];
    const long pid = strtol(path + strlen(place) + strlen(NAME), NULL, 10);
    if (pid <= 0 || !kill((pid_t)pid, 0) || errno != ESRCH)
      continue;
    profile_runtime_clear(ctx, path);
    rmdir(path);
  }
  globfree(&found);
}

lcm_status profile_runtime_folder(const char **out, lcm_ctx *ctx) {
  const char *place = getenv("TMPDIR");
  place = place && *place ? place : "/tmp";
  remove_old(ctx, place);
  char *path = lcm_arena_printf(lcm_ctx_arena(ctx), "%s/lcm-profile.%ld.XXXXXX",
                                place, (long)getpid());
  if (mkdtemp(path)) {
    *out = path;
    return LCM_OK;
  }
  lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = path}, "cannot make it: %s",
             strerror(errno));
  return LCM_EIO;
}

/* Raw files being read. */
struct raw_reading {
  lcm_ctx *ctx;
  LCM_LIST(lcm_raw_file) files;
};

/* Read the raw file "path". */
static void read_one(void *user, const char *path) {
  struct raw_reading *reading = user;
  lcm_raw_file file = {0};
  char *error = lcm_raw_open(&file, path);
  if (error)
    lcm_report(reading->ctx, LCM_DIAG_PROFILER, (lcm_loc){0}, "%s", error);
  else
    LCM_LIST_ADD(lcm_ctx_arena(reading->ctx), &reading->files, file);
  free(error);
}

/* Return whether "a" says more than "b" of one rank, or of what is none: it is
 * no shell, as which programs are started and which are measured too, or it
 * measured more. */
static bool says_more(const struct raw_reading *reading, const lcm_raw_file *a,
                      const lcm_raw_file *b) {
  const bool one = is_of_shell(a, reading->ctx);
  const bool other = is_of_shell(b, reading->ctx);
  return one != other ? other : a->sum_ns > b->sum_ns;
}

/* Return the rank of "file", -1 where there are none. */
static int rank_of(const lcm_raw_file *file) {
  return file->header->rank < 0 ? -1 : file->header->rank;
}

/* Return whether file "i" of "reading" is the one of its rank to be kept;
 * "ranks": what is no rank is not. */
static bool is_kept(const struct raw_reading *reading, size_t i, bool ranks) {
  const lcm_raw_file *own = &reading->files.at[i];
  bool kept = !ranks || rank_of(own) >= 0;
  for (size_t k = 0; k < reading->files.n && kept; k++) {
    const lcm_raw_file *other = &reading->files.at[k];
    kept = k == i || rank_of(other) != rank_of(own) ||
           says_more(reading, own, other) ||
           (!says_more(reading, other, own) && i < k);
  }
  return kept;
}

/* Keep one file of each rank, or, where there are none, one; close the
 * others. */
static void choose(struct raw_reading *reading) {
  lcm_arena *arena = lcm_ctx_arena(reading->ctx);
  LCM_LIST(lcm_raw_file) kept = {0};
  LCM_LIST(lcm_raw_file) dropped = {0};
  bool ranks = false;
  for (size_t i = 0; i < reading->files.n; i++)
    ranks = ranks || rank_of(&reading->files.at[i]) >= 0;
  for (size_t i = 0; i < reading->files.n; i++)
    if (is_kept(reading, i, ranks))
      LCM_LIST_ADD(arena, &kept, reading->files.at[i]);
    else
      LCM_LIST_ADD(arena, &dropped, reading->files.at[i]);
  for (size_t i = 0; i < dropped.n; i++)
    lcm_raw_close(&dropped.at[i]);
  reading->files.at = kept.at;
  reading->files.n = kept.n;
}

/* Say where only a part of what was started is measured: a shell, or one of
 * several programs, of which "n" were measured. */
static void report_part(const struct raw_reading *reading, size_t n) {
  lcm_ctx *ctx = reading->ctx;
  const lcm_raw_file *kept = &reading->files.at[0];
  const char *path = reading->files.n ? executable_of(kept, ctx) : NULL;
  if (!path || rank_of(kept) >= 0)
    return;
  if (is_shell(path))
    lcm_report(ctx, LCM_DIAG_PROFILER, (lcm_loc){0},
               "only %s was measured, not what it starts, which left no "
               "measurements: give lcm the program itself",
               path);
  else if (n > 1)
    lcm_report(ctx, LCM_DIAG_PROFILER, (lcm_loc){0},
               "%zu programs were run, of which this is the one that took "
               "longest: %s",
               n, path);
}

/* Return how many files of "reading" are of no shell. */
static size_t count_programs(const struct raw_reading *reading) {
  size_t n = 0;
  for (size_t i = 0; i < reading->files.n; i++)
    n += !is_of_shell(&reading->files.at[i], reading->ctx);
  return n;
}

bool profile_raws_gcc(const struct profile_raws *raws, lcm_ctx *ctx) {
  bool any = false;
  for (size_t i = 0; i < raws->n && !any; i++) {
    const char *path = executable_of(&raws->at[i], ctx);
    any = path && holds(path, "libgomp.so");
  }
  return any;
}

lcm_status profile_raws_read(struct profile_raws *out, lcm_ctx *ctx,
                             const char *folder, bool expected) {
  struct raw_reading reading = {.ctx = ctx};
  each_file(ctx, folder, read_one, &reading);
  const size_t n = count_programs(&reading);
  choose(&reading);
  report_part(&reading, n);
  *out = (struct profile_raws){.at = reading.files.at, .n = reading.files.n};
  out->parts = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), profile_parts *, out->n + 1);
  if (out->n)
    return LCM_OK;
  if (expected)
    lcm_report(ctx, LCM_DIAG_PROGRAM, (lcm_loc){0},
               "the program left no measurements: is it linked statically?");
  return LCM_EIO;
}

void profile_raws_close(struct profile_raws *raws) {
  for (size_t i = 0; i < raws->n; i++)
    lcm_raw_close(&raws->at[i]);
  raws->n = 0;
}
