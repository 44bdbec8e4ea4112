/* Fitted models written into source: what the files annotate_*.c say to each
 * other. */
#pragma once

#include "annotations/directive.h"
#include "annotations/write.h"
#include "base/buf.h"
#include "base/map.h"
#include "cmd/command.h"
#include "model/measurement/fit.h"
#include "model/results/prediction.h"

/* A model that a node is to have, or a part of one.
 * model   as fitted, of all executions in a run
 * of      the place that it was measured at, where that is another
 * visits  how often the node is executed in a run; NAN: not known, or not
 *         always the same */
struct annotate_part {
  const lcm_fit_model *model;
  const char *of;
  double visits;
};

/* What a node is to have in one category: the sum of the parts. */
struct annotate_entry {
  const char *category;
  LCM_LIST(struct annotate_part) parts;
};

/* A node of a function, in preorder.
 * key       "FUNCTION/KIND#N"
 * parent    its index, (size_t)-1 for a body
 * stands    index of the node to which comments about the statement speak that
 *           makes this one too: itself where there is no other, or this is it
 * several   there is one to which another stands
 * behind    index behind its descendants
 * function  that it belongs to
 * seen      what the fit says besides models, or NULL
 * label     what the user calls it, or NULL
 * measured  the fit has models of it
 * cannot    why no comment can speak of it; NULL: one may
 * entries   what it is to have
 * count, chance   how often its body runs, how likely it is taken: directives
 *           that the source does not make needless, or NULL
 * input, output   sections, or NULL; "mute": they cannot be said
 * whole     its models cannot be said of one iteration */
struct annotate_place {
  const lcm_node *node;
  const lcm_function *function;
  const char *key;
  size_t parent;
  size_t stands;
  bool several;
  size_t behind;
  const struct lcm_fit_fragment *seen;
  const char *label;
  bool measured;
  const char *cannot;
  LCM_LIST(struct annotate_entry) entries;
  const char *count;
  const char *chance;
  const char *input;
  const char *output;
  bool mute;
  bool whole;
};

typedef LCM_LIST(struct annotate_place) annotate_place_list;

/* A source file.
 * name      as the user gave it; path: the real one
 * input     what the compiler is told
 * text      as it stands; bare: without what lcm wrote, which are the ranges
 *           "written"
 * program   the structure of the bare text; NULL: it could not be read
 * n_errors  it has so many errors all the same
 * outline   the lines of the bare text
 * places    the nodes of its functions; by_key: which
 * given     the nodes of the text as it stands, where that has comments of ours
 * line_counts   how often its lines were executed, by number, "n_line_counts"
 * moved     by movement of the data of the run: the node that it goes to, NONE
 *           for one of another file
 * wanted    the fit has something of it
 * old       C90: there are no line comments
 * result    the new text; NULL: as it stands */
struct annotate_file {
  const char *name;
  const char *path;
  struct lcm_unit_input input;
  const char *text;
  size_t len;
  const char *bare;
  size_t bare_len;
  const struct lcm_written *written;
  size_t n_written;
  const lcm_program *program;
  size_t n_errors;
  struct lcm_outline outline;
  annotate_place_list places;
  lcm_map by_key;
  annotate_place_list given;
  lcm_map given_by_key;
  double *line_counts;
  size_t n_line_counts;
  size_t *moved;
  bool wanted;
  bool old;
  const char *result;
  size_t result_len;
  size_t n_models;
};

/* What lcm wrote into a sidecar file for one node, or the declarations.
 * function  that the node is of, FILE:NAME of a static one; NULL: declarations
 * lines     as they stand there */
struct annotate_block {
  const char *function;
  LCM_LIST(const char *) lines;
};

/* A sidecar file as it stands.
 * yours   its lines, NULL for those that lcm wrote
 * blocks  these */
struct annotate_kept {
  LCM_LIST(const char *) yours;
  LCM_LIST(struct annotate_block) blocks;
};

/* A text. */
struct annotate_text {
  const char *at;
  size_t len;
};

/* A run of `lcm annotate`.
 * ctx      of the command: the fit, what is said
 * source   of the structures; stands: of the texts as they stand
 * categories   all that the fit has models of
 * varied   runs differ in their number of processors
 * reached  by function and category: models are below calls of it
 * numbers  the number of the first coefficient of each model of the fit
 * each     models of loops are of one iteration where they can be
 * aside    the models go into a sidecar file, which can speak of any node
 * beside   the text of that, NULL where there is none yet, and kept: what it
 *          says
 * trial    a temporary file for what it is to say
 * data     what moves in the program that the files make, NULL where that is
 *          not known */
struct annotate {
  struct command *command;
  lcm_ctx *ctx;
  lcm_ctx *source;
  lcm_ctx *stands;
  const lcm_fit *fit;
  LCM_LIST(struct annotate_file) files;
  LCM_LIST(const char *) categories;
  bool varied;
  LCM_LIST(const char *) reached;
  lcm_map numbers;
  bool each;
  bool aside;
  const char *beside;
  struct annotate_kept kept;
  const char *trial;
  const lcm_data *data;
  const struct lcm_analyze_options *options;
};

/* ---- files and nodes (annotate_find.c) --- */

/* Add the file "name", compiled as "input" says, to "a". */
lcm_status annotate_add(struct annotate *a, const char *name,
                        const struct lcm_unit_input *input);

/* Return the name by which the user knows "file". */
const char *annotate_name(const struct annotate *a, const char *file);

/* Report the errors that the files have as they are. */
void annotate_report(struct annotate *a);

/* List the nodes of "program" in "out", "by_key" those that have a key. */
void annotate_list(annotate_place_list *out, lcm_map *by_key, lcm_ctx *ctx,
                   const lcm_program *program);

/* Return the place of "file" that "fragment" and "place", of a fit, name; NULL
 * for none. */
struct annotate_place *annotate_find(struct annotate *a,
                                     struct annotate_file *file,
                                     const char *fragment, const char *place);

/* Return whether "fragment", of a fit, lies in "file". */
bool annotate_is_in(const struct annotate_file *file, const char *fragment);

/* ---- statements (annotate_group.c) --- */

/* Find out which nodes of "file" one statement makes together, and of which no
 * comment can speak; "aside": a sidecar file can speak of each. */
void annotate_group(struct annotate_file *file, bool aside);

/* ---- what is written where (annotate_plan.c) --- */

/* Give the coefficients of all models of the fit their names. */
void annotate_number(struct annotate *a);

/* Find out what all functions that are called have models of. */
void annotate_reach(struct annotate *a);

/* Let the nodes of "file" have what the fit says of them besides models. */
void annotate_see(struct annotate *a, struct annotate_file *file);

/* Decide what each node of "file" is to have. */
void annotate_plan(struct annotate *a, struct annotate_file *file);

/* Return the category of the language that "name" of a fit is, interned with
 * the structures; NULL for none that is a cost of its own. */
const char *annotate_category(struct annotate *a, const char *name);

/* Return the name of the function with the key "key": "f", "file:f", "f[g]". */
const char *annotate_callee(struct annotate *a, const char *key);

/* Return where "node" of "file" is, for messages. */
lcm_loc annotate_loc(struct annotate *a, const struct annotate_file *file,
                     const lcm_node *node);

/* Return whether "node" is code that one processor executes. */
bool annotate_is_statement(const lcm_node *node);

/* Return whether a team that executes "node" does so together. */
bool annotate_is_shared(const lcm_node *node);

/* Return whether the structure says how often the node number "at" of "file"
 * is executed. */
bool annotate_is_sure(const struct annotate_file *file, size_t at);

/* Return whether something below the node number "at" has a cost of its own in
 * "category". */
bool annotate_is_below(struct annotate *a, struct annotate_file *file,
                       size_t at, const char *category);

/* Return what "place" is to have in "category", or NULL. */
struct annotate_entry *annotate_entry_of(struct annotate_place *place,
                                         const char *category);

/* Return whether "place" is to have any comment. */
bool annotate_is_said(const struct annotate_place *place);

/* ---- what was counted (annotate_count.c) ----------------------------------
 */

/* Read what the files of --counts say of "file". */
LCM_NODISCARD lcm_status annotate_read_counts(struct annotate *a,
                                              struct annotate_file *file);

/* Say at the loops and branches of "file" of which the source does not how
 * often they run, and how likely they are taken. */
void annotate_count(struct annotate *a, struct annotate_file *file);

/* ---- iterations (annotate_iteration.c) --- */

/* Return whether "node" is a loop. */
bool annotate_is_loop(const lcm_node *node);

/* Put "model", of executions of the loop of "place", into "*out" as a model of
 * one of its iterations; false where none can be said. */
bool annotate_each(lcm_fit_model *out, struct annotate *a,
                   const struct annotate_place *place,
                   const lcm_fit_model *model);

/* ---- data traces (annotate_moves.c) --- */

/* Find out what moves in the program that the files of "a" make, where they
 * make one. */
void annotate_trace(struct annotate *a);

/* Append which data move to what the node number "at" of "file" gives the
 * communication loss of, to "buf": " moves=a,b"; nothing for none. */
void annotate_put_moves(lcm_buf *buf, struct annotate *a,
                        struct annotate_file *file, size_t at);

/* ---- text (annotate_text.c) --- */

/* Return whether what is said of the node number "at" of "file" gives its cost
 * in "category": a model, or that it was measured to be nothing. */
bool annotate_gives(struct annotate *a, struct annotate_file *file, size_t at,
                    const char *category);

/* Directives, as text without the comment around them. */
typedef LCM_LIST(const char *) annotate_lines;

/* Put what is said of the node number "at" of "file" into "out", a `measured`
 * last. */
void annotate_say(annotate_lines *out, struct annotate *a,
                  struct annotate_file *file, size_t at);

/* Put the declarations that "file" needs into "out". */
void annotate_declare(annotate_lines *out, struct annotate *a,
                      struct annotate_file *file);

/* Let the fragments of "file" that are said anything of say what they read and
 * write, where that is known exactly. */
void annotate_sections(struct annotate *a, struct annotate_file *file);

/* ---- writing (annotate_write.c) --- */

/* Make the new text of "file". */
void annotate_write(struct annotate *a, struct annotate_file *file);

/* ---- sidecar files (annotate_sidecar.c, annotate_kept.c) ------------------
 */

/* Read the sidecar file of "a", where it is there, and put what is yours in it
 * into the file "trial", for the structures. */
LCM_NODISCARD lcm_status annotate_aside(struct annotate *a);

/* Write what the fit has of all files into the sidecar file of "a", or show how
 * it changes; without a fit take out what lcm wrote. */
LCM_NODISCARD lcm_status annotate_sidecar(struct annotate *a);

/* Put what the text "text" of a sidecar file says into "out" (memory of
 * "ctx"). */
void annotate_keep(struct annotate_kept *out, lcm_ctx *ctx, const char *text);

/* Return the lines of "kept" that lcm did not write, with "blanks" an empty one
 * for each of the others (memory of "ctx"). */
const char *annotate_yours(lcm_ctx *ctx, const struct annotate_kept *kept,
                           bool blanks);

/* ---- output (cmd_annotate.c) --- */

/* Print how the file "path" becomes "text", under the name "name". */
LCM_NODISCARD lcm_status annotate_diff(struct annotate *a, const char *name,
                                       const char *path,
                                       struct annotate_text text);
