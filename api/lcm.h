/* liblcm: the lost cycles modeler as a C library.
 *
 *   const char *files[] = {"heat.c"};
 *   const char *grid[] = {"n=1024", "p=1:64:*2"};
 *   struct liblcm_predict_options options = {.grid = grid, .n_grid = 2};
 *   liblcm_program *program = NULL;
 *   liblcm_prediction *prediction = NULL;
 *   liblcm_log *log = liblcm_log_new(NULL, NULL);
 *   if (!liblcm_program_load(&program, files, 1, NULL, log) &&
 *       !liblcm_predict(&prediction, program, &options, log))
 *     use(liblcm_prediction_lost(prediction, 0, "li"));
 *
 * Errors.  What can fail returns a liblcm_code and puts its result into its
 * first argument, which a failure leaves alone.  What is wrong with the input,
 * and where, is said in the log.  Nothing is printed and nothing exits; running
 * out of memory is a code, after which every handle is as it was before.
 *
 * Ownership.  A handle (liblcm_program * and so on) that a function puts into
 * "*out" is the caller's, who gives it back with the free function of its type
 * (NULL is fine).  A char * is the caller's, who gives it back with
 * liblcm_text_free.  A const char *, and what a struct points to, belong to the
 * handle that they come from and live as long as it does.  Arguments are read
 * during the call and not kept.
 *
 * Units.  Times are in seconds, lost cycles in processor-seconds (summed over
 * the processors), sizes in bytes.  A number that there is none of is NaN.
 *
 * Threads.  A handle never changes once it is made: several threads may use one
 * at the same time, except a log, which belongs to one thread at a time.  There
 * is no state besides the handles.  A request runs on a stack of its own, so
 * that deep input needs none of the caller's.
 *
 * Structs of options have the defaults where they are zero. */
#ifndef LIBLCM_LCM_H
#define LIBLCM_LCM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LIBLCM_CHECKED __attribute__((warn_unused_result))
#else
#define LIBLCM_CHECKED
#endif

/* What a request came to. */
typedef enum liblcm_code {
  LIBLCM_OK = 0,
  LIBLCM_ERROR_INPUT,   /* the input has errors: the log has them */
  LIBLCM_ERROR_USAGE,   /* the request makes no sense: no such fragment, an
                           index beyond the end, a NULL that may not be one */
  LIBLCM_ERROR_IO,      /* a file cannot be read, or the system refuses a
                           thread or a process */
  LIBLCM_ERROR_LIMIT,   /* the input is nested too deeply, or its expressions
                           grow beyond all bounds */
  LIBLCM_ERROR_NUMERIC, /* a computation that does not converge */
  LIBLCM_ERROR_CHECK,   /* a result breaks an invariant: a fault of liblcm */
  LIBLCM_ERROR_MEMORY   /* out of memory */
} liblcm_code;

/* Return what "code" means, in a few words. */
const char *liblcm_code_text(liblcm_code code);

/* Return the version of the library, such as "0.1.0". */
const char *liblcm_version(void);

/* Free the "text" that a function of the library has given. */
void liblcm_text_free(char *text);

/* ---- log ---------------------------------------------------------------- */

typedef enum liblcm_severity {
  LIBLCM_NOTE,
  LIBLCM_WARNING,
  LIBLCM_ERROR
} liblcm_severity;

/* One thing said about the input. */
struct liblcm_message {
  liblcm_severity severity;
  /* which, as in docs/reference/diagnostics.md: "unbound-name" */
  const char *id;
  const char *file; /* NULL where no file is meant */
  unsigned line;    /* from 1; 0 where the whole file is meant */
  unsigned column;  /* in bytes from 1; 0 where the whole line is meant */
  const char *text; /* one line without a stop at the end */
};

/* Receives the messages of a request, sorted by their places, when it is done,
 * in the thread that made it; "message" lives for the time of the call. */
typedef void (*liblcm_message_fn)(const struct liblcm_message *message,
                                  void *user);

/* Where requests leave their messages.  A request that is given NULL for its
 * log says nothing. */
typedef struct liblcm_log liblcm_log;

/* Return a new log; NULL when out of memory.  It keeps all messages, and calls
 * "fn" (unless NULL) with each of them and "user". */
liblcm_log *liblcm_log_new(liblcm_message_fn fn, void *user);

/* Return how many messages of at least "severity" there are in "log". */
size_t liblcm_log_count(const liblcm_log *log, liblcm_severity severity);

/* Put message "i" (of liblcm_log_count(log, LIBLCM_NOTE)) into "*out"; it lives
 * until the log is cleared or freed. */
LIBLCM_CHECKED liblcm_code liblcm_log_get(struct liblcm_message *out,
                                          const liblcm_log *log, size_t i);

/* Forget the messages in "log". */
void liblcm_log_clear(liblcm_log *log);

/* Free "log"; NULL is fine. */
void liblcm_log_free(liblcm_log *log);

/* ---- programs ----------------------------------------------------------- */

/* The task structure of a program, with its models. */
typedef struct liblcm_program liblcm_program;

/* How to read programs. */
struct liblcm_load_options {
  /* for the C compiler ("-DN=3", "-Iinclude"), "n_flags" of them; files of a
   * compile_commands.json have those that stand there */
  const char *const *flags;
  size_t n_flags;
  /* sidecar files (docs/reference/comments.md) with directives for code that
   * has none, "n_models" of them */
  const char *const *models;
  size_t n_models;
  /* the directives of this variant apply too (`// lcm: variant`); NULL: of
   * none */
  const char *variant;
  /* where the run begins, "FUNCTION" or "FILE:FUNCTION"; NULL: in main, or in
   * the only function that nothing calls; "": left open, for
   * liblcm_program_enter */
  const char *entry;
  unsigned jobs; /* worker processes; 0: as many as there are processors */
  /* seconds, memory: limits of a worker, in seconds of processor time and in
   * bytes; 0: the defaults */
  unsigned seconds;
  size_t memory;
  int strict; /* warnings are errors */
  /* every loop is a node, also without comments, so that
   * liblcm_program_restructure finds it: the programs are larger */
  int loops;
};

/* Read the "n" inputs at "inputs" as one program into "*out": C files,
 * structures (.lcs), models (.pam, which make one together) and directories
 * with a compile_commands.json.  "options" may be NULL. */
LIBLCM_CHECKED liblcm_code
liblcm_program_load(liblcm_program **out, const char *const *inputs, size_t n,
                    const struct liblcm_load_options *options, liblcm_log *log);

/* Read the text form of a structure (.lcs, docs/reference/lcs.md) of "len"
 * bytes at "text" into "*out"; messages call it "name".  Where its run begins
 * is as the text says. */
LIBLCM_CHECKED liblcm_code liblcm_program_parse(liblcm_program **out,
                                                const char *name,
                                                const char *text, size_t len,
                                                liblcm_log *log);

/* Join the "n" programs at "parts" (units of one program) into "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_program_link(liblcm_program **out, const liblcm_program *const *parts,
                    size_t n, liblcm_log *log);

/* Put "program" with its run beginning in "entry" (as in liblcm_load_options)
 * into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_program_enter(liblcm_program **out,
                                                const liblcm_program *program,
                                                const char *entry,
                                                liblcm_log *log);

typedef enum liblcm_edit_kind {
  LIBLCM_EDIT_MODEL,               /* of one execution of the fragment */
  LIBLCM_EDIT_MODEL_PER_ITERATION, /* of one execution of the body of a loop */
  LIBLCM_EDIT_MODEL_PER_RUN,       /* of all executions in one run */
  LIBLCM_EDIT_WITH                 /* the value of a name below the fragment */
} liblcm_edit_kind;

/* A change of the fragment called "fragment" (of all that are so called).  A
 * model of "time" takes the place of one of "work" and the reverse; either
 * covers the categories of the fragment and all below it.
 * What is wrong with the expression is said at "FRAGMENT.NAME:1:column". */
struct liblcm_edit {
  const char *fragment;
  liblcm_edit_kind kind;
  /* the category ("pc", "time", ...) whose model is replaced or added, or the
   * variable that gets a value ("p", "n") */
  const char *name;
  /* in the comment language: "(k = 2 +/- 0.1) ns * n^2", "p/T - 1"; NULL: the
   * model or the value is taken away */
  const char *expression;
};

/* Put "program" with the "n" edits at "edits" made one after the other into
 * "*out". */
LIBLCM_CHECKED liblcm_code liblcm_program_edit(liblcm_program **out,
                                               const liblcm_program *program,
                                               const struct liblcm_edit *edits,
                                               size_t n, liblcm_log *log);

/* Restructurings, as after `--edit` of lcm (docs/reference/edits.md). */
struct liblcm_restructuring {
  /* "serialize fft.c:57; fuse fft.c:60 fft.c:67", one after the other */
  const char *text;
  /* what a dependence forbids is done all the same: that is a premise */
  int force;
};

/* Put "program" with the "restructuring" made into "*out", which has what has
 * to hold for it among its premises.  What is wrong with the text is said at
 * "--edit:1:column", that nothing is at a place, or something else
 * (LIBLCM_ERROR_USAGE), and that a dependence forbids it
 * (LIBLCM_ERROR_INPUT), where that is. */
LIBLCM_CHECKED liblcm_code liblcm_program_restructure(
    liblcm_program **out, const liblcm_program *program,
    const struct liblcm_restructuring *restructuring, liblcm_log *log);

/* What has to hold for a restructuring. */
struct liblcm_premise {
  const char *edit; /* the part of its text */
  const char *text; /* what has to hold */
  /* it is known to hold from what the parts read and write: else it is
   * assumed */
  int proved;
};

/* Return how many premises the restructurings have that "program" was made by;
 * linking programs, and their text form, forget them. */
size_t liblcm_program_premises(const liblcm_program *program);

/* Put premise "i" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_program_premise(struct liblcm_premise *out,
                                                  const liblcm_program *program,
                                                  size_t i);

/* Return the text form of "program" (.lcs); it reads back to the same. */
const char *liblcm_program_text(const liblcm_program *program);

/* Put "program" as JSON (lcm-structure/1) into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_program_json(char **out,
                                               const liblcm_program *program);

/* Return how many fragments with a name "program" has, and the name of number
 * "i" of them (in alphabetical order, each once; NULL beyond the last). */
size_t liblcm_program_fragments(const liblcm_program *program);
const char *liblcm_program_fragment(const liblcm_program *program, size_t i);

/* An external variable of a program. */
struct liblcm_param {
  const char *name;
  /* its default, as an expression; NULL: it has to be given */
  const char *value;
  const char *low; /* low, high: its range, as expressions, or NULL */
  const char *high;
  const char *description; /* or NULL */
};

/* Return how many external variables "program" declares (`// lcm: param`). */
size_t liblcm_program_params(const liblcm_program *program);

/* Put number "i" of them into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_program_param(struct liblcm_param *out,
                                                const liblcm_program *program,
                                                size_t i);

/* Free "program"; NULL is fine. */
void liblcm_program_free(liblcm_program *program);

/* ---- machines ----------------------------------------------------------- */

/* A machine description (docs/reference/machine.md). */
typedef struct liblcm_machine liblcm_machine;

/* Read the description in the file "path" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_machine_load(liblcm_machine **out,
                                               const char *path,
                                               liblcm_log *log);

/* Read the description in the "len" bytes of JSON at "text" into "*out";
 * messages call it "name". */
LIBLCM_CHECKED liblcm_code liblcm_machine_parse(liblcm_machine **out,
                                                const char *name,
                                                const char *text, size_t len,
                                                liblcm_log *log);

/* Return "machine" as JSON (lcm-machine/1), with what it left to the default
 * written out. */
const char *liblcm_machine_json(const liblcm_machine *machine);

/* Free "machine"; NULL is fine. */
void liblcm_machine_free(liblcm_machine *machine);

/* ---- predictions -------------------------------------------------------- */

/* What to predict. */
struct liblcm_predict_options {
  /* values of variables, each as after `lcm predict -D`: "n=1024", "p=1,2,4",
   * "p=1:64", "p=1:64:*2", "n=1024*sqrt(p)"; "n_grid" of them; p is 1 unless it
   * is given, a param has its default */
  const char *const *grid;
  size_t n_grid;
  const liblcm_machine *machine; /* NULL: the default, without overheads */
  /* keep the occurrences of the nodes at each point */
  int nodes;
  int formula; /* build the closed form */
  /* check the invariants of every point (LIBLCM_ERROR_CHECK) */
  int check;
  /* thesis_li, thesis_barrier: load imbalance as Crovella 1994 prints it;
   * waiting at explicit barriers is synchronization loss */
  int thesis_li;
  int thesis_barrier;
  int nesting_off; /* nested teams have one member */
};

/* The predicted runs of a program at the points of a grid. */
typedef struct liblcm_prediction liblcm_prediction;

/* Predict "program" as "options" (NULL: one point, the defaults) say into
 * "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_predict(liblcm_prediction **out, const liblcm_program *program,
               const struct liblcm_predict_options *options, liblcm_log *log);

/* Return how many variables the grid of "prediction" has, the name of number
 * "j" (NULL beyond the last), and the value of one at point "i" (NaN where
 * there is no such point or variable). */
size_t liblcm_prediction_variables(const liblcm_prediction *prediction);
const char *liblcm_prediction_variable(const liblcm_prediction *prediction,
                                       size_t j);
double liblcm_prediction_value(const liblcm_prediction *prediction, size_t i,
                               const char *variable);

/* Return how many categories of lost cycles "prediction" has, and the name of
 * number "k": "pc", "li", "ip", "sl", "cl", "rc", "unsplit", then the user's;
 * NULL beyond the last. */
size_t liblcm_prediction_categories(const liblcm_prediction *prediction);
const char *liblcm_prediction_category(const liblcm_prediction *prediction,
                                       size_t k);

/* The prediction at one point. */
struct liblcm_point {
  double p;    /* processors */
  double time; /* elapsed seconds */
  /* low, high: 90 % interval of the time; both equal to it where no coefficient
   * is uncertain */
  double low;
  double high;
  double time1;   /* time on one processor */
  double speedup; /* time1 / time; efficiency is speedup / p */
  double efficiency;
  double work;         /* processor-seconds of computation */
  double span;         /* time on unlimited processors without overheads */
  double bound;        /* the time cannot be below this */
  const char *binding; /* the resource that sets the bound, or NULL */
};

/* Return how many points "prediction" has; the first variable of the grid
 * changes slowest. */
size_t liblcm_prediction_points(const liblcm_prediction *prediction);

/* Put point "i" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_prediction_point(
    struct liblcm_point *out, const liblcm_prediction *prediction, size_t i);

/* Return the processor-seconds of "category" at point "i" (NaN where there is
 * no such point or category).  Over all categories they sum to p times the
 * time. */
double liblcm_prediction_lost(const liblcm_prediction *prediction, size_t i,
                              const char *category);

/* A node of the structure as it is reached by one path of calls. */
struct liblcm_occurrence {
  /* the calls and the number of the node: "main/3>fft/2" */
  const char *id;
  const char *kind;     /* "parloop", "fragment", "barrier", ... */
  const char *name;     /* of the fragment, or NULL */
  const char *label;    /* a short line of source, or NULL */
  const char *function; /* that it stands in */
  const char *file;     /* file, line: where; NULL and 0 where not known */
  unsigned line;
  unsigned depth; /* 0 for the root; occurrences come in preorder */
  double visits;  /* expected executions in the run */
  /* seconds along the path that determines the end of the run */
  double time;
  double share;      /* time as a part of the whole time */
  double processors; /* that it had */
  int critical;      /* it is on the critical path */
  /* of its cost: "measured", "annotated", "derived", "machine" or "composed" */
  const char *provenance;
};

/* Return how many occurrences point "i" has: 0 unless "nodes" asked for
 * them. */
size_t liblcm_prediction_occurrences(const liblcm_prediction *prediction,
                                     size_t i);

/* Put occurrence "k" of point "i" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_prediction_occurrence(
    struct liblcm_occurrence *out, const liblcm_prediction *prediction,
    size_t i, size_t k);

/* Return the processor-seconds of "category" in occurrence "k" of point "i";
 * NaN where there is none of these. */
double liblcm_prediction_occurrence_lost(const liblcm_prediction *prediction,
                                         size_t i, size_t k,
                                         const char *category);

/* A node without a cost, or with a part that is not in the times. */
struct liblcm_unknown {
  const char *file;
  unsigned line;
  const char *reason; /* in words */
};

/* Return how many such nodes "prediction" has. */
size_t liblcm_prediction_unknowns(const liblcm_prediction *prediction);

/* Put number "i" of them into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_prediction_unknown(
    struct liblcm_unknown *out, const liblcm_prediction *prediction, size_t i);

typedef enum liblcm_notation {
  LIBLCM_TEXT, /* for people */
  LIBLCM_LATEX,
  LIBLCM_C,     /* an expression of doubles over <math.h> */
  LIBLCM_PYTHON /* over math.* */
} liblcm_notation;

/* Put the closed form of the time, in seconds, into "*out"; NULL where there is
 * none or "formula" did not ask for it. */
LIBLCM_CHECKED liblcm_code liblcm_prediction_formula(
    char **out, const liblcm_prediction *prediction, liblcm_notation notation);

/* Put "prediction" as JSON (lcm-prediction/1) into "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_prediction_json(char **out, const liblcm_prediction *prediction);

/* Free "prediction"; NULL is fine. */
void liblcm_prediction_free(liblcm_prediction *prediction);

/* ---- comparisons -------------------------------------------------------- */

/* A program to compare, under a name. */
struct liblcm_variant {
  const char *name;
  const liblcm_program *program;
};

/* Several programs at the points of one grid. */
typedef struct liblcm_comparison liblcm_comparison;

/* Compare the "n" (at least 2) programs at "variants" as "options" say into
 * "*out".  Coefficients that variants share cancel in the intervals of their
 * differences. */
LIBLCM_CHECKED liblcm_code liblcm_compare(
    liblcm_comparison **out, const struct liblcm_variant *variants, size_t n,
    const struct liblcm_predict_options *options, liblcm_log *log);

/* Return how many variants "comparison" has, and the prediction of number "v",
 * which belongs to the comparison (NULL beyond the last). */
size_t liblcm_comparison_variants(const liblcm_comparison *comparison);
const liblcm_prediction *
liblcm_comparison_prediction(const liblcm_comparison *comparison, size_t v);

/* The comparison at one point. */
struct liblcm_winner {
  size_t winner; /* number of the fastest variant, the first of equals */
  /* low, high: 90 % interval of the time of the second fastest minus that of
   * the fastest */
  double low;
  double high;
};

/* Put who wins at point "i" of the grid into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_comparison_winner(
    struct liblcm_winner *out, const liblcm_comparison *comparison, size_t i);

/* Where the winner changes. */
struct liblcm_crossover {
  const char *variable; /* whose value */
  double value;         /* at the crossing */
  /* from, to: numbers of the variants that win below and above */
  size_t from;
  size_t to;
  int step; /* the change is a jump (a ceiling, a branch), not smooth */
  /* the value as an expression where it was found in closed form, or NULL */
  const char *exact;
};

/* Return how many crossovers were found. */
size_t liblcm_comparison_crossovers(const liblcm_comparison *comparison);

/* Put crossover "i" into "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_comparison_crossover(struct liblcm_crossover *out,
                            const liblcm_comparison *comparison, size_t i);

/* Return the value of another variable of the grid at crossover "i"; NaN where
 * there is none. */
double liblcm_comparison_crossover_value(const liblcm_comparison *comparison,
                                         size_t i, const char *variable);

/* Return whether there can be no other crossovers in the range of the grid. */
int liblcm_comparison_is_complete(const liblcm_comparison *comparison);

/* Put "comparison" as JSON (lcm-comparison/1) into "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_comparison_json(char **out, const liblcm_comparison *comparison);

/* Free "comparison" and the predictions of it; NULL is fine. */
void liblcm_comparison_free(liblcm_comparison *comparison);

/* ---- movement of data --------------------------------------------------- */

/* The data that a program moves between its parallel parts. */
typedef struct liblcm_data liblcm_data;

/* Find the movements of "program" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_data_find(liblcm_data **out,
                                            const liblcm_program *program,
                                            liblcm_log *log);

/* One movement. */
struct liblcm_movement {
  const char *section; /* what moves: "a[k][0:n]" */
  const char *kind;    /* "true", "anti" or "output" dependence */
  /* from, to: ids of the occurrences that it leaves and reaches */
  const char *from;
  const char *to;
  const char *lca;   /* id of their least common ancestor */
  const char *bytes; /* of one transfer, an expression; NULL: not known */
  const char *count; /* how often in a run, an expression; NULL: not known */
  int crossing;      /* between members of one team, across a barrier */
};

/* Return how many movements there are. */
size_t liblcm_data_movements(const liblcm_data *data);

/* Put movement "i" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_data_movement(struct liblcm_movement *out,
                                                const liblcm_data *data,
                                                size_t i);

/* Put "data" as JSON (lcm-data/1) into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_data_json(char **out,
                                            const liblcm_data *data);

/* Free "data"; NULL is fine. */
void liblcm_data_free(liblcm_data *data);

/* ---- measuring ---------------------------------------------------------- */

/* A program to run and measure.
 * The runtime that measures, liblcm-profile.so, is looked for where the
 * environment variable LCM_RUNTIME says, then beside the calling program. */
struct liblcm_profile_options {
  /* the program and its arguments, "n_words" of them, in which {NAME} stands
   * for the value of NAME; built with -g, fragments have lines */
  const char *const *words;
  size_t n_words;
  /* points to run at, as in liblcm_predict_options, "n_grid" of them */
  const char *const *grid;
  size_t n_grid;
  /* C files of the program, "n_sources" of them; without them those are read in
   * which its addresses lie */
  const char *const *sources;
  size_t n_sources;
  /* a file of measurements (JSON lines) that runs are added to: those that it
   * has already are not repeated; NULL: none */
  const char *output;
  /* of each point; 0: 3 to 10, until the time is known to 2 % */
  size_t runs;
  size_t seconds; /* wall-clock limit of a run; 0: none */
  /* threads are looked at now and then instead of noting events */
  int sampling;
  int force; /* more members than processors are all right */
};

/* Run a program as "options" say and put its measurements as JSON
 * (lcm-profile/1) into "*out".  What the program writes is dropped, or kept in
 * a log beside "output".  SIGINT, SIGTERM and SIGHUP that the caller has
 * blocked in all threads end the sweep early; what was measured is in
 * "output", and "*out" is NULL then. */
LIBLCM_CHECKED liblcm_code liblcm_profile(
    char **out, const struct liblcm_profile_options *options, liblcm_log *log);

/* Measurements to fit. */
struct liblcm_fit_options {
  const char *const *files; /* with measurements, "n_files" of them */
  size_t n_files;
  /* categories, variables: names, between commas; NULL: all there are */
  const char *categories;
  const char *variables;
  const char *fragment; /* the one that is fitted; NULL: all */
  const char *where;    /* conditions on runs: "n > 8, p = 4"; NULL: none */
  double level;         /* of intervals, between 0 and 1; 0: 0.9 */
  unsigned jobs;        /* threads; 0: as many as there are processors */
};

/* Fit measurements as "options" say and put the models as JSON (lcm-fit/1) into
 * "*out". */
LIBLCM_CHECKED liblcm_code liblcm_fit(char **out,
                                      const struct liblcm_fit_options *options,
                                      liblcm_log *log);

/* A machine to measure. */
struct liblcm_calibrate_options {
  /* how many threads ("p=1,2,4") and ranks ("ranks=2,4") to measure with,
   * "n_grid" texts; without them the usual ones */
  const char *const *grid;
  size_t n_grid;
  /* the folder with lcm-calibrate-threads; NULL: it is looked for beside the
   * calling program */
  const char *programs;
  /* "libgomp", "libomp", or the file of an OpenMP library; NULL: that which
   * programs have anyway */
  const char *runtime;
  /* the command that starts a program of MPI, {p} in it the number of ranks:
   * "mpirun -n {p}"; NULL: messages are not measured */
  const char *mpi;
  const char *mpicc; /* what compiles programs of MPI; NULL: mpicc */
  int quick;         /* fewer samples: seconds instead of minutes */
};

/* Measure this machine and put its description into "*out".  "options" may be
 * NULL. */
LIBLCM_CHECKED liblcm_code liblcm_calibrate(
    liblcm_machine **out, const struct liblcm_calibrate_options *options,
    liblcm_log *log);

/* ---- writing models into source ----------------------------------------- */

/* Files of source with what becomes of them. */
typedef struct liblcm_annotation liblcm_annotation;

/* What to write where. */
struct liblcm_annotate_options {
  const char *const *files; /* C files, "n_files" of them */
  size_t n_files;
  const char *const *flags; /* for the C compiler, "n_flags" of them */
  size_t n_flags;
  /* a file with fitted models (lcm-fit/1); NULL: what was written before is
   * taken out */
  const char *fit;
  /* the file beside the source that models are for; NULL: they become comments
   * in the source */
  const char *sidecar;
  const char *variant; /* as in liblcm_load_options */
  /* models of loops are of one iteration where they can be */
  int per_iteration;
  int sections; /* which data nodes use is written, too */
};

/* Put what the files of "options" are to be into "*out"; no file is written.
 * They are analysed in this process. */
LIBLCM_CHECKED liblcm_code
liblcm_annotate(liblcm_annotation **out,
                const struct liblcm_annotate_options *options, liblcm_log *log);

/* A file. */
struct liblcm_annotated_file {
  const char *name; /* as it was given */
  /* what it is to be, "len" bytes; NULL: it could not be read */
  const char *text;
  size_t len;
  size_t models; /* how many fitted models that has */
  int changed;   /* it is something else now */
};

/* Return how many files "annotation" has: the sidecar file alone where there is
 * one. */
size_t liblcm_annotation_files(const liblcm_annotation *annotation);

/* Put file "i" into "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_annotation_file(struct liblcm_annotated_file *out,
                       const liblcm_annotation *annotation, size_t i);

/* Free "annotation"; NULL is fine. */
void liblcm_annotation_free(liblcm_annotation *annotation);

/* ---- reports ------------------------------------------------------------ */

/* What a page has. */
struct liblcm_report_options {
  /* how the program is read; NULL: the defaults */
  const struct liblcm_load_options *load;
  /* how it is predicted; NULL: the defaults; p = 1:16:*2 where the grid does
   * not have it; "nodes" and "formula" do not matter */
  const struct liblcm_predict_options *predict;
  const char *measured; /* a file of measurements, or NULL */
  const char *title;    /* NULL: the name of the first file */
  int no_advice;        /* advice is not looked for, which takes its time */
};

/* Read the "n" inputs at "inputs" as liblcm_program_load does and put a page of
 * HTML that has all that is known of the program into "*out": what cannot be
 * read or predicted is named in it.  "options" may be NULL. */
LIBLCM_CHECKED liblcm_code
liblcm_report(char **out, const char *const *inputs, size_t n,
              const struct liblcm_report_options *options, liblcm_log *log);

#ifdef __cplusplus
}
#endif

#endif
