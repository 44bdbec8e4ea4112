/* A source file on its way to having fitted models: its nodes, what they are to
 * have, what stands there. */
#pragma once

#include "annotations/annotate/annotate.h"
#include "annotations/annotations.h"
#include "model/results/results.h"

/* A model that a node is to have, or a part of one. */
struct annotate_part {
  const lcm_fit_model *model; /* as fitted, of all executions in a run */
  /* the place that it was measured at, where that is another */
  const char *of;
  /* how often the node is executed in a run; NAN: not known, or not always the
   * same */
  double visits;
};

/* What a node is to have in one category: the sum of the parts. */
struct annotate_entry {
  const char *category;
  LCM_LIST(struct annotate_part) parts;
};

/* A node of a function, in preorder. */
struct annotate_place {
  const lcm_node *node;
  const lcm_function *function; /* that it belongs to */
  const char *key;              /* "FUNCTION/KIND#N" */
  size_t parent;                /* its index, (size_t)-1 for a body */
  /* index of the node to which comments about the statement speak that makes
   * this one too: itself where there is no other, or this is it */
  size_t stands;
  bool several;  /* there is one to which another stands */
  size_t behind; /* index behind its descendants */
  /* what the fit says besides models, or NULL */
  const struct lcm_fit_fragment *seen;
  const char *label; /* what the user calls it, or NULL */
  bool measured;     /* the fit has models of it */
  /* why no comment can speak of it; NULL: one may */
  const char *cannot;
  LCM_LIST(struct annotate_entry) entries; /* what it is to have */
  /* count, chance: how often its body runs, how likely it is taken: directives
   * that the source does not make needless, or NULL */
  const char *count;
  const char *chance;
  /* input, output: sections, or NULL; "mute": they cannot be said */
  const char *input;
  const char *output;
  bool mute;
  bool whole; /* its models cannot be said of one iteration */
};

typedef LCM_LIST(struct annotate_place) annotate_place_list;

/* A source file. */
struct annotate_file {
  const char *name;            /* as the user gave it */
  const char *path;            /* the real one */
  struct lcm_unit_input input; /* what the compiler is told */
  const char *text;            /* as it stands */
  size_t len;
  const char *bare; /* without what lcm wrote, which are the ranges "written" */
  size_t bare_len;
  const struct lcm_written *written;
  size_t n_written;
  /* the structure of the bare text; NULL: it could not be read */
  const lcm_program *program;
  size_t n_errors;            /* it has so many errors all the same */
  struct lcm_outline outline; /* the lines of the bare text */
  annotate_place_list places; /* the nodes of its functions */
  lcm_map by_key;             /* which */
  /* the nodes of the text as it stands, where that has comments of ours */
  annotate_place_list given;
  lcm_map given_by_key;
  /* how often its lines were executed, by number, "n_line_counts" */
  double *line_counts;
  size_t n_line_counts;
  /* by movement of the data of the run: the node that it goes to, NONE for one
   * of another file */
  size_t *moved;
  bool wanted;        /* the fit has something of it */
  bool old;           /* C90: there are no line comments */
  const char *result; /* the new text; NULL: as it stands */
  size_t result_len;
  size_t n_models;
};

/* What lcm wrote into a sidecar file for one node, or the declarations. */
struct annotate_block {
  /* that the node is of, FILE:NAME of a static one; NULL: declarations */
  const char *function;
  LCM_LIST(const char *) lines; /* as they stand there */
};

/* A sidecar file as it stands. */
struct annotate_kept {
  /* its lines, NULL for those that lcm wrote */
  LCM_LIST(const char *) yours;
  LCM_LIST(struct annotate_block) blocks; /* these */
};

/* A text. */
struct annotate_text {
  const char *at;
  size_t len;
};

/* A request. */
struct annotate {
  const struct lcm_annotate_options *how;
  lcm_ctx *ctx;    /* of the request: the fit, what is said */
  lcm_ctx *source; /* of the structures */
  lcm_ctx *stands; /* of the texts as they stand */
  const lcm_fit *fit;
  LCM_LIST(struct annotate_file) files;
  LCM_LIST(const char *) categories; /* all that the fit has models of */
  /* runs differ in their number of processors */
  bool varied;
  /* by function and category: models are below calls of it */
  LCM_LIST(const char *) reached;
  /* the number of the first coefficient of each model of the fit */
  lcm_map numbers;
  bool each; /* models of loops are of one iteration where they can be */
  /* the models go into a sidecar file, which can speak of any node */
  bool aside;
  /* the text of that, NULL where there is none yet, and kept: what it says */
  const char *beside;
  struct annotate_kept kept;
  const char *trial; /* a temporary file for what it is to say */
  /* what moves in the program that the files make, NULL where that is not
   * known */
  const lcm_data *data;
  const struct lcm_analyze_options *options;
};

/* Directives, as text without the comment around them. */
typedef LCM_LIST(const char *) annotate_lines;
