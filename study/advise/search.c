/* Following findings one after the other: the best sequence. */
#include "study/advise/search.h"
#include "study/advise/detect.h"
#include "study/advise/try.h"

/* Findings of which all sets are tried. */
enum { MOST_TOGETHER = 5 };

/* Return the time of a program in which the findings of "found" whose bits are
 * in "set" are followed, in their order; false where that cannot be done. */
static bool try_set(struct lcm_trial *out, struct lcm_advising *a,
                    const lcm_findings *found, unsigned set) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < found->n && i < MOST_TOGETHER; i++)
    if (set >> i & 1)
      lcm_buf_printf(&buf, "%s%s", buf.len ? "; " : "", found->at[i].edit);
  return lcm_advise_try(out, a, a->program, lcm_ctx_text(a->ctx, &buf));
}

/* Return how many bits "set" has. */
static size_t size_of(unsigned set) {
  size_t n = 0;
  for (; set; set &= set - 1)
    n++;
  return n;
}

/* Return the best set of at most options->steps findings, 0 for none that is
 * better than "*time", which becomes its time. */
static unsigned best_set(double *time, struct lcm_advising *a,
                         const lcm_findings *found) {
  const size_t n = found->n < MOST_TOGETHER ? found->n : MOST_TOGETHER;
  const double slack = 1e-9 * a->point->time;
  unsigned best = 0;
  for (unsigned set = 1; set < 1u << n; set++) {
    struct lcm_trial trial;
    if (size_of(set) > a->options->steps || !try_set(&trial, a, found, set) ||
        trial.time >= *time - slack)
      continue;
    best = set;
    *time = trial.time;
  }
  return best;
}

/* Put the findings of "set" into "out", each with what it gains after those
 * before it. */
static void take_set(lcm_findings *out, struct lcm_advising *a,
                     const lcm_findings *found, unsigned set) {
  double before = a->point->time;
  unsigned done = 0;
  out->n = 0;
  for (size_t i = 0; i < found->n && i < MOST_TOGETHER; i++) {
    struct lcm_trial trial;
    if (!(set >> i & 1) || !try_set(&trial, a, found, done |= 1u << i))
      continue;
    lcm_finding step = found->at[i];
    step.time = trial.time;
    step.gain = before - trial.time;
    before = trial.time;
    LCM_LIST_ADD(lcm_ctx_arena(a->ctx), out, step);
  }
}

/* Follow the best finding, and in the program that it leaves again the best one
 * there is, into "out". */
static lcm_status follow(lcm_findings *out, struct lcm_advising *a,
                         const lcm_findings *found) {
  const lcm_finding *next = found->n ? &found->at[0] : NULL;
  const lcm_program *program = a->program;
  lcm_status status = LCM_OK;
  while (next && out->n < a->options->steps && !status) {
    struct lcm_trial trial;
    lcm_findings more = {0};
    LCM_LIST_ADD(lcm_ctx_arena(a->ctx), out, *next);
    if (!lcm_advise_try(&trial, a, program, next->edit))
      break;
    program = trial.program;
    struct lcm_advising after = {.ctx = a->ctx,
                                 .program = program,
                                 .grid = a->grid,
                                 .at = a->at,
                                 .options = a->options,
                                 .plain = a->plain,
                                 .n_tried = a->n_tried};
    status = lcm_advise_find(&more, &after);
    a->n_tried = after.n_tried;
    a->n_left += after.n_left;
    next = more.n ? &more.at[0] : NULL;
  }
  return status;
}

lcm_status lcm_advise_search(lcm_findings *out, struct lcm_advising *a,
                             const lcm_findings *found) {
  const lcm_status status = follow(out, a, found);
  if (status || !out->n)
    return status;
  double time = out->at[out->n - 1].time;
  const unsigned set = best_set(&time, a, found);
  if (set)
    take_set(out, a, found, set);
  return LCM_OK;
}
