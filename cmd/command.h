/* The command line: options as data, and what the subcommands share. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "analyzer/analyzer.h"
#include "analyzer/units/recall.h"
#include "base/list.h"
#include "composer/predict/composer.h"
#include "composer/simulate/simulate.h"
#include "pamela/pamela.h"
#include "render/render.h"

/* Options: OPT_<NAME> for each row of options.def. */
enum option {
#define LCM_OPT(name, short_form, long_form, argument, commands, help)         \
  OPT_##name,
#include "cmd/options.def"
#undef LCM_OPT
  OPT_COUNT
};

/* A parsed command line.
 * values   of options that take an argument (the last one given); given says
 *          which options stand there at all
 * defines  of all -D; sidecars: of all --models; counts: of all --counts;
 *          sources: of all --source; unfolds: of all --unfold;
 *          states: of all --state; edits: of all --edit
 * inputs   what is no option; flags: what follows `--`
 * keeps_loops   every loop is a node, as advice needs it */
struct command {
  lcm_ctx *ctx;
  const char *name;
  bool given[OPT_COUNT];
  const char *values[OPT_COUNT];
  LCM_LIST(const char *) defines;
  LCM_LIST(const char *) sidecars;
  LCM_LIST(const char *) counts;
  LCM_LIST(const char *) sources;
  LCM_LIST(const char *) unfolds;
  LCM_LIST(const char *) states;
  LCM_LIST(const char *) edits;
  LCM_LIST(const char *) inputs;
  const char *const *flags;
  size_t n_flags;
  lcm_format format;
  const lcm_grid *grid;
  bool keeps_loops;
};

/* A subcommand.
 * letter  in the column `commands` of options.def */
struct subcommand {
  const char *name;
  char letter;
  const char *arguments;
  const char *help;
  int (*run)(struct command *command);
};

/* Exit statuses. */
enum { EXIT_DONE = 0, EXIT_ERRORS = 1, EXIT_USAGE = 2 };

/* Return the "n" subcommands there are. */
const struct subcommand *subcommands(size_t *n);

/* Parse the "argc" arguments at "argv" for "sub" into "command"; false, and a
 * message, where they make no sense. */
bool command_parse(struct command *command, const struct subcommand *sub,
                   int argc, char **argv);

/* Write the help of "sub" (NULL: of lcm) to "out". */
void command_help(FILE *out, const struct subcommand *sub);

/* Write the manual page to "out". */
void command_man(FILE *out);

/* Return whether "name" ends in "end". */
bool command_ends_in(const char *name, const char *end);

/* Say on standard error that the command line is wrong. */
void command_complain(const char *fmt, ...) LCM_PRINTF(1, 2);

/* Write the diagnostics of "command" to standard error; return the exit status
 * that they and "status" call for. */
int command_finish(struct command *command, lcm_status status);

/* Put the number that "option" is given into "*out", 0 where it is not; false,
 * and the message "what", where it is none from 1 to "most". */
bool command_number(size_t *out, const struct command *command,
                    enum option option, const char *what, size_t most);

/* Run "body(user)" in a process of its own and return what it returns, so that
 * a C front end that dies or does not end takes nothing with it: that is a
 * diagnostic, and exit status 1. */
int command_guard(int (*body)(void *), void *user);

/* Return the directory where the results of units are kept; NULL where none is
 * wanted, as where every pass is to be checked. */
const char *command_cache(struct command *command);

/* Let "options" say how far the analysis is, where somebody reads that. */
void command_progress(struct lcm_analyze_options *options,
                      struct command *command);

/* Write which files the "n" units at "units" come from where --depfile says, as
 * a rule for make. */
lcm_status command_depfile(struct command *command,
                           const struct lcm_unit *units, size_t n);

/* Limit what this process may use to analyse one unit, of processor time so
 * many "seconds" (0: the usual), or, with false, lift the limits. */
void command_limit(bool on, unsigned seconds);

/* Write "text", which is freed, to the output of "command". */
lcm_status command_write(struct command *command, LCM_TAKE char *text);

/* Return whether "name" is that of a PAMELA model. */
bool command_is_model(const char *name);

/* Return whether "name" is that of a structure, or standard input ("-"). */
bool command_is_structure(const char *name);

/* Read the structure in the file "name" into "*out".  What standard input holds
 * is a model unless it says that it is a structure; it needs no entry when
 * "open". */
lcm_status command_structure(const lcm_program **out, struct command *command,
                             const char *name, bool open);

/* Read the "n" texts at "texts" as one model into "*out"; the one that --model
 * names is the whole, or, when "open", there may be none. */
lcm_status command_model(const lcm_program **out, struct command *command,
                         const struct lcm_pamela_text *texts, size_t n,
                         bool open);

/* Inputs number "first" to "last" - 1. */
struct command_span {
  size_t first;
  size_t last;
};

/* Read the models among "inputs" as one into "*out", NULL where there are
 * none. */
lcm_status command_models(const lcm_program **out, struct command *command,
                          struct command_span inputs, bool open);

/* Load the inputs of "command" from number "first" to "last" - 1 as one
 * program into "*out", linked. */
lcm_status command_load(const lcm_program **out, struct command *command,
                        size_t first, size_t last);

/* Load all inputs of "command" as one program into "*out", linked; where that
 * is not possible, as where several functions may be where the run begins,
 * joined, with "*why" saying why (NULL: it is linked). */
lcm_status command_load_any(const lcm_program **out, const char **why,
                            struct command *command);

/* Make the errors of "command", but for those about units that were not read,
 * warnings "not-predicted"; return the message of the first, NULL for none. */
const char *command_forgive(struct command *command);

/* Let "options" say that loops of which the edits of "command" speak are nodes,
 * all loops where it looks for edits; what is wrong with the edits is not
 * reported here. */
void command_edit_places(struct lcm_analyze_options *options,
                         struct command *command);

/* Make all edits of "command" in "*program", one after the other. */
lcm_status command_edit(const lcm_program **program, struct command *command);

/* A variant and what it is called. */
typedef LCM_LIST(struct lcm_variant) command_variants;

/* Return the name of the variant in the file "path": without folder and
 * suffix. */
const char *command_variant_name(struct command *command, const char *path);

/* Add a variant for each edit of "command" to "variants", made of one of
 * those, the first unless the edit says which. */
lcm_status command_edit_variants(command_variants *variants,
                                 struct command *command);

/* Load all that is to be compared into "variants": the inputs, or all of them
 * as one program as it is in each variant that is named; a single input also as
 * it is without the variant that is named; and what the edits make of them.
 * LCM_EUSAGE, and a message, where these are not two. */
lcm_status command_load_variants(command_variants *variants,
                                 struct command *command);

/* Warn about variables of "grid" that none of "variants" mentions, and note
 * where "machine" (or NULL) has fewer processors. */
void command_check_variants(struct command *command, const lcm_grid *grid,
                            const command_variants *variants,
                            const lcm_machine *machine);

/* Return whether p is to vary: some of "variants" is a program. */
bool command_variants_sweep(const command_variants *variants);

/* Load all inputs of "command" as one program into "*out"; where its run
 * begins stays open unless --entry says it. */
lcm_status command_join(const lcm_program **out, struct command *command);

/* Return what can recall what "command" said last time of the same units; NULL
 * where nothing is kept, or there is one unit. */
lcm_recall *command_recall(struct command *command);

/* Analyse the inputs of "command" into "*units", "*n" of them. */
lcm_status command_analyze(const struct lcm_unit **units, size_t *n,
                           struct command *command, bool constructs_only);

/* Check the models of the "n" units: names that nothing gives a value, costs
 * that are negative or no number at a point of the ranges that params state.
 * What is found is reported. */
lcm_status command_lint(struct command *command, const struct lcm_unit *units,
                        size_t n);

/* Check the model "program": names that nothing uses, possession without end,
 * waits that nothing ends, and, with the defaults of its params, values out of
 * their domains and deadlocks.  What is found is reported. */
lcm_status command_lint_model(struct command *command,
                              const lcm_program *program);

/* Build the grid of the -D options into "*out"; p = 1:16:*2 where p is not
 * given and "sweep". */
lcm_status command_grid(const lcm_grid **out, struct command *command,
                        bool sweep);

/* Warn about variables of "grid" that none of the "n" programs at "programs"
 * mentions, and note where "machine" (or NULL) has fewer processors. */
void command_check_grid(struct command *command, const lcm_grid *grid,
                        const lcm_program *const *programs, size_t n,
                        const lcm_machine *machine);

/* Fill in how to predict. */
lcm_status command_predict_options(struct lcm_predict_options *out,
                                   struct command *command);

/* Fill in by which methods to predict, and how to simulate; LCM_EUSAGE, and a
 * message, where the options make no sense. */
lcm_status command_methods(struct lcm_predict_options *out,
                           struct command *command);

/* Return the methods that the schedule that "command" asks for needs. */
unsigned command_trace_methods(const struct command *command,
                               const lcm_program *program);

/* Write the schedule of the last point of "grid" where --trace asks for it. */
lcm_status command_trace(struct command *command, const lcm_program *program,
                         const lcm_grid *grid,
                         const struct lcm_predict_options *options);

/* What there is of a program. */
struct command_result {
  const lcm_program *program;
  const lcm_prediction *prediction;
  const struct lcm_predict_options *options;
};

struct lcm_timetable;

/* Put what processors do when at the last point of "result" into "*out". */
lcm_status command_timetable(const struct lcm_timetable **out,
                             struct command *command,
                             const struct command_result *result);

/* Read the measurements that --measured names, if it does, into "*out". */
lcm_status command_measured(lcm_measurements *out, struct command *command);

/* Write what processors do when at the last point of "prediction" where
 * --timeline asks for it. */
lcm_status command_timeline(struct command *command, const lcm_program *program,
                            const lcm_prediction *prediction,
                            const struct lcm_predict_options *options);

/* Draw "prediction" where --chart asks for it. */
lcm_status command_chart(struct command *command,
                         const lcm_prediction *prediction);

/* Draw "comparison" where --chart asks for it: who is fastest where over two
 * variables, or the times over one. */
lcm_status command_chart_variants(struct command *command,
                                  const lcm_comparison *comparison);

/* Return the equations over start times of "program", one a line; where there
 * are none the numbers of "prediction", with a warning; NULL after an error. */
char *command_equations(struct command *command, const lcm_program *program,
                        const lcm_prediction *prediction);

/* Return how text is to look. */
struct lcm_style command_style(const struct command *command);

/* Run the subcommand on its command line; return the exit status. */
int run_analyze(struct command *command);
int run_predict(struct command *command);
int run_compare(struct command *command);
int run_scale(struct command *command);
int run_report(struct command *command);
int run_advise(struct command *command);
int run_decide(struct command *command);
int run_graph(struct command *command);
int run_check(struct command *command);
int run_annotate(struct command *command);
int run_link(struct command *command);
int run_validate(struct command *command);
int run_profile(struct command *command);
int run_cat(struct command *command);
int run_fit(struct command *command);
int run_calibrate(struct command *command);
