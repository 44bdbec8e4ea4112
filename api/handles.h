/* What is behind the handles that several files of the library look into. */
#pragma once

#include "api/lcm.h"
#include "model/results/results.h"

/* A program. */
struct liblcm_program {
  lcm_ctx *ctx; /* holds the rest */
  /* the structure as .lcs, "len" bytes: every request reads it anew, so that a
   * handle never changes and keeps nothing of the requests */
  const char *text;
  size_t len;
  const char *const *fragments;
  size_t n_fragments;
  const struct liblcm_param *params;
  size_t n_params;
  /* of restructurings, which are not in the text */
  const struct liblcm_premise *premises;
  size_t n_premises;
};

/* A machine. */
struct liblcm_machine {
  lcm_ctx *ctx;     /* holds the rest */
  const char *text; /* the description as JSON */
  size_t len;
};

/* A prediction. */
struct liblcm_prediction {
  lcm_ctx *ctx; /* holds "prediction"; NULL where a comparison does */
  const lcm_prediction *prediction;
};
