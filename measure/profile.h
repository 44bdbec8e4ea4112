/* Measuring a program: it is run over a grid, and what it spends where becomes
 * records. */
#pragma once

#include "analyzer/load/load.h"
#include "model/measurement/measurement.h"
#include "render/table/table.h"

/* How results are shown. */
enum lcm_profile_layout {
  LCM_PROFILE_TEXT,
  LCM_PROFILE_JSON,
  LCM_PROFILE_TABLE,
  LCM_PROFILE_PP
};

/* What is shown of a sweep, and how. */
struct lcm_profile_view {
  enum lcm_profile_layout layout;
  lcm_format format;
  struct lcm_style style;
  const char *tag; /* fragment that is shown alone; NULL: the whole runs */
  bool threads;    /* one by one */
  bool slices;     /* of time */
  bool noted;      /* as lines with the note of the run, for `fit` */
};

/* How far a sweep is: a run at "point" ("n = 256, p = 2") begins, and "left"
 * are left with it; 0: it has ended. */
struct lcm_profile_progress {
  const char *point;
  size_t repetition;
  size_t done;
  size_t left;
};

/* What to measure and how.  Strings live as long as the request. */
struct lcm_profile_options {
  /* The program and its arguments, in which {NAME} stands for its value. */
  const char *const *words;
  size_t n_words;
  /* Points to run at. */
  const lcm_grid *grid;
  /* NAME=VALUE, a variable of the grid that the program is not told; or
   * NULL. */
  const char *note;
  /* How many runs of a point. */
  size_t least;
  size_t most;
  /* Runs of a point end when the interval of their time is that narrow, as a
   * share of it; 0: when there are "most". */
  double precision;
  /* Statuses with which the program ends well besides 0, as "1,7"; NULL:
   * none. */
  const char *accepted;
  /* Wall-clock limit of a run; 0: none. */
  size_t seconds;
  /* Into how many slices of time to split a run; 0: none. */
  size_t slices;
  /* Threads are sampled instead of recording events. */
  bool sampling;
  /* More members than processors are all right. */
  bool force;
  /* What is beyond the run with p = 1 is contention. */
  bool reference;
  /* Where records go; NULL: nowhere, "-": standard output. */
  const char *output;
  /* Where the timeline of the last run goes, or NULL. */
  const char *trace;
  /* The program writes to standard error, or nowhere, instead of a log; without
   * either a single run without "output" writes to standard error. */
  bool verbose;
  bool quiet;
  /* The program's sources: where none are named, those in which its addresses
   * lie. */
  struct lcm_load_options sources;
  struct lcm_profile_view view;
  /* Called before each run and at the end, unless NULL. */
  void (*progress)(void *user, const struct lcm_profile_progress *progress);
  void *user;
};

struct lcm_swept;

/* What became of a sweep. */
struct lcm_profiled {
  char *text; /* what is shown, which the caller frees; NULL where nothing is */
  /* the user wanted no more: by SIGINT, SIGTERM or SIGHUP, which the caller has
   * blocked in all threads */
  bool stopped;
  size_t added; /* how many runs are new */
  /* they are in a file, and the same request goes on from there */
  bool kept;
  /* what was measured at "n_points" points, in memory of the context; none
   * where nothing is shown */
  const struct lcm_swept *points;
  size_t n_points;
};

/* Run the program of "options" over its grid; LCM_EUSAGE, and a diagnostic,
 * where that makes no sense. */
LCM_NODISCARD lcm_status
lcm_profile_program(struct lcm_profiled *out, lcm_ctx *ctx,
                    const struct lcm_profile_options *options);
