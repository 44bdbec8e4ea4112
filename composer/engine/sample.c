#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/record.h"
#include "composer/engine/sample.h"
#include "composer/engine/serial.h"

/* Into how many stretches a loop is divided, two iterations of each being
 * taken. */
enum { STRETCHES = 64 };

static const double GOLDEN = 0.6180339887498949;

/* A loop being sampled.
 * from, step  of its index
 * sum         of what the samples stand for */
struct sampling {
  struct lcm_run *run;
  const lcm_node *node;
  double w;
  double from;
  double step;
  struct lcm_outcome sum;
};

/* Let iteration number "i" stand for "each". */
static void take(struct sampling *s, double i, double each) {
  struct lcm_run *run = s->run;
  const double scale = run->scale;
  const size_t bound = run->env.n;
  run->scale = scale * each;
  lcm_run_bind(run, s->node->u.loop.ranges[0].index, s->from + i * s->step);
  const struct lcm_outcome one =
      lcm_run_serial(run, s->node->children[0], s->w);
  lcm_outcome_add(&s->sum, &one, each);
  run->env.n = bound;
  run->scale = scale;
}

/* Return by what the samples are to be multiplied for "sum" to be "all". */
static double ratio(double all, double sum) {
  return sum != 0 && isfinite(all / sum) ? all / sum : 1;
}

void lcm_run_sample(struct lcm_run *run, const lcm_node *node, double w,
                    double count, const struct lcm_outcome *all) {
  const lcm_iteration *range = &node->u.loop.ranges[0];
  const lcm_arena *arena = lcm_ctx_arena(run->ctx);
  lcm_arena scratch = {.on_fail = arena->on_fail, .user = arena->user};
  struct sampling s = {.run = run, .node = node, .w = w, .step = 1};
  struct lcm_outcome by = {0};
  (void)lcm_run_derived(&s.from, run, range->from);
  (void)lcm_run_derived(&s.step, run, range->step);
  const struct lcm_noting noted = lcm_run_noting(run, &scratch);
  for (double k = 0; k < STRETCHES && !run->status; k++) {
    const double first = floor(k * count / STRETCHES);
    const double last = floor((k + 1) * count / STRETCHES) - 1;
    const double off =
        floor(fmod((k + 1) * GOLDEN, 1) * floor((last - first + 2) / 2));
    take(&s, first + off, (last - first + 1) / 2);
    take(&s, last - off, (last - first + 1) / 2);
  }
  by.time = ratio(all->time, s.sum.time);
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    by.cats[c] = ratio(all->cats[c], s.sum.cats[c]);
  lcm_run_note_scaled(run, &noted, &by);
  lcm_arena_reset(&scratch);
  if (run->noted)
    lcm_run_sampled(run, node);
}
