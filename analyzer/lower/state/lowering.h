/* A file on its way from syntax, pragmas and comments to the task structure. */
#pragma once

#include "analyzer/lower/state/around.h"
#include "analyzer/lower/state/bindings.h"
#include "analyzer/lower/state/flows.h"
#include "analyzer/lower/state/globals.h"
#include "analyzer/lower/state/lists.h"
#include "analyzer/lower/state/locals.h"
#include "analyzer/lower/state/outside.h"
#include "analyzer/lower/state/parsing.h"
#include "analyzer/lower/state/region.h"

struct lcm_lowered_code;
struct lcm_fresh;

struct lcm_lowering {
  lcm_ctx *ctx;
  const struct lcm_analyze_options *options;
  const char *file;
  const char *text;
  size_t len;
  const struct lcm_syntax *syntax;
  struct lcm_globals globals;
  struct lcm_bindings bound;
  struct lcm_declarations declared;
  struct lcm_outside outside;
  struct lcm_flows flows;
  /* what the file says of threads */
  struct lcm_threads *threads;
  /* and of chares; NULL: nothing */
  struct lcm_chares *chares;
  /* the function that is lowered */
  const lcm_ast *function;
  struct lcm_locals locals;
  struct lcm_parsing parsing;
  struct lcm_region region;
  struct lcm_around around;
  /* which arguments of a call are pointers: from the array of its arguments to
   * one of bool */
  lcm_map pointers;
  /* how often loops run that were executed: from the loop to that, 0 where it
   * is not known */
  lcm_map laws;
  /* what a compiler makes of it; NULL: not looked at */
  struct lcm_lowered_code *code;
  /* memory and what touches it first, where that was looked for */
  struct {
    const struct lcm_fresh *at;
    size_t n;
    bool found;
  } fresh;
  /* comments or sidecar files give costs */
  bool modelled;
  /* the file has errors: parts of it may be missing */
  bool broken;
  /* some call switches nested parallelism off */
  bool nesting_off;
  /* the text mentions omp_set_num_threads */
  bool sets_crew;
  /* it asks for threads in regions inside of others */
  bool nests;
  /* the outcome */
  LCM_LIST(lcm_function) functions;
  /* what pointers to functions hold, as the file says it */
  LCM_LIST(lcm_pointer) held;
  /* what other files may ask of pointers */
  LCM_LIST(struct lcm_points) points;
  lcm_status status;
};
