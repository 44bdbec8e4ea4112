/* lcm profile: what the files cmd_profile*.c say to each other. */
#pragma once

#include "base/map.h"
#include "cmd/command.h"
#include "model/link/place.h"
#include "model/measurement/measurement.h"
#include "model/measurement/profile.h"
#include "profiler/raw/read.h"

/* How results are printed. */
enum profile_layout { PROFILE_TEXT, PROFILE_JSON, PROFILE_TABLE, PROFILE_PP };

/* How to measure.
 * least, most  how many runs of a point
 * precision    runs of a point end when the interval of their time is that
 *              narrow, as a share of it; 0: when there are "most"
 * seconds      wall-clock limit of a run; 0: none
 * slices       into how many slices of time to split a run; 0: none
 * sampling     instead of recording events
 * force        more members than processors are all right
 * reference    what is beyond the run with p = 1 is contention */
struct profile_options {
  size_t least;
  size_t most;
  double precision;
  size_t seconds;
  size_t slices;
  enum profile_layout layout;
  bool sampling;
  bool force;
  bool reference;
};

/* A point of the grid.
 * params    its variables, sorted by name
 * p         how many processors; NAN: as many as the program takes
 * elapsed   of the runs there are
 * next      the repetition that the next run is
 * failed    a run did not end well: no more of them */
struct profile_point {
  const lcm_binding *params;
  size_t n_params;
  double p;
  LCM_LIST(double) elapsed;
  size_t next;
  bool failed;
};

/* What surrounds the runs, in words for the records.
 * machine   its name, processor and how many of them
 * affinity  on which processors the program may run, what OMP_PROC_BIND and
 *           OMP_PLACES say, and how their frequency is governed
 * cores     how many of them there are */
struct profile_machine {
  const char *machine;
  const char *affinity;
  size_t cores;
};

/* Counters of the machine at one time.
 * busy      processor-seconds that anybody spent
 * throttles how often a processor was slowed down for its heat */
struct profile_load {
  double busy;
  double throttles;
};

/* How a run of the program ended.
 * exit_status  its own, or 128 + the signal that killed it
 * timed_out    the limit was reached; stopped: the user wants no more
 * wall, cpu    seconds that passed, and that it spent on all processors
 * switches     how often it was made to give up a processor
 * others       processor-seconds that other programs spent meanwhile
 * throttled    a processor was slowed down for its heat meanwhile */
struct profile_outcome {
  int exit_status;
  bool timed_out;
  bool stopped;
  double wall;
  double cpu;
  double switches;
  double others;
  bool throttled;
};

/* ---- points and repetitions (measure/plan.c) ----------------------- */

/* The points of a sweep, and which of them come next.
 * order, n_order, next   the current round
 * random   state of what decides the order */
struct profile_plan {
  struct profile_point *points;
  size_t n;
  size_t *order;
  size_t n_order;
  size_t next;
  unsigned long long random;
};

/* Make the points of "grid" in "plan". */
void profile_plan_make(struct profile_plan *plan, lcm_ctx *ctx,
                       const lcm_grid *grid);

/* Return the point to run next, NULL where none is left.  Every round runs all
 * points that need more runs, in an order of its own, those of one processor
 * first. */
struct profile_point *profile_plan_next(struct profile_plan *plan,
                                        const struct profile_options *options);

/* Return how many runs are left at least. */
size_t profile_plan_left(const struct profile_plan *plan,
                         const struct profile_options *options);

/* Return the point of "plan" with the "n" values "params", NULL without. */
struct profile_point *profile_plan_find(const struct profile_plan *plan,
                                        const lcm_binding *params, size_t n);

/* Return the middle of the "n" values, which are put in order; NAN for none. */
double profile_median(double *values, size_t n);

/* Return the middle of the "n" values of a point, and put the half-width of its
 * 90 % interval into "*half" (infinite for less than three). */
double profile_location(double *half, const double *values, size_t n);

/* ---- the program (measure/words.c) --------------------------------- */

/* Put the command "words", "n" of them, into "*argv" (NULL at the end), {NAME}
 * being the value of NAME among the "k" values "params".  An unknown NAME is
 * a message and LCM_EUSAGE. */
lcm_status profile_words(const char *const **argv, lcm_ctx *ctx,
                         const char *const *words, size_t n,
                         const lcm_binding *params, size_t k);

/* Return whether one of the "n" words has {name}. */
bool profile_words_mention(const char *const *words, size_t n,
                           const char *name);

/* Return whether the "n" words start ranks (mpirun and the like). */
bool profile_words_start_ranks(const char *const *words, size_t n);

/* Put what the program of the "n" words is into "*out", its name and a digest
 * of the executable file, and the path of that into "*path".  A program that is
 * not there is a diagnostic. */
lcm_status profile_words_program(const char **out, const char **path,
                                 lcm_ctx *ctx, const char *const *words,
                                 size_t n);

/* Return the values of "params" for people: "n = 256, p = 2". */
const char *profile_words_point(lcm_ctx *ctx, const lcm_binding *params,
                                size_t n);

/* ---- the machine (measure/machine.c) ------------------------------- */

/* Find out where the runs happen. */
void profile_machine_read(struct profile_machine *out, lcm_ctx *ctx);

/* Return the counters of the machine now. */
struct profile_load profile_load_now(void);

/* ---- running (measure/run.c) --------------------------------------- */

/* A process to run.
 * argv       the program and its arguments, NULL at the end
 * names, values   variables of its environment, "n_variables" of them
 * output     where its output goes; -1: to standard error
 * seconds    wall-clock limit, 0: none
 * signals    a file descriptor (signalfd) on which the user says stop */
struct profile_child {
  const char *const *argv;
  const char *const *names;
  const char *const *values;
  size_t n_variables;
  int output;
  size_t seconds;
  int signals;
};

/* Run "child" into "*out"; LCM_EIO, and a diagnostic, where it could not be
 * started. */
lcm_status profile_run(struct profile_outcome *out, lcm_ctx *ctx,
                       const struct profile_child *child);

/* ---- addresses (measure/symbol.c) ---------------------------------- */

/* A function that an address lies in, as it was inlined: the place in the
 * source; what is not known is NULL or 0. */
struct profile_frame {
  const char *function;
  const char *file;
  unsigned line;
};

/* What is known of an address: its module and frames, innermost first. */
struct profile_spot {
  const char *module;
  uint64_t offset;
  bool user;
  LCM_LIST(struct profile_frame) frames;
};

/* Spots by module and offset.
 * no_tool  addr2line is not there */
struct profile_symbols {
  lcm_ctx *ctx;
  lcm_map known;
  LCM_LIST(struct profile_spot *) spots;
  bool no_tool;
};

/* Find out about all addresses of "raw", one addr2line a module. */
lcm_status profile_symbols_find(struct profile_symbols *symbols,
                                const lcm_raw_file *raw);

/* Return what is known of "address" in "raw", NULL where it is in no module. */
const struct profile_spot *profile_symbol(struct profile_symbols *symbols,
                                          const lcm_raw_file *raw,
                                          uint64_t address);

/* Return whether no line is known of the addresses in user code. */
bool profile_symbols_lack_lines(const struct profile_symbols *symbols);

/* Return the address in the instruction that "site" or "sample" is about. */
uint64_t profile_site_address(const lcm_raw_site *site);
uint64_t profile_sample_address(const lcm_raw_sample *sample);

/* Return the function of the source that the symbol "name" is a part of
 * ("main" of "main._omp_fn.0"), NULL where that is not known. */
const char *profile_symbol_function(lcm_ctx *ctx, const char *name);

/* ---- places in the sources (measure/nodes.c, measure/join.c) --- */

/* A node of a function of the program.
 * parent       in the same list; itself: it is the body of the function
 * first, last  its lines
 * ordinal      among the nodes of the function
 * ignored      it, or what it lies in, is left out of predictions */
struct profile_node {
  const lcm_function *function;
  const lcm_node *node;
  size_t parent;
  unsigned first;
  unsigned last;
  struct lcm_ordinal ordinal;
  bool ignored;
};

/* A source file: its name in fragments, its path without links, the nodes of
 * its functions in preorder, where its lines begin. */
struct profile_file {
  const char *name;
  const char *path;
  LCM_LIST(struct profile_node) nodes;
  LCM_LIST(unsigned) lines;
};

/* What records are about: see lcm_measurement.
 * ignored  left out of predictions */
struct profile_place {
  const char *fragment;
  const char *place;
  const char *label;
  bool ignored;
};

/* The sources of the program.
 * root   folder that the names of files which were found are relative to
 * shifted  the program was made by gcc, which has calls of the OpenMP library
 * in the line of the statement before */
struct profile_sources {
  lcm_ctx *ctx;
  LCM_LIST(struct profile_file) files;
  const char *root;
  bool shifted;
};

/* Add the functions of "program" to "sources". */
lcm_status profile_sources_add(struct profile_sources *sources,
                               const lcm_program *program);

/* Return the file of "sources" that the compiler calls "path", or NULL. */
const struct profile_file *profile_file_find(struct profile_sources *sources,
                                             const char *path);

/* Return the number of the node of "file" that a site of "kind" in "line" is
 * about, or the number of nodes. */
size_t profile_node_of_site(const struct profile_file *file, uint32_t kind,
                            unsigned line);

/* Return node "i" of "file", or the team that it alone makes up: one construct
 * such as `parallel for`. */
size_t profile_node_combined(const struct profile_file *file, size_t i);

/* Return the innermost node of "file" at "line", or the number of nodes. */
size_t profile_node_at(const struct profile_file *file, unsigned line);

/* Return the innermost construct that divides work, a task or a team, that node
 * "i" of "file" is or lies in, or the number of nodes. */
size_t profile_node_construct(const struct profile_file *file, size_t i);

/* Return the only statement of "file" outside of constructs between the nodes
 * "before" and "behind" (SIZE_MAX: the begin or end of the function), or the
 * number of nodes. */
size_t profile_node_between(const struct profile_file *file, size_t before,
                            size_t behind);

/* Return the nodes of "file" of the kind that a construct "kind" of gcc's is,
 * in the function at "line" and not before that line: the one that "rank"
 * others precede, or the number of nodes. */
size_t profile_node_ranked(const struct profile_file *file, uint32_t kind,
                           unsigned line, size_t rank);

/* Return the innermost node of "file" around "line" that a site of "kind" may
 * be, or the number of nodes. */
size_t profile_node_around(const struct profile_file *file, uint32_t kind,
                           unsigned line);

/* Return what is recorded about node "i" of "file". */
struct profile_place
profile_place_of_node(lcm_ctx *ctx, const struct profile_file *file, size_t i);

/* Return what is recorded about a function: by the frame, else by the module,
 * of "spot", which may be NULL. */
struct profile_place profile_place_of_spot(struct profile_sources *sources,
                                           const struct profile_spot *spot,
                                           bool line);

/* ---- sites (measure/site.c) ---------------------------------------- */

/* Where a raw file is looked up.
 * inside  for each site a place inside the construct that code is known from
 *         which was made for it alone; file NULL: there is none */
struct profile_look {
  struct profile_sources *sources;
  struct profile_symbols *symbols;
  const lcm_raw_file *raw;
  struct profile_frame *inside;
};

/* A node of a file; NULL: none. */
struct profile_site_node {
  const struct profile_file *file;
  size_t at;
};

/* Begin to look things of "raw" up. */
void profile_look_begin(struct profile_look *look,
                        struct profile_sources *sources,
                        struct profile_symbols *symbols,
                        const lcm_raw_file *raw);

/* Return the spot of "site", NULL without. */
const struct profile_spot *profile_site_spot(const struct profile_look *look,
                                             uint32_t site);

/* Return the file of the innermost frame of "spot" that lies in the sources,
 * and put its line into "*line"; NULL where none does. */
const struct profile_file *profile_frame_file(struct profile_sources *sources,
                                              const struct profile_spot *spot,
                                              unsigned *line);

/* Return the node that the construct "site" is about. */
struct profile_site_node profile_site_node(const struct profile_look *look,
                                           uint32_t site);

/* A share of what a site spent. */
struct profile_part {
  struct profile_place place;
  double share;
};

/* The parts of a site, and the place of the construct itself.
 * serial  the site is code that no other construct is run beside */
typedef struct profile_parts {
  struct profile_part *at;
  size_t n;
  size_t cap;
  struct profile_place own;
  bool serial;
} profile_parts;

/* Put into "*out" for each site of "raw" which places have what it spent. */
lcm_status profile_join(profile_parts **out, struct profile_sources *sources,
                        struct profile_symbols *symbols,
                        const lcm_raw_file *raw);

/* ---- the runtime (measure/runtime.c) ------------------------------- */

/* The file name of the library that measures. */
#define PROFILE_RUNTIME "liblcm-profile.so"

/* What programs run under: libraries to load before others, and the OpenMP
 * tool among them; gcc: it was built by gcc. */
struct profile_runtime {
  const char *preload;
  const char *tool;
  bool gcc;
};

/* Find what the executable "program" is to run under. */
lcm_status profile_runtime_find(struct profile_runtime *out, lcm_ctx *ctx,
                                const char *program);

/* Make a folder for raw files. */
lcm_status profile_runtime_folder(const char **out, lcm_ctx *ctx);

/* Remove the files in "folder". */
void profile_runtime_clear(lcm_ctx *ctx, const char *folder);

/* ---- records (measure/record.c) ------------------------------------ */

/* The raw files of one run: one, or one a rank. */
struct profile_raws {
  lcm_raw_file *at;
  profile_parts **parts;
  size_t n;
};

/* Read the raw files in "folder" into "*out"; LCM_EIO where there are none, and
 * a diagnostic where some were "expected". */
lcm_status profile_raws_read(struct profile_raws *out, lcm_ctx *ctx,
                             const char *folder, bool expected);

/* Free what "raws" has. */
void profile_raws_close(struct profile_raws *raws);

/* Return the name of thread "i" of "raw" for people. */
const char *profile_thread_name(lcm_ctx *ctx, const lcm_raw_file *raw,
                                size_t i);

/* Write the timeline of "raws" to "path" as a Chrome trace. */
lcm_status profile_trace(lcm_ctx *ctx, const struct profile_raws *raws,
                         const char *path);

/* Return the names of the categories of "raws", "*n" of them, those of the
 * thesis first. */
const char *const *profile_categories(size_t *n, lcm_ctx *ctx,
                                      const struct profile_raws *raws);

/* Put the records of "raws" into "*out", that of the whole run last; each is
 * as "base" but for what was measured.  "slices" is into how many slices of
 * time the run is split. */
lcm_status profile_records(lcm_profile *out, lcm_ctx *ctx,
                           const struct profile_raws *raws,
                           const lcm_measurement *base, size_t slices);

/* Return whether "flag" is one of the words "flags" (or NULL). */
bool profile_has_flag(const char *flags, const char *flag);

/* Return "flags" and "flag" too. */
const char *profile_add_flag(lcm_ctx *ctx, const char *flags, const char *flag);

/* Return "flags" and the words of "more" (or NULL) too. */
const char *profile_add_flags(lcm_ctx *ctx, const char *flags,
                              const char *more);

/* Say in the "n" records "all" which part of computation is contention: by how
 * much the middle of equal runs goes beyond that of the runs on one processor
 * with the same other parameters.  Return whether there are such. */
bool profile_contention(lcm_ctx *ctx, lcm_measurement *all, size_t n);

/* ---- one run (measure/measure.c) ------------------------------------ */

/* What runs have in common.
 * folder   for raw files
 * log      where the output of the program goes: a file descriptor
 * signals  where the user says stop
 * ranks    the program starts ranks by itself
 * found    the sources were looked for
 * busy     runs beside which others used the machine
 * last     the last run in detail
 * raws     its raw files, to be closed */
struct profile_session {
  struct command *command;
  const struct profile_options *options;
  struct profile_machine machine;
  struct profile_runtime runtime;
  struct profile_sources sources;
  struct profile_symbols symbols;
  const char *program;
  const char *folder;
  int log;
  int signals;
  bool ranks;
  bool found;
  size_t busy;
  lcm_profile last;
  struct profile_raws raws;
};

/* How a run went: it has records; it did not end well; the user wants no
 * more. */
struct profile_result {
  bool measured;
  bool failed;
  bool stopped;
};

/* Run "point" once; what was measured is `session->last`. */
lcm_status profile_measure(struct profile_result *out,
                           struct profile_session *session,
                           const struct profile_point *point);

/* ---- the sources (measure/source.c) --------------------------------- */

/* Analyse the sources that the command line of "session" names. */
lcm_status profile_sources_given(struct profile_session *session);

/* Where it names none, analyse those in which the addresses of the first run
 * lie. */
lcm_status profile_sources_find(struct profile_session *session);

/* ---- the output (measure/store.c) ---------------------------------- */

/* The runs that there are, and where they are written.
 * path     of the output; NULL: nowhere, "-": standard output
 * program  what is measured (profile_words_program)
 * regular  the output is a file, which is resumed and rewritten
 * records  those that it has, those of a run together, the whole run last
 * found    how many runs of the plan it had; added: how many are new */
struct profile_store {
  lcm_ctx *ctx;
  const char *path;
  const char *program;
  int fd;
  bool regular;
  LCM_LIST(lcm_measurement) records;
  size_t found;
  size_t added;
};

/* Open the output, whose runs count as those of "plan". */
lcm_status profile_store_open(struct profile_store *store,
                              struct profile_plan *plan);

/* Append the records of one run: they are on the disk before this returns. */
lcm_status profile_store_add(struct profile_store *store,
                             const lcm_measurements *records);

/* Write all records anew. */
lcm_status profile_store_write(struct profile_store *store);

/* Let fragments that samples found in one run, and not in an equal one, have
 * records of no time there; return whether there are such. */
bool profile_fill(struct profile_store *store);

/* Close the output. */
void profile_store_close(struct profile_store *store);

/* ---- what is shown (measure/show.c) --------------------------------- */

/* Return what "command" prints of "session" and the runs of "plan" in "store";
 * NULL where memory ran out. */
LCM_GIVE char *profile_show(struct command *command,
                            const struct profile_session *session,
                            const struct profile_plan *plan,
                            const struct profile_store *store);
