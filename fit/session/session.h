/* Fitting the measurements in files: which files there are, which quantities
 * in them are fitted, and how. */
#pragma once

#include "fit/experiment/experiment.h"

struct lcm_fit_session;

/* What to fit and how.  Strings live as long as the session. */
struct lcm_fit_request {
  /* Files of measurements, and how they are to be read. */
  const char *const *files;
  size_t n_files;
  struct lcm_measured_as as;
  /* Names, between blanks or commas; NULL: all there are. */
  const char *categories;
  const char *variables;
  /* The one fragment that is fitted; NULL: all. */
  const char *fragment;
  /* Conditions on runs, as "n > 8, tag = x"; or NULL. */
  const char *where;
  /* A file of typical forms beside the usual ones, or NULL. */
  const char *forms;
  /* Texts with formulae, tried instead of the search. */
  const char *const *formulae;
  size_t n_formulae;
  /* Level of intervals, as 0.9. */
  double level;
  /* Threads that fit; 0: as many as processors. */
  size_t jobs;
  /* Noise: -1 as it seems, 0 the same everywhere, 1 grows with the value. */
  int relative;
  /* As lca has it: every form that was tried is kept, one a line. */
  bool classic;
  bool keep_terms;
  bool search;
  bool robust;
  /* Every form that was tried is kept. */
  bool all;
  /* Called when fits are done, unless NULL; "many" quantities at least. */
  void (*progress)(size_t done, size_t all, void *user);
  void *user;
  size_t many;
  /* Says what the source says of what was read: puts it into the plan; NULL:
   * nobody asks. */
  lcm_status (*consult)(struct lcm_fit_session *session, void *user);
  void *source;
};

/* What was fitted (memory of "ctx"). */
struct lcm_fit_session {
  lcm_ctx *ctx;
  const struct lcm_fit_request *request;
  lcm_measurements measured; /* what was read */
  struct lcm_experiment_plan plan;
  const struct lcm_experiment_series *series; /* the "n" quantities */
  size_t n;
  const lcm_fit *fit; /* their models, NULL where nothing was measured */
  double *totals;     /* totals, widths: of each model (lcm_fit_text) */
  double *widths;
};

/* Fit what "request" asks for into "*out"; LCM_EUSAGE, and a diagnostic, where
 * that makes no sense. */
LCM_NODISCARD lcm_status lcm_fit_session(struct lcm_fit_session *out,
                                         lcm_ctx *ctx,
                                         const struct lcm_fit_request *request);

/* Return the quantity that "model" is a model of. */
const struct lcm_experiment_series *
lcm_fit_series_of(const struct lcm_fit_session *session,
                  const lcm_fit_model *model);

/* Read the measurements in the "n" files "files" into "*out"; where some could
 * not be read the others are there. */
LCM_NODISCARD lcm_status lcm_fit_read(lcm_measurements *out, lcm_ctx *ctx,
                                      const char *const *files, size_t n,
                                      const struct lcm_measured_as *as);
