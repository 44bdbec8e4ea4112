/* A source file on its way to having fitted models: its nodes, what they are to
 * have, what stands there. */
#pragma once

#include "annotations/annotate/annotate.h"
#include "annotations/annotations.h"
#include "base/buf.h"
#include "base/list.h"
#include "base/map.h"
#include "model/measurement/measurement.h"
#include "model/results/results.h"

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

/* A request.
 * ctx      of the request: the fit, what is said
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
  const struct lcm_annotate_options *how;
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

/* Directives, as text without the comment around them. */
typedef LCM_LIST(const char *) annotate_lines;
