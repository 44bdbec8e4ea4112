/* Measures what threads, memory and messages cost on this machine: runs the
 * measuring programs (measure/calibrate) and takes in what they print. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "measure/calibration.h"

/* Seconds that a measuring program, and a compiler, may take. */
enum { MEASURE_SECONDS = 900, COMPILE_SECONDS = 120 };

/* Exit statuses of a child that was not to be found, and of one that does not
 * do what it is asked to. */
enum { NOT_FOUND = 127, REFUSED = 2 };

/* How many ranks messages are measured between. */
enum { LEAST_RANKS = 2, MOST_RANKS = 1000000 };

/* The source of lcm-calibrate-ranks. */
extern const char lcm_calibrate_ranks[];

/* What is measured into what. */
struct calibration_request {
  lcm_ctx *ctx;
  lcm_calibration *calibration;
  const struct lcm_calibrate_options *options;
};

/* Return the path of the program "name", which is beside this executable or in
 * ../lib/lcm; NULL, and a diagnostic, where it is not. */
static const char *find_program(const struct calibration_request *m,
                                const char *name) {
  static const char *const PLACES[] = {"", "../lib/lcm/", "../libexec/lcm/"};
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  char path[4096];
  if (m->options->programs)
    return lcm_arena_printf(arena, "%s/%s", m->options->programs, name);
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n > 0) {
    path[n] = '\0';
    *strrchr(path, '/') = '\0';
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
      const char *found =
          lcm_arena_printf(arena, "%s/%s%s", path, PLACES[i], name);
      if (lcm_path_exists(found))
        return found;
    }
  }
  lcm_report(m->ctx, LCM_DIAG_IO, (lcm_loc){0},
             "%s is neither beside lcm nor in ../lib/lcm", name);
  return NULL;
}

/* Return the file of the OpenMP library that --runtime names, "" for the one
 * that programs have anyway; NULL, and a message, where it is not found. */
static const char *find_runtime(const struct calibration_request *m) {
  static const char *const FILES[] = {
      "/usr/lib/llvm-22/lib/libomp.so",
      "/usr/lib/llvm-19/lib/libomp.so",
      "/usr/lib/x86_64-linux-gnu/libomp.so.5",
      "/usr/lib64/libomp.so",
      "/usr/lib/libomp.so",
  };
  const char *name = m->options->runtime;
  if (!name || !strcmp(name, "libgomp"))
    return "";
  if (strchr(name, '/') && lcm_path_exists(name))
    return name;
  for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
    if (!strcmp(name, "libomp") && lcm_path_exists(FILES[i]))
      return FILES[i];
  lcm_report(m->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             strcmp(name, "libomp")
                 ? "--runtime is libgomp, libomp or the file of an "
                   "OpenMP library, not '%s'"
                 : "%s is not where it usually is: say its file, "
                   "--runtime DIR/libomp.so",
             name);
  return NULL;
}

/* Run the program of "argv", which prints samples as "name", and add these to
 * the calibration. */
static lcm_status run(const struct calibration_request *m,
                      const char *const *argv, const char *name) {
  const struct lcm_child child = {.argv = argv, .seconds = MEASURE_SECONDS};
  char *out = NULL;
  size_t len = 0;
  int status = 0;
  bool whole = true;
  const lcm_status ran = lcm_child_run(&out, &len, &status, m->ctx, &child);
  if (ran)
    return ran;
  const char *begin = len ? strstr(out, "lcm-samples 1\n") : NULL;
  const lcm_status read =
      begin ? lcm_calibration_add(m->calibration, name, begin,
                                  len - (size_t)(begin - out), &whole)
            : LCM_OK;
  if (begin && !read && whole && !status)
    return LCM_OK;
  if (status == REFUSED && !begin)
    lcm_report(m->ctx, LCM_DIAG_IO, (lcm_loc){0},
               "%s refuses: p is at most the number of cores that it may use",
               name);
  else if (status == NOT_FOUND)
    lcm_report(m->ctx, LCM_DIAG_IO, (lcm_loc){0}, "cannot start %s", name);
  else
    lcm_report(m->ctx, LCM_DIAG_IO, (lcm_loc){0},
               "%s stopped before its end (status %d)%s", name, status,
               begin ? "; what it measured is used" : "");
  return read ? read : LCM_EIO;
}

/* Numbers of threads or ranks. */
struct numbers {
  size_t n;
  double at[64];
};

/* Put the values that -D gives for "name" into "*out". */
static void take_numbers(struct numbers *out, const lcm_grid *grid,
                         const char *name) {
  out->n = 0;
  for (size_t j = 0; j < grid->n_names; j++)
    for (size_t i = 0; i < grid->n_points && !strcmp(grid->names[j], name);
         i++) {
      const double value = grid->columns[j][i];
      bool known = false;
      for (size_t k = 0; k < out->n; k++)
        known = known || out->at[k] == value;
      if (!known && out->n < 64)
        out->at[out->n++] = value;
    }
}

/* Return whether all of "numbers" are whole and at least "least", and no more
 * than can be; a diagnostic where they are not. */
static bool check_numbers(const struct calibration_request *m,
                          const struct numbers *numbers, const char *name,
                          double least) {
  const double most =
      least > 1 ? MOST_RANKS : (double)sysconf(_SC_NPROCESSORS_ONLN);
  for (size_t i = 0; i < numbers->n; i++)
    if (!(numbers->at[i] >= least && numbers->at[i] <= most) ||
        numbers->at[i] != floor(numbers->at[i])) {
      lcm_report(m->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
                 "%s is a whole number from %.0f to %.0f, not %g", name, least,
                 most, numbers->at[i]);
      return false;
    }
  return true;
}

/* Return whether "name" is that of a library, and not of its file. */
static bool names_runtime(const char *name) {
  return name && (!strcmp(name, "libgomp") || !strcmp(name, "libomp"));
}

/* Report where another OpenMP library than the one that --runtime names was
 * there to be measured: a program that clang has compiled needs libomp. */
static lcm_status check_runtime(const struct calibration_request *m) {
  const char *name = m->options->runtime;
  const char *found = lcm_calibration_fact(m->calibration, "runtime");
  if (!names_runtime(name) || (found && !strcmp(found, name)))
    return LCM_OK;
  lcm_report(m->ctx, LCM_DIAG_IO, (lcm_loc){0},
             "lcm-calibrate-threads runs with %s here, not with %s, and has "
             "measured nothing: %s",
             found ? found : "another library", name,
             strcmp(name, "libgomp")
                 ? "say the file of the library, --runtime DIR/libomp.so"
                 : "build lcm with gcc (cmake -DCMAKE_C_COMPILER=gcc) and "
                   "without LD_PRELOAD, or say --runtime libomp");
  return LCM_EUSAGE;
}

/* Measure threads and memory with "threads" threads (none: the usual ones). */
static lcm_status measure_threads(const struct calibration_request *m,
                                  const struct numbers *threads) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  const char *program = find_program(m, "lcm-calibrate-threads");
  const char *library = program ? find_runtime(m) : NULL;
  const char *argv[72] = {"/usr/bin/env"};
  size_t n = 1;
  if (!program)
    return LCM_EIO;
  if (!library)
    return LCM_EUSAGE;
  if (*library)
    argv[n++] = lcm_arena_printf(arena, "LD_PRELOAD=%s", library);
  argv[n++] = program;
  if (m->options->quick)
    argv[n++] = "--quick";
  if (names_runtime(m->options->runtime)) {
    argv[n++] = "--runtime";
    argv[n++] = m->options->runtime;
  }
  for (size_t i = 0; i < threads->n; i++)
    argv[n++] = lcm_arena_printf(arena, "%.0f", threads->at[i]);
  const lcm_status ran = run(m, argv, "lcm-calibrate-threads");
  return ran ? ran : check_runtime(m);
}

/* Compile the source of lcm-calibrate-ranks in the directory "place" into
 * "program". */
static lcm_status compile(const struct calibration_request *m,
                          const char *place, const char *program) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  const char *mpicc = m->options->mpicc;
  const char *source = lcm_arena_printf(arena, "%s/ranks.c", place);
  const char *line = lcm_arena_printf(arena, "%s -O2 -o '%s' '%s' 2>&1",
                                      mpicc ? mpicc : "mpicc", program, source);
  const char *const argv[] = {"sh", "-c", line, NULL};
  const struct lcm_child child = {.argv = argv, .seconds = COMPILE_SECONDS};
  char *out = NULL;
  size_t len = 0;
  int failed = 0;
  lcm_status status = lcm_file_write(m->ctx, source, lcm_calibrate_ranks,
                                     strlen(lcm_calibrate_ranks));
  status = status ? status : lcm_child_run(&out, &len, &failed, m->ctx, &child);
  unlink(source);
  if (status || !failed)
    return status;
  const int shown = (int)strcspn(out, "\n");
  lcm_report(m->ctx, LCM_DIAG_IO, (lcm_loc){0},
             "cannot compile the program that measures messages: %.*s; "
             "--mpicc says by what",
             shown > 200 ? 200 : shown, out);
  return LCM_EIO;
}

/* Return "line" with "{p}" replaced by "p". */
static const char *fill_in(lcm_ctx *ctx, const char *line, double p) {
  lcm_buf buf = {0};
  for (const char *at = line; *at;)
    if (!strncmp(at, "{p}", 3)) {
      lcm_buf_printf(&buf, "%.0f", p);
      at += 3;
    } else {
      lcm_buf_putc(&buf, *at++);
    }
  return lcm_ctx_text(ctx, &buf);
}

/* Measure messages by "program" with each number of ranks. */
static lcm_status run_ranks(const struct calibration_request *m,
                            const char *program, const struct numbers *ranks) {
  const char *start = m->options->mpi;
  const char *quick = m->options->quick ? " --quick" : "";
  const size_t n = strstr(start, "{p}") ? ranks->n : 1;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n && !status; i++) {
    const char *line =
        lcm_arena_printf(lcm_ctx_arena(m->ctx), "exec %s '%s'%s",
                         fill_in(m->ctx, start, ranks->at[i]), program, quick);
    const char *const argv[] = {"sh", "-c", line, NULL};
    status = run(m, argv, fill_in(m->ctx, start, ranks->at[i]));
  }
  return status;
}

/* Measure messages with "ranks" ranks; none: two, four, .. up to the number of
 * processors. */
static lcm_status measure_ranks(const struct calibration_request *m,
                                struct numbers ranks) {
  const char *directory = getenv("TMPDIR");
  char *place =
      lcm_arena_printf(lcm_ctx_arena(m->ctx), "%s/lcm-calibrate-XXXXXX",
                       directory ? directory : "/tmp");
  const char *processors = lcm_calibration_fact(m->calibration, "processors");
  const double most = processors ? strtod(processors, NULL) : 2;
  for (double p = 2; !ranks.n || (p <= most && p < 1e6); p *= 2)
    ranks.at[ranks.n++] = p;
  if (!mkdtemp(place)) {
    lcm_report(m->ctx, LCM_DIAG_IO, (lcm_loc){0},
               "cannot make a directory in %s", directory ? directory : "/tmp");
    return LCM_EIO;
  }
  const char *program =
      lcm_arena_printf(lcm_ctx_arena(m->ctx), "%s/lcm-calibrate-ranks", place);
  lcm_status status = compile(m, place, program);
  if (!status)
    status = run_ranks(m, program, &ranks);
  unlink(program);
  rmdir(place);
  return status;
}

lcm_status lcm_calibrate_machine(lcm_calibration *calibration, lcm_ctx *ctx,
                                 const struct lcm_calibrate_options *options) {
  const struct calibration_request m = {ctx, calibration, options};
  struct numbers threads;
  struct numbers ranks;
  take_numbers(&threads, options->grid, "p");
  take_numbers(&ranks, options->grid, "ranks");
  if (!check_numbers(&m, &threads, "p", 1) ||
      !check_numbers(&m, &ranks, "ranks", LEAST_RANKS))
    return LCM_EUSAGE;
  lcm_status status = measure_threads(&m, &threads);
  if (options->mpi && status != LCM_EUSAGE) {
    const lcm_status of_ranks = measure_ranks(&m, ranks);
    status = status ? status : of_ranks;
  }
  return status;
}

lcm_status lcm_calibrate_merge(lcm_calibration *calibration, lcm_ctx *ctx,
                               const char *const *files, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char *text = NULL;
    size_t len = 0;
    lcm_status status = lcm_file_read(&text, &len, ctx, files[i]);
    bool whole = true;
    status =
        status ? status
               : lcm_calibration_add(calibration, files[i], text, len, &whole);
    if (status)
      return status;
    if (!whole)
      lcm_report(ctx, LCM_DIAG_SAMPLES_CUT,
                 (lcm_loc){.file = lcm_intern(ctx, files[i])},
                 "the samples end too soon; those that there are are used");
  }
  return LCM_OK;
}

void lcm_calibrate_doubt(lcm_ctx *ctx, const lcm_calibrated_machine *machine) {
  lcm_buf names = {0};
  size_t n = 0;
  for (size_t i = 0; i < machine->n_costs; i++)
    if (machine->costs[i].noisy)
      lcm_buf_printf(&names, "%s%s", n++ ? ", " : "", machine->costs[i].name);
  for (size_t i = 0; i < machine->n_levels; i++)
    if (machine->levels[i].core.noisy || machine->levels[i].socket.noisy ||
        machine->levels[i].lifted)
      lcm_buf_printf(&names, "%s%s", n++ ? ", " : "", machine->levels[i].name);
  if (n)
    lcm_report(ctx, LCM_DIAG_NOISY, (lcm_loc){0},
               "the machine was too busy for %s: measure again when it is idle",
               lcm_ctx_text(ctx, &names));
  lcm_buf_free(&names);
}
