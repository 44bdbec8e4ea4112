/* What costs time in a run: each phase is looked into that uses its processors
 * badly. */
#include "trace/expert/expert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/table/table.h"
#include "trace/expert/degree.h"
#include "trace/expert/wait.h"
#include "trace/expert/work.h"

/* Below so many actors nobody can tell a bottleneck from what has to be. */
enum { MANY = 8 };

/* What is below this share of the whole time is not worth a line. */
static const double LEAST = 0.01;

/* ---- phases --------------------------------------------------------------
 */

/* Find the first task of each phase. */
static void find_first(struct trace_expert *x) {
  const struct trace_graph *g = x->walk->graph;
  x->first = LCM_NEW_ARRAY(lcm_ctx_arena(x->walk->log->ctx), uint32_t,
                           x->phases->n + 1);
  size_t phase = 0;
  for (uint32_t i = 0; i < g->tasks.n; i++)
    while (phase < trace_task_at(g, i)->phase)
      x->first[++phase] = i;
  while (phase < x->phases->n)
    x->first[++phase] = (uint32_t)g->tasks.n;
}

/* Return the share of the processors that phase "i" of "out" uses. */
static double use_of(const struct trace_expert *x, const lcm_trace *out,
                     size_t i) {
  const struct lcm_trace_phase *p = &out->phases[i];
  const double all = (p->end - p->begin) * (double)x->p;
  return all > 0 ? p->work / all : 1;
}

/* Return what phase "i" of "out" would save if all its processors worked all
 * the time, with the task that closes it. */
static double most_of(const struct trace_expert *x, const lcm_trace *out,
                      size_t i) {
  const struct trace_graph *g = x->walk->graph;
  const struct lcm_trace_phase *phase = &out->phases[i];
  const uint32_t next = x->first[i + 1];
  const bool closed =
      next < g->tasks.n && trace_task_at(g, next)->closes != TRACE_NONE;
  const struct trace_task *task = closed ? trace_task_at(g, next) : NULL;
  const double more = task ? task->end - task->begin : 0;
  return phase->end - phase->begin + more - (phase->work + more) / (double)x->p;
}

/* Keep the remarks of the phase in work that are a share of all of them
 * (heuristic 1), together with those of the same kind of other phases; none can
 * save more than "most". */
static void keep(struct trace_expert *x, double most) {
  double sum = 0;
  for (size_t i = 0; i < x->of_phase.n; i++) {
    x->of_phase.at[i].gain = fmin(x->of_phase.at[i].gain, fmax(most, 0));
    sum += x->of_phase.at[i].gain;
  }
  for (size_t i = 0; i < x->of_phase.n; i++) {
    const struct trace_remark *r = &x->of_phase.at[i];
    size_t k = 0;
    if (!(r->gain > x->share * sum))
      continue;
    while (k < x->all.n && (strcmp(x->all.at[k].id, r->id) != 0 ||
                            x->all.at[k].name != r->name))
      k++;
    if (k == x->all.n) {
      LCM_LIST_ADD(lcm_ctx_arena(x->walk->log->ctx), &x->all, *r);
      continue;
    }
    if (r->gain > x->all.at[k].gain)
      memcpy(x->all.at[k].numbers, r->numbers, sizeof r->numbers);
    x->all.at[k].gain += r->gain;
  }
  x->of_phase.n = 0;
}

/* Look into the phases of "out" that use their processors badly. */
static void look(struct trace_expert *x, const lcm_trace *out) {
  for (size_t i = 0, k = 0; i < out->n_phases; i++) {
    const bool bad = use_of(x, out, i) < x->utilization;
    for (; k < x->groups->at.n && x->groups->at.at[k].phase == i; k++)
      if (bad)
        trace_expert_work(x, &x->groups->at.at[k]);
    if (!bad || x->first[i] == x->first[i + 1])
      continue;
    trace_expert_wait(x, (uint32_t)i);
    trace_expert_degree(x, (uint32_t)i);
    keep(x, most_of(x, out, i));
  }
}

/* ---- text ----------------------------------------------------------------
 */

/* Append what a remark about balance says. */
static void put_balance(lcm_buf *buf, const struct trace_expert *x,
                        const struct trace_remark *r) {
  const double *n = r->numbers;
  const char *who = trace_actor_name(x->walk->log, (size_t)n[2]);
  if (!strcmp(r->id, "balance-count")) {
    lcm_buf_printf(buf,
                   "%s is unevenly distributed: %s has %.0f of %.0f, an even "
                   "share were %.4g",
                   r->name, who, n[0], n[1], n[1] / (double)x->p);
    return;
  }
  lcm_buf_printf(buf, "%s takes longer on some: on %s ", r->name, who);
  lcm_put_time(buf, n[0]);
  lcm_buf_puts(buf, ", in the mean ");
  lcm_put_time(buf, n[1]);
}

/* Append what a remark about work that is done one after the other says. */
static void put_serial(lcm_buf *buf, const struct trace_expert *x,
                       const struct trace_remark *r) {
  const double *n = r->numbers;
  if (!strcmp(r->id, "sequential-chain")) {
    lcm_buf_printf(buf,
                   "%s is executed by one processor after the other: "
                   "distribute what is done there, if it can be divided",
                   r->name);
    return;
  }
  lcm_buf_printf(buf, "%s has all of %s (%.0f, ",
                 trace_actor_name(x->walk->log, (size_t)n[2]), r->name, n[0]);
  lcm_put_time(buf, n[1]);
  lcm_buf_puts(buf, "), sent by all: a possible bottleneck");
  if (x->p < MANY)
    lcm_buf_puts(buf, "; there are too few processors to decide this");
}

/* Append what a remark about messages says. */
static void put_message(lcm_buf *buf, const struct trace_remark *r) {
  const double *n = r->numbers;
  if (!strcmp(r->id, "tail-end")) {
    lcm_buf_printf(buf,
                   "processors wait because a message is sent at the very end "
                   "of %s: send it earlier, if its data are ready",
                   r->name);
  } else if (!strcmp(r->id, "pipelining")) {
    lcm_buf_printf(buf,
                   "processors wait at %s for a large message (%.0f bytes): "
                   "send it in %.0f parts",
                   r->name, n[1], n[2]);
  } else {
    lcm_buf_printf(buf, "%s lasts only ", r->name);
    lcm_put_time(buf, n[1]);
    lcm_buf_printf(buf, " (%.0f of them), and getting one to run takes ", n[0]);
    lcm_put_time(buf, n[2]);
    lcm_buf_puts(buf, ": let its creator do it, or more at a time");
  }
}

/* Append what a remark about the degree of parallelism says. */
static void put_parallelism(lcm_buf *buf, const struct trace_expert *x,
                            const struct trace_remark *r) {
  if (x->walk->log->driven)
    lcm_buf_printf(buf, "there are too few tasks, at most %.0f at a time: for ",
                   r->numbers[0]);
  else
    lcm_buf_printf(buf, "at most %.0f work at a time: for ", r->numbers[0]);
  lcm_put_percent(buf, r->gain / (x->walk->end - x->walk->begin));
  lcm_buf_puts(buf, x->walk->log->driven
                        ? " of the processor-time there is none; create more"
                        : " of the processor-time they wait or are idle, where "
                          "the table says");
}

/* Return what "r" says. */
static const char *text_of(const struct trace_expert *x,
                           const struct trace_remark *r) {
  const double *n = r->numbers;
  lcm_buf buf = {0};
  if (!strncmp(r->id, "balance", 7)) {
    put_balance(&buf, x, r);
  } else if (!strcmp(r->id, "bottleneck") ||
             !strcmp(r->id, "sequential-chain")) {
    put_serial(&buf, x, r);
  } else if (!strcmp(r->id, "parallelism")) {
    put_parallelism(&buf, x, r);
  } else if (!strcmp(r->id, "placement")) {
    lcm_buf_puts(&buf, "there is work, but it is not where processors are free "
                       "(");
    lcm_put_percent(&buf, n[0]);
    lcm_buf_puts(&buf, " of what could be executed is, where that costs most): "
                       "another strategy, or less work for messages");
  } else {
    put_message(&buf, r);
  }
  return lcm_ctx_text(x->walk->log->ctx, &buf);
}

/* Order remarks by their gain, the largest first. */
static int compare(const void *a, const void *b) {
  const struct trace_remark *x = a;
  const struct trace_remark *y = b;
  if (x->gain != y->gain)
    return x->gain > y->gain ? -1 : 1;
  return strcmp(x->id, y->id) ? strcmp(x->id, y->id) : strcmp(x->name, y->name);
}

void trace_expert_find(lcm_trace *out, struct trace_expert *x) {
  find_first(x);
  trace_expert_learn(x);
  look(x, out);
  struct lcm_trace_finding *all = LCM_NEW_ARRAY(
      lcm_ctx_arena(x->walk->log->ctx), struct lcm_trace_finding, x->all.n + 1);
  double sum = 0;
  if (x->all.n)
    qsort(x->all.at, x->all.n, sizeof *x->all.at, compare);
  for (size_t i = 0; i < x->all.n; i++)
    sum += x->all.at[i].gain;
  for (size_t i = 0; i < x->all.n; i++) {
    const struct trace_remark *r = &x->all.at[i];
    if (r->gain >= LEAST * (x->walk->end - x->walk->begin))
      all[out->n_findings++] = (struct lcm_trace_finding){
          r->id, text_of(x, r), r->gain, r->gain / sum};
  }
  out->findings = all;
}
