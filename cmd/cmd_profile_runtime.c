#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/find.h"
#include "base/fs.h"
#include "cmd/profile_internal.h"

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

/* Return the "n" paths "all" (NULL: none) as a list. */
static const char *list_of(lcm_ctx *ctx, const char *const *all, size_t n) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < n; i++)
    if (all[i] && *all[i])
      lcm_buf_printf(&buf, "%s%s", buf.len ? ":" : "", all[i]);
  return lcm_ctx_text(ctx, &buf);
}

/* Return which library of MPI "program" uses, NULL for none. */
static const char *mpi_of(const char *program) {
  static const struct {
    const char *file;
    const char *name;
  } LIBRARIES[] = {{"libmpich.so", "mpich"},
                   {"libmpi.so.12", "mpich"},
                   {"libmpi.so", "openmpi"}};
  for (size_t i = 0; i < sizeof LIBRARIES / sizeof *LIBRARIES; i++)
    if (holds(program, LIBRARIES[i].file))
      return LIBRARIES[i].name;
  return NULL;
}

/* Put the path of our hooks of the MPI library that "program" uses, which are
 * beside "runtime", into "*out"; NULL where it uses none. */
static lcm_status find_hooks(const char **out, lcm_ctx *ctx,
                             const char *program, const char *runtime) {
  const char *mpi = mpi_of(program);
  const char *slash = strrchr(runtime, '/');
  const int folder = slash ? (int)(slash - runtime) : 0;
  *out = mpi ? lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s/liblcm-profile-%s.so",
                                folder, runtime, mpi)
             : NULL;
  if (!mpi || lcm_path_exists(*out))
    return LCM_OK;
  lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = program},
             "it uses %s, for which lcm was not built: there is no %s", mpi,
             *out);
  return LCM_EIO;
}

lcm_status profile_runtime_find(struct profile_runtime *out, lcm_ctx *ctx,
                                const char *program) {
  const char *runtime = find_runtime(ctx);
  const bool wants = holds(program, "libgomp.so") || is_script(program);
  const char *libomp = wants ? find_libomp(ctx) : NULL;
  if (!runtime) {
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){0},
               "%s is neither beside lcm nor in its lib folder; "
               "LCM_RUNTIME says where it is",
               PROFILE_RUNTIME);
    return LCM_EIO;
  }
  if (wants && !libomp && !is_script(program)) {
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = program},
               "it uses gcc's OpenMP library, which cannot be measured, and "
               "LLVM's, under which it can run, is not there: install libomp5 "
               "(Debian: libomp-19-dev), or let LCM_LIBOMP say where it is");
    return LCM_EIO;
  }
  const char *hooks = NULL;
  const lcm_status status = find_hooks(&hooks, ctx, program, runtime);
  const char *const all[] = {runtime, hooks, libomp, getenv("LD_PRELOAD")};
  out->gcc = holds(program, "libgomp.so");
  out->preload = list_of(ctx, all, sizeof all / sizeof *all);
  out->tool = runtime;
  return status;
}

lcm_status profile_runtime_folder(const char **out, lcm_ctx *ctx) {
  const char *place = getenv("TMPDIR");
  char *path = lcm_arena_printf(lcm_ctx_arena(ctx), "%s/lcm-profile.XXXXXX",
                                place && *place ? place : "/tmp");
  *out = path;
  if (mkdtemp(path))
    return LCM_OK;
  lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = path}, "cannot make it: %s",
             strerror(errno));
  return LCM_EIO;
}

/* Return the path of "name" in "folder". */
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

/* Raw files being read. */
struct reading {
  lcm_ctx *ctx;
  LCM_LIST(lcm_raw_file) files;
};

/* Read the raw file "path". */
static void read_one(void *user, const char *path) {
  struct reading *reading = user;
  lcm_raw_file file = {0};
  char *error = lcm_raw_open(&file, path);
  if (error)
    lcm_report(reading->ctx, LCM_DIAG_PROFILER, (lcm_loc){0}, "%s", error);
  else
    LCM_LIST_ADD(lcm_ctx_arena(reading->ctx), &reading->files, file);
  free(error);
}

/* Return how much "file" has measured, to tell the program from what starts
 * it. */
static double amount(const lcm_raw_file *file) { return (double)file->sum_ns; }

/* Keep the files of ranks, or, where there are none, that of the process that
 * computed most; close the others. */
static void choose(struct reading *reading) {
  size_t best = 0;
  size_t kept = 0;
  bool ranks = false;
  for (size_t i = 0; i < reading->files.n; i++) {
    ranks = ranks || reading->files.at[i].header->ranks > 0;
    if (amount(&reading->files.at[i]) > amount(&reading->files.at[best]))
      best = i;
  }
  for (size_t i = 0; i < reading->files.n; i++)
    if (ranks ? reading->files.at[i].header->ranks > 0 : i == best)
      reading->files.at[kept++] = reading->files.at[i];
    else
      lcm_raw_close(&reading->files.at[i]);
  reading->files.n = kept;
}

lcm_status profile_raws_read(struct profile_raws *out, lcm_ctx *ctx,
                             const char *folder, bool expected) {
  struct reading reading = {.ctx = ctx};
  each_file(ctx, folder, read_one, &reading);
  choose(&reading);
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
