#include <math.h>
#include <string.h>

#include "composer/engine_internal.h"

static const double MAX_EACH = 2e6;

/* A parallel loop being divided.
 * count    iterations; chunk: iterations of a chunk, 0: none said
 * one      outcome of an iteration, where all cost the same
 * uniform  they do
 * first    value of the index at the first iteration, and its step */
struct division {
  struct lcm_run *run;
  struct lcm_team *team;
  const lcm_node *node;
  double count;
  double chunk;
  struct lcm_outcome one;
  bool uniform;
  double first;
  double step;
  double chunk_cost;
};

/* Return whether the iterations of "node" all cost the same. */
static bool is_uniform(const lcm_node *node) {
  if (node->u.loop.n_ranges != 1)
    return true;
  const char *index = node->u.loop.ranges[0].index;
  for (size_t i = 0; i < node->n_models; i++)
    if (node->models[i].per == LCM_PER_ITERATION &&
        lcm_expr_has(node->models[i].expr, index))
      return false;
  return node->n_models || lcm_loop_is_uniform(node);
}

struct lcm_outcome lcm_run_iteration(struct lcm_run *run, const lcm_node *node,
                                     double value,
                                     const struct lcm_iterating *how) {
  const size_t bound = run->env.n;
  struct lcm_outcome out = {0};
  if (node->u.loop.n_ranges)
    lcm_run_bind(run, node->u.loop.ranges[0].index, value);
  static const char *const WHOLE[] = {"time", "work", "pc"};
  const lcm_model *model = NULL;
  for (size_t k = 0; k < 3 && !model; k++)
    model = lcm_node_model(node, WHOLE[k]);
  if (model) {
    const bool each = model->per == LCM_PER_ITERATION;
    const double scale = run->scale;
    const double part = each || how->count <= 0 ? 1 : 1 / how->count;
    run->scale = scale * part;
    const struct lcm_price price =
        lcm_run_price(run, model, how->weight, false);
    run->scale = scale;
    out.cats[LCM_CAT_PC] = price.cost * part;
    out.cats[LCM_CAT_RC] = price.excess * part;
    out.time = (price.cost + price.excess) * part / how->weight;
  } else if (node->n_children)
    out = lcm_run_serial(run, node->children[0], how->weight);
  run->env.n = bound;
  return out;
}

/* Return the outcome of iteration number "i" of "d". */
static struct lcm_outcome iteration(struct division *d, double i) {
  const struct lcm_iterating how = {d->count, d->team->weight};
  return lcm_run_iteration(d->run, d->node, d->first + i * d->step, &how);
}

/* Let member "m" execute the "n" iterations from number "from" on. */
static void execute(struct division *d, size_t m, double from, double n) {
  struct lcm_team *team = d->team;
  team->clocks[m] += d->chunk_cost;
  team->sums[m].cats[LCM_CAT_SL] += d->chunk_cost * team->weight;
  if (d->uniform) {
    team->clocks[m] += d->one.time * n;
    lcm_outcome_add(&team->sums[m], &d->one, n);
    return;
  }
  for (double i = 0; i < n && !d->run->status; i++) {
    const struct lcm_outcome one = iteration(d, from + i);
    team->clocks[m] += one.time;
    lcm_outcome_add(&team->sums[m], &one, 1);
  }
}

/* Divide statically without chunks: the first count mod k take one more. */
static void blocks(struct division *d) {
  const double k = (double)d->team->k;
  const double base = floor(d->count / k);
  const double more = d->count - base * k;
  double from = 0;
  for (size_t m = 0; m < d->team->k; m++) {
    const double n = base + ((double)m < more ? 1 : 0);
    if (n > 0)
      execute(d, m, from, n);
    from += n;
  }
}

/* Divide statically in chunks that go round. */
static void rounds(struct division *d) {
  const double k = (double)d->team->k;
  if (d->uniform) {
    const double whole = floor(d->count / (k * d->chunk));
    double rest = d->count - whole * k * d->chunk;
    for (size_t m = 0; m < d->team->k; m++) {
      const double extra = fmin(rest, d->chunk);
      rest -= extra;
      const double n = whole * d->chunk + extra;
      if (n > 0)
        execute(d, m, 0, n);
    }
    return;
  }
  size_t m = 0;
  for (double from = 0; from < d->count; from += d->chunk) {
    execute(d, m, from, fmin(d->chunk, d->count - from));
    m = (m + 1) % d->team->k;
  }
}

/* Return the member that is free first. */
static size_t first_free(const struct lcm_team *team) {
  size_t best = 0;
  for (size_t m = 1; m < team->k; m++)
    if (team->clocks[m] < team->clocks[best])
      best = m;
  return best;
}

/* Return whether all clocks are equal. */
static bool is_aligned(const struct lcm_team *team) {
  for (size_t m = 1; m < team->k; m++)
    if (team->clocks[m] != team->clocks[0])
      return false;
  return true;
}

/* Give chunks (of shrinking size where "guided") to whoever is free. */
static void on_demand(struct division *d, bool guided) {
  const double k = (double)d->team->k;
  double from = 0;
  if (d->uniform && !guided && is_aligned(d->team)) {
    const double whole = floor(d->count / (k * d->chunk));
    for (size_t m = 0; m < d->team->k && whole > 0; m++) {
      const double cost = d->chunk_cost;
      d->chunk_cost = cost * whole;
      execute(d, m, 0, whole * d->chunk);
      d->chunk_cost = cost;
    }
    from = whole * k * d->chunk;
  }
  while (from < d->count && !d->run->status) {
    const double left = d->count - from;
    double n = guided ? fmax(ceil(left / k), d->chunk) : d->chunk;
    n = fmin(n, left);
    execute(d, first_free(d->team), from, n);
    from += n;
  }
}

/* Divide iterations of random cost: the expected maximum decides. */
static void at_random(struct division *d) {
  struct lcm_team *team = d->team;
  double *shares = LCM_NEW_ARRAY(lcm_ctx_arena(d->run->ctx), double, team->k);
  const double k = (double)team->k;
  const double base = floor(d->count / k);
  double sum = 0;
  double start = 0;
  for (size_t m = 0; m < team->k; m++) {
    shares[m] = base + ((double)m < d->count - base * k ? 1 : 0);
    start = fmax(start, team->clocks[m]);
  }
  const double time =
      lcm_run_expected_max(d->run, d->node->children[0], shares, team->k, &sum);
  for (size_t m = 0; m < team->k; m++) {
    const double own = shares[m] > 0 ? sum * shares[m] / d->count : 0;
    team->sums[m].cats[LCM_CAT_LI] +=
        (start - team->clocks[m] + time - own) * team->weight;
    team->sums[m].cats[LCM_CAT_PC] += own * team->weight;
    team->clocks[m] = start + time;
  }
}

/* Charge the crossings that end at "node" to all members. */
static void charge_crossings(struct lcm_run *run, struct lcm_team *team,
                             const lcm_node *node) {
  const double k = (double)team->k;
  for (size_t i = 0; run->data && i < run->data->n_movements; i++) {
    const lcm_movement *movement = &run->data->movements[i];
    double bytes = 0;
    if (!movement->crossing || movement->to_node != node || team->k < 2 ||
        !lcm_run_derived(&bytes, run, movement->bytes))
      continue;
    const double cost = lcm_run_machine(run, "transfer", k, bytes / k, 1);
    for (size_t m = 0; m < team->k; m++) {
      team->clocks[m] += cost;
      team->sums[m].cats[LCM_CAT_CL] += cost * team->weight;
    }
  }
}

/* Return the chunk size that "d" asks for. */
static double chunk_of(struct division *d, lcm_schedule schedule) {
  double chunk = 0;
  if (d->node->u.loop.chunk)
    (void)lcm_run_derived(&chunk, d->run, d->node->u.loop.chunk);
  if (schedule == LCM_SCHED_NUM_TASKS && chunk >= 1)
    return ceil(d->count / chunk);
  return floor(fmax(chunk, 0));
}

void lcm_run_parloop(struct lcm_run *run, struct lcm_team *team,
                     const lcm_node *node) {
  struct division d = {.run = run, .team = team, .node = node, .step = 1};
  const lcm_schedule schedule = node->u.loop.schedule;
  const double scale = run->scale;
  d.count = lcm_run_count(run, node);
  d.chunk = chunk_of(&d, schedule);
  if (node->u.loop.n_ranges) {
    (void)lcm_run_derived(&d.first, run, node->u.loop.ranges[0].from);
    if (node->u.loop.ranges[0].step)
      (void)lcm_run_derived(&d.step, run, node->u.loop.ranges[0].step);
  }
  d.uniform = is_uniform(node) || d.count > MAX_EACH;
  charge_crossings(run, team, node);
  run->scale = d.uniform ? scale * d.count : scale;
  if (d.uniform && d.count > 0)
    d.one = iteration(&d, floor(d.count / 2));
  run->scale = scale;
  if (d.count <= 0)
    return;
  if (!node->n_models && node->n_children && is_uniform(node) &&
      lcm_run_traits(run, node->children[0])->random) {
    at_random(&d);
    return;
  }
  if (schedule == LCM_SCHED_DYNAMIC || schedule == LCM_SCHED_GUIDED ||
      schedule == LCM_SCHED_GRAINSIZE || schedule == LCM_SCHED_NUM_TASKS) {
    d.chunk_cost = lcm_run_machine(run, "chunk", (double)team->k, 0, 1);
    d.chunk = d.chunk < 1 ? 1 : d.chunk;
    on_demand(&d, schedule == LCM_SCHED_GUIDED);
  } else if (d.chunk >= 1)
    rounds(&d);
  else
    blocks(&d);
}
