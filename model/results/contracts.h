/* Whether the contracts of a program hold (lcm-expect/1). */
#pragma once

#include "model/structure/structure.h"

/* Whether a contract holds. */
typedef enum lcm_verdict {
  LCM_VERDICT_HOLDS,
  LCM_VERDICT_BROKEN,
  LCM_VERDICT_OPEN, /* that cannot be said */
  LCM_N_VERDICTS
} lcm_verdict;

/* What is found of a contract. */
struct lcm_contract_result {
  const lcm_contract *of;
  lcm_verdict verdict;
  /* of a limit, the quantity at the point, in seconds or as a number, and
   * between what it is with what is uncertain; of a growth, the exponent by
   * which the time grows faster; NaN where there is none */
  double value;
  double low;
  double high;
  double limit;      /* NaN where there is none */
  const char *found; /* "value" in words for people; "" where there is none */
  /* why: what was found, one sentence without a full stop */
  const char *why;
  /* of what breaks it, or of what would settle it; nowhere where none is */
  lcm_loc cause;
};

/* What is found of all contracts of a program. */
typedef struct lcm_contract_results {
  const struct lcm_contract_result *at; /* "n", in the order of the program */
  size_t n;
} lcm_contract_results;

/* Return "holds", "broken" or "cannot be said". */
const char *lcm_verdict_name(lcm_verdict verdict);

/* Return how many of "results" are "verdict". */
size_t lcm_contracts_count(const lcm_contract_results *results,
                           lcm_verdict verdict);

/* Return "results" as JSON (lcm-expect/1); the caller frees it. */
LCM_GIVE char *lcm_contracts_to_json(const lcm_contract_results *results);
