/* Notes of the executions of fragments which of their terms set the time. */
#include "composer/engine/record/limit.h"

#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/record/record.h"

/* Return the open record of "node" where what limits it is to be noted. */
static struct lcm_record *record_of(const struct lcm_run *run,
                                    const lcm_node *node) {
  const size_t at = run->notes.parent;
  struct lcm_record *record = run->options->limits && at < run->notes.records.n
                                  ? &run->notes.records.at[at]
                                  : NULL;
  return record && record->node == node ? record : NULL;
}

/* Divide the operations of "node" in "terms" into those that the core is busy
 * with and the time of the chain where they wait for each other. */
static void split_chain(struct lcm_terms *terms, const struct lcm_run *run,
                        const lcm_node *node) {
  const char *busy = lcm_node_attribute(
      node,
      lcm_machine_times_cycles(run->machine, node) ? "code_chain" : "chain");
  const char *end = NULL;
  const double share = busy ? lcm_strtod(busy, &end) : 1;
  if (!busy || !(share < 1))
    return;
  terms->of[LCM_LIMIT_CHAIN] = terms->of[LCM_LIMIT_OPERATIONS];
  terms->of[LCM_LIMIT_OPERATIONS] *= share;
}

/* Divide what "node" waits for in "terms" into latencies, in "latency" by
 * level, and finding pages. */
static void split_wait(struct lcm_terms *terms, double *latency,
                       struct lcm_run *run, const lcm_node *node) {
  double pages = 0;
  for (size_t i = 0; i < node->n_slow; i++) {
    const struct lcm_slow *slow = &node->slow[i];
    const struct lcm_slow_part part =
        lcm_slow_part(run->ctx, run->machine, slow);
    double wait = 0;
    double level = 0;
    double bytes = INFINITY;
    if (slow->kind == LCM_SLOW_FIRST || slow->kind == LCM_SLOW_READ ||
        !part.wait || !lcm_run_derived(&wait, run, part.wait) || !(wait > 0))
      continue;
    (void)lcm_run_derived(&level, run, part.level);
    (void)lcm_run_derived(&bytes, run, slow->bytes);
    if (wait > level * (1 + 1e-9))
      pages += wait;
    else
      latency[lcm_slow_level(run->machine, slow, bytes)] += wait;
  }
  terms->of[LCM_LIMIT_PAGES] = pages;
  terms->of[LCM_LIMIT_LATENCY] = fmax(0, terms->of[LCM_LIMIT_LATENCY] - pages);
}

void lcm_run_limited(struct lcm_run *run, const lcm_node *node,
                     const struct lcm_fragment_cost *cost) {
  const struct lcm_record *record = record_of(run, node);
  struct lcm_limited one = {.n = 1, .flops = cost->flops};
  struct lcm_terms terms = cost->terms;
  if (!record)
    return;
  one.time = lcm_terms_time(&terms);
  split_chain(&terms, run, node);
  split_wait(&terms, one.latency, run, node);
  one.by[lcm_terms_limit(&terms)] = one.time;
  one.terms = terms;
  for (size_t i = 0; i < LCM_TERMS; i++)
    one.gain[i] = lcm_terms_gain(&terms, i);
  memcpy(one.bytes, cost->bytes, sizeof one.bytes);
  lcm_run_note_limited(run, &one);
}
