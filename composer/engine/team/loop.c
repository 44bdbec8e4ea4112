/* Executes worksharing loops by the members of a team, as their schedule hands
 * out the iterations. */
#include <math.h>

#include "composer/engine/again/alike.h"
#include "composer/engine/count.h"
#include "composer/engine/env.h"
#include "composer/engine/price.h"
#include "composer/engine/random.h"
#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"
#include "composer/engine/serial.h"
#include "composer/engine/sums.h"
#include "composer/engine/team/clocks.h"
#include "composer/engine/team/ebb.h"
#include "composer/engine/team/loop.h"
#include "composer/engine/team/team.h"

static const double MAX_EACH = 2e6;

/* Of more chunks several are taken as one. */
static const double MAX_CHUNKS = 1e6;

/* The same where each is played many times with dice. */
static const double MAX_PLAYED = 2e4;

/* How many chunks are looked at together. */
enum { AHEAD = 512 };

/* Chunks that are given out one after the other, of which the times are found
 * together: "n" of them, of which number "at" is the next.  For how long each
 * member has executed such, and waited for what others move, is "spent"; the
 * other parts of the time are told in the end. */
struct ahead {
  double from[AHEAD];
  double to[AHEAD];
  double times[AHEAD];
  double waits[AHEAD];
  size_t n;
  size_t at;
  double *spent;
  double *waited;
};

/* What iterations of a loop that are alike come to: one of each kind, and of
 * which kind they are, stretch after stretch, which begin at "from". */
struct alike_ones {
  struct lcm_outcome *ones;
  lcm_alike_order order;
  double *from;
};

/* A parallel loop being divided. */
struct dividing {
  struct lcm_run *run;
  struct lcm_team *team;
  struct lcm_loop_schedule of; /* how */
  /* outcome of an iteration, where all cost the same, or of that which stands
   * for the "shown" ones from number "first" on (0: none yet) */
  struct lcm_outcome one;
  double first;
  double shown;
  bool uniform; /* they do */
  bool differs; /* they cost members differently */
  /* of what several cost together, NULL where that has no closed form; "all":
   * of those given out so far */
  const struct lcm_sums *sums;
  struct lcm_outcome all;
  struct ahead *ahead;      /* NULL: each is found when it is given out */
  struct alike_ones *alike; /* NULL: each iteration is executed */
  /* where they have none: for so many iterations one of them stands */
  double each;
  double chunk_cost; /* of taking a chunk */
  /* how long the counter is held for it, which is "busy" until then */
  double counter;
  double busy;
};

/* Make chunks of "d" that differ larger where they are more than "most". */
static void limit_chunks(struct dividing *d, double most) {
  const double size = fmax(1, d->of.chunk);
  const double n = d->of.count / size;
  const double times = n > most ? ceil(n / most) : 1;
  if (times > 1) {
    d->run->doubts.coarse = true;
    d->of.chunk = size * times;
    d->chunk_cost *= times;
    d->counter *= times;
  }
}

/* Return whether the iterations of "node" all cost the same. */
static bool is_uniform(struct lcm_run *run, const lcm_node *node) {
  if (node->u.loop.n_ranges != 1)
    return true;
  const char *index = node->u.loop.ranges[0].index;
  for (size_t i = 0; i < node->n_models; i++)
    if (node->models[i].per == LCM_PER_ITERATION &&
        lcm_expr_has(node->models[i].expr, index))
      return false;
  return node->n_models || lcm_run_is_uniform(run, node);
}

struct lcm_outcome lcm_run_iteration(struct lcm_run *run, const lcm_node *node,
                                     double value,
                                     const struct lcm_iteration_share *how) {
  const size_t bound = run->env.n;
  struct lcm_outcome out = {0};
  if (node->u.loop.n_ranges)
    lcm_run_bind(run, node->u.loop.ranges[0].index, value);
  const lcm_model *model = lcm_node_whole(node);
  if (model) {
    const bool each = model->per == LCM_PER_ITERATION;
    const double scale = run->notes.scale;
    const double part = each || how->count <= 0 ? 1 : 1 / how->count;
    run->notes.scale = scale * part;
    const struct lcm_price price =
        lcm_run_price(run, model, how->weight, false);
    run->notes.scale = scale;
    out.cats[LCM_CAT_PC] = price.cost * part;
    out.cats[LCM_CAT_RC] = price.excess * part;
    out.time = (price.cost + price.excess) * part / how->weight;
    out.score = lcm_score_leaf(run, node, &out, how->weight);
  } else if (node->n_children)
    out = lcm_run_serial(run, node->children[0], how->weight);
  run->env.n = bound;
  return out;
}

struct lcm_loop_schedule lcm_run_loop_schedule(struct lcm_run *run,
                                               const lcm_node *node,
                                               double members, double weight) {
  const struct lcm_assignment assignment =
      lcm_loop_assignment(run->machine, node);
  struct lcm_loop_schedule d = {.node = node,
                                .way = assignment.way,
                                .chunk = assignment.fixed,
                                .members = members,
                                .weight = weight,
                                .step = 1};
  d.count = lcm_run_count(run, node);
  (void)lcm_run_derived(&d.chunk, run, assignment.chunk);
  lcm_loop_schedule_settle(&d, run->machine);
  if (node->u.loop.n_ranges) {
    (void)lcm_run_derived(&d.first, run, node->u.loop.ranges[0].from);
    (void)lcm_run_derived(&d.step, run, node->u.loop.ranges[0].step);
  }
  return d;
}

struct lcm_outcome
lcm_loop_schedule_iteration(struct lcm_run *run,
                            const struct lcm_loop_schedule *d, double i) {
  const struct lcm_iteration_share how = {d->count, d->weight};
  return lcm_run_iteration(run, d->node, d->first + i * d->step, &how);
}

/* Let member "m" execute the "n" iterations from number "from" on, which cost
 * others something else. */
static void execute_own(struct dividing *d, size_t m, double from, double n) {
  struct lcm_run *run = d->run;
  const double scale = run->notes.scale;
  const double each = d->uniform ? n : 1;
  const size_t bound = run->env.n;
  lcm_run_bind_member(run, m);
  run->notes.scale = scale * each;
  for (double i = 0; i < n && !run->status; i += each) {
    const struct lcm_outcome one =
        lcm_loop_schedule_iteration(run, &d->of, from + i);
    lcm_team_spend(d->team, m, &one, each);
  }
  run->notes.scale = scale;
  run->env.n = bound;
}

/* Let member "m" take a chunk, after those who take one meanwhile. */
static void take_chunk(struct dividing *d, size_t m) {
  struct lcm_team *team = d->team;
  const double since = team->clocks[m];
  if (d->counter > 0) {
    d->busy = fmax(d->busy, since) + d->counter;
    team->clocks[m] = d->busy;
  }
  team->clocks[m] += d->chunk_cost;
  team->sums[m].cats[LCM_CAT_SL] += (team->clocks[m] - since) * team->weight;
}

/* Look at the chunks from the one of "n" iterations on that begins with number
 * "from". */
static void look_ahead(struct dividing *d, double from, double n) {
  struct ahead *a = d->ahead;
  const bool rounds = d->of.way == LCM_ASSIGN_ROUNDS;
  const double *const ends[] = {a->from, a->to};
  double *const out[] = {a->times, a->waits};
  a->n = a->at = 0;
  while (a->n < AHEAD && from < d->of.count) {
    a->from[a->n] = from;
    a->to[a->n++] = from + n - 1;
    from += n;
    n = rounds ? fmin(d->of.chunk, d->of.count - from)
               : lcm_loop_schedule_next(&d->of, from);
  }
  lcm_sums_times(d->run, d->sums, d->team->weight, ends, a->n, out);
}

/* Let member "m" execute the next chunk, of "n" iterations from number "from"
 * on. */
static void execute_next(struct dividing *d, size_t m, double from, double n) {
  struct ahead *a = d->ahead;
  if (a->at == a->n || a->from[a->at] != from || a->to[a->at] != from + n - 1)
    look_ahead(d, from, n);
  d->team->clocks[m] += a->times[a->at];
  a->spent[m] += a->times[a->at];
  a->waited[m] += a->waits[a->at++];
}

/* Let "d" look ahead where its chunks, "n" or so, are given out one after the
 * other: when members are free hangs on the time of chunks alone. */
static void begin_ahead(struct dividing *d, double n) {
  lcm_arena *arena = lcm_ctx_stack(d->run->ctx);
  if (!d->sums || d->differs || d->uniform || d->run->notes.scoring ||
      n <= (double)d->team->k)
    return;
  d->ahead = LCM_NEW(arena, struct ahead);
  d->ahead->spent = LCM_NEW_ARRAY(arena, double, d->team->k);
  d->ahead->waited = LCM_NEW_ARRAY(arena, double, d->team->k);
}

/* Tell the parts of the time of all chunks of "d": those of the whole loop, of
 * each member by its share. */
static void end_ahead(struct dividing *d) {
  struct lcm_team *team = d->team;
  const struct ahead *a = d->ahead;
  double spent = 0;
  double waited = 0;
  d->ahead = NULL;
  if (!a || d->run->status)
    return;
  d->all = lcm_sums_outcome(d->run, d->sums, team->weight,
                            (const double[]){0, d->of.count - 1});
  for (size_t m = 0; m < team->k; m++) {
    spent += a->spent[m];
    waited += a->waited[m];
  }
  for (size_t m = 0; m < team->k; m++) {
    const double rest = spent * team->weight - waited;
    const double own = a->spent[m] * team->weight - a->waited[m];
    struct lcm_outcome part = {.time = 0};
    lcm_outcome_add(&part, &d->all, rest > 0 ? own / rest : 0);
    part.time = a->spent[m];
    part.cats[LCM_CAT_RC] = a->waited[m];
    lcm_outcome_add(&team->sums[m], &part, 1);
  }
}

/* Let member "m" execute the "n" iterations from number "from" on, of which one
 * stands for "each", whoever executes these. */
static void execute_some(struct dividing *d, size_t m, double from, double n) {
  struct lcm_run *run = d->run;
  const double scale = run->notes.scale;
  const double end = from + n;
  double size = 0;
  for (double i = from; i < end && !run->status; i += size) {
    const double first = floor(i / d->each) * d->each;
    const double next = fmin(first + d->each, d->of.count);
    size = fmin(next, end) - i;
    if (first != d->first || d->shown == 0) {
      run->notes.scale = scale * (next - first);
      d->one = lcm_loop_schedule_iteration(run, &d->of,
                                           floor(first + (next - first) / 2));
      d->first = first;
      d->shown = next - first;
    }
    lcm_team_spend(d->team, m, &d->one, size);
  }
  run->notes.scale = scale;
}

/* Find kinds of iterations of "d" that are alike, and execute one of each. */
static void execute_kinds(struct dividing *d) {
  struct lcm_run *run = d->run;
  lcm_arena *arena = lcm_ctx_stack(run->ctx);
  const struct lcm_walk walk = lcm_run_walk(run, d->of.node);
  struct alike_ones all = {0};
  double at = 0;
  const lcm_alike_list kinds =
      lcm_run_alike(&all.order, run, d->of.node, &walk);
  const double scale = run->notes.scale;
  const double walked = lcm_run_walk_more(run, (double)kinds.n);
  all.ones = LCM_NEW_ARRAY(arena, struct lcm_outcome, kinds.n + 1);
  for (size_t k = 0; k < kinds.n && !run->status; k++) {
    run->notes.scale = scale * kinds.at[k].n;
    all.ones[k] = lcm_loop_schedule_iteration(run, &d->of, kinds.at[k].first);
  }
  run->notes.walked = walked;
  run->notes.scale = scale;
  all.from = LCM_NEW_ARRAY(arena, double, all.order.n + 1);
  for (size_t i = 0; i < all.order.n; at += all.order.at[i++].n)
    all.from[i] = at;
  if (!kinds.n)
    return;
  d->alike = LCM_NEW(arena, struct alike_ones);
  *d->alike = all;
}

/* Return the number of the stretch of "a" with iteration number "i". */
static size_t stretch_at(const struct alike_ones *a, double i) {
  size_t low = 0;
  size_t high = a->order.n;
  while (low + 1 < high) {
    const size_t middle = low + (high - low) / 2;
    if (a->from[middle] <= i)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Let member "m" execute the "n" iterations from number "from" on, each as the
 * one of its kind. */
static void execute_alike(struct dividing *d, size_t m, double from, double n) {
  const struct alike_ones *a = d->alike;
  const double end = from + n;
  for (size_t s = stretch_at(a, from); s < a->order.n && a->from[s] < end;
       s++) {
    const struct lcm_alike_stretch *stretch = &a->order.at[s];
    const double first = fmax(a->from[s], from);
    const double next = fmin(a->from[s] + stretch->n, end);
    lcm_team_spend(d->team, m, &a->ones[stretch->kind], next - first);
  }
}

/* Let member "m" execute the "n" iterations from number "from" on. */
static void execute(struct dividing *d, size_t m, double from, double n) {
  struct lcm_team *team = d->team;
  take_chunk(d, m);
  if (d->differs) {
    execute_own(d, m, from, n);
    return;
  }
  if (d->uniform) {
    lcm_team_spend(team, m, &d->one, n);
    return;
  }
  if (d->ahead) {
    execute_next(d, m, from, n);
    return;
  }
  if (d->sums) {
    struct lcm_outcome all = lcm_sums_outcome(
        d->run, d->sums, team->weight, (const double[]){from, from + n - 1});
    all.score = lcm_score_leaf(d->run, d->of.node, &all, team->weight);
    lcm_team_spend(team, m, &all, 1);
    lcm_outcome_add(&d->all, &all, 1);
    return;
  }
  if (d->alike) {
    execute_alike(d, m, from, n);
    return;
  }
  if (d->each > 1 && d->run->options->parts) {
    execute_some(d, m, from, n);
    return;
  }
  const double scale = d->run->notes.scale;
  for (double i = 0; i < n && !d->run->status; i += d->each) {
    const double each = fmin(d->each, n - i);
    d->run->notes.scale = scale * each;
    const struct lcm_outcome one =
        lcm_loop_schedule_iteration(d->run, &d->of, from + i + floor(each / 2));
    lcm_team_spend(team, m, &one, each);
  }
  d->run->notes.scale = scale;
}

/* Look at the blocks of all members of "d", each of which is one chunk. */
static void look_at_blocks(struct dividing *d) {
  struct ahead *a = d->ahead;
  const double *const ends[] = {a->from, a->to};
  double *const out[] = {a->times, a->waits};
  for (size_t m = 0; m < d->team->k; m++) {
    const struct lcm_block block =
        lcm_block_of(d->of.count, (double)d->team->k, (double)m);
    a->from[a->n] = block.from;
    a->to[a->n] = block.from + block.size - 1;
    a->n += block.size > 0;
  }
  lcm_sums_times(d->run, d->sums, d->team->weight, ends, a->n, out);
}

/* Divide statically without chunks. */
static void blocks(struct dividing *d) {
  enum { FEW = 2 };
  if (d->team->k > FEW && d->team->k < AHEAD)
    begin_ahead(d, d->of.count);
  if (d->ahead)
    look_at_blocks(d);
  for (size_t m = 0; m < d->team->k; m++) {
    const struct lcm_block block =
        lcm_block_of(d->of.count, (double)d->team->k, (double)m);
    if (block.size > 0)
      execute(d, m, block.from, block.size);
  }
  end_ahead(d);
}

/* Divide statically in chunks that go round. */
static void rounds(struct dividing *d) {
  if (d->uniform) {
    for (size_t m = 0; m < d->team->k; m++) {
      const double n = lcm_rounds_share(d->of.count, (double)d->team->k,
                                        d->of.chunk, (double)m);
      if (n > 0)
        execute(d, m, 0, n);
    }
    return;
  }
  size_t m = 0;
  limit_chunks(d, MAX_CHUNKS);
  begin_ahead(d, d->of.count / fmax(1, d->of.chunk));
  for (double from = 0; from < d->of.count; from += d->of.chunk) {
    execute(d, m, from, fmin(d->of.chunk, d->of.count - from));
    m = (m + 1) % d->team->k;
  }
  end_ahead(d);
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

/* Let the members of "d", which are free together, take equal chunks in rounds
 * as long as there are some for all; return the first iteration behind. */
static double whole_rounds(struct dividing *d) {
  const double k = (double)d->team->k;
  const double whole = lcm_rounds_whole(d->of.count, k, d->of.chunk);
  const double cost = d->chunk_cost;
  d->chunk_cost = cost * (whole / d->of.chunk);
  for (size_t m = 0; m < d->team->k && whole > 0; m++)
    execute(d, m, 0, whole);
  d->chunk_cost = cost;
  return whole * k;
}

/* Let members take chunks from blocks of each other. */
static void by_stealing(struct dividing *d) {
  struct lcm_team *team = d->team;
  lcm_arena *arena = lcm_ctx_stack(d->run->ctx);
  struct lcm_stealing *chunks = lcm_stealing_new(arena, &d->of);
  const bool *outer = team->active;
  bool *active = LCM_NEW_ARRAY(arena, bool, team->k);
  for (size_t m = 0; m < team->k; m++)
    active[m] = !outer || outer[m];
  team->active = active;
  for (size_t m = lcm_team_first_free(team); m != (size_t)-1;
       m = lcm_team_first_free(team)) {
    double chunk = 0;
    active[m] = !d->run->status && lcm_stealing_take(&chunk, chunks, m);
    const double from = chunk * d->of.chunk;
    if (active[m])
      execute(d, m, from, fmin(d->of.chunk, d->of.count - from));
  }
  team->active = outer;
}

/* Give chunks to whoever is free. */
static void on_demand(struct dividing *d) {
  const bool even = lcm_assign_has(d->of.way, LCM_ASSIGN_EQUAL);
  double from = 0;
  if (even && d->uniform && !d->differs && is_aligned(d->team) && !d->counter)
    from = whole_rounds(d);
  else if (even)
    limit_chunks(d, MAX_CHUNKS);
  if (d->of.way == LCM_ASSIGN_STOLEN && from <= 0) {
    by_stealing(d);
    return;
  }
  begin_ahead(d, d->of.count);
  while (from < d->of.count && !d->run->status) {
    const double n = lcm_loop_schedule_next(&d->of, from);
    execute(d, first_free(d->team), from, n);
    from += n;
  }
  end_ahead(d);
}

/* Let the members of "d" be done with a random loop at "end", each having
 * worked for its share of "mean" a iteration: the rest is imbalance. */
static void end_random(struct dividing *d, double end, const double *shares,
                       double mean) {
  struct lcm_team *team = d->team;
  for (size_t m = 0; m < team->k; m++) {
    const double own = shares[m] * mean;
    const double idle = fmax(0, end - team->clocks[m] - own);
    team->sums[m].cats[LCM_CAT_LI] += idle * team->weight;
    team->sums[m].cats[LCM_CAT_PC] +=
        (end - team->clocks[m] - idle) * team->weight;
    team->clocks[m] = end;
  }
}

/* Divide iterations of random cost that members ask for. */
static void random_on_demand(struct dividing *d) {
  struct lcm_team *team = d->team;
  const double k = (double)team->k;
  double *shares = LCM_NEW_ARRAY(lcm_ctx_stack(d->run->ctx), double, team->k);
  double mean = 0;
  double chunks = 0;
  if (d->of.way == LCM_ASSIGN_STOLEN)
    d->of.way = LCM_ASSIGN_CHUNKS;
  if (d->of.way == LCM_ASSIGN_CHUNKS)
    limit_chunks(d, MAX_PLAYED);
  const struct lcm_chunk_taker taking = {team->clocks, d->chunk_cost,
                                         d->counter};
  const double end = lcm_run_expected_end(d->run, &d->of, &taking, &mean);
  const double each = d->chunk_cost + d->counter;
  for (double from = 0; from < d->of.count && each > 0; chunks++)
    from += lcm_loop_schedule_next(&d->of, from);
  const double paid = chunks * each / k;
  for (size_t m = 0; m < team->k; m++) {
    shares[m] = d->of.count / k;
    team->clocks[m] += paid;
    team->sums[m].cats[LCM_CAT_SL] += paid * team->weight;
  }
  end_random(d, end, shares, mean);
}

/* Divide iterations of random cost: the expected maximum decides. */
static void at_random(struct dividing *d) {
  struct lcm_team *team = d->team;
  double *shares = LCM_NEW_ARRAY(lcm_ctx_stack(d->run->ctx), double, team->k);
  const double k = (double)team->k;
  const bool rounds = d->of.way == LCM_ASSIGN_ROUNDS;
  double sum = 0;
  double start = 0;
  for (size_t m = 0; m < team->k; m++) {
    shares[m] = rounds
                    ? lcm_rounds_share(d->of.count, k, d->of.chunk, (double)m)
                    : lcm_block_of(d->of.count, k, (double)m).size;
    start = fmax(start, team->clocks[m]);
  }
  const double time = lcm_run_expected_max(
      d->run, lcm_loop_random_part(lcm_run_knowledge(d->run), d->of.node),
      shares, team->k, &sum);
  end_random(d, start + time, shares, sum / d->of.count);
}

/* Find out what taking a chunk costs the members of "d". */
static void price_chunks(struct dividing *d) {
  const double k = (double)d->team->k;
  d->chunk_cost = lcm_run_machine(d->run, "chunk", k, 0, 1);
  d->counter = lcm_assign_has(d->of.way, LCM_ASSIGN_COUNTED)
                   ? lcm_run_machine(d->run, "counter", k, 0, 1)
                   : 0;
}

/* Divide iterations of random cost. */
static void random_loop(struct dividing *d) {
  if (!lcm_assign_has(d->of.way, LCM_ASSIGN_ON_DEMAND)) {
    at_random(d);
    return;
  }
  price_chunks(d);
  random_on_demand(d);
}

/* Divide statically; where iterations differ, members are done one after the
 * other. */
static void divide_evenly(struct dividing *d) {
  const bool ebbs = !d->uniform && d->team->k > 1 && d->run->machine &&
                    lcm_machine_memory(d->run->machine);
  struct lcm_ebb before = {0};
  if (ebbs)
    before = lcm_ebb_begin(d->run, d->team);
  if (d->of.way == LCM_ASSIGN_ROUNDS)
    rounds(d);
  else
    blocks(d);
  if (ebbs)
    d->all.cats[LCM_CAT_RC] *= lcm_ebb_end(d->run, d->team, &before);
}

/* Return what the cost "name" comes to for the data that move to "node", for
 * each of "k" members. */
static double moving(struct lcm_run *run, const lcm_node *node, double k,
                     const char *name) {
  double cost = 0;
  for (size_t i = 0; run->data && k >= 2 && i < run->data->n_movements; i++) {
    const lcm_movement *movement = &run->data->movements[i];
    double bytes = 0;
    if ((lcm_movement_crosses_to(movement, node) ||
         lcm_movement_is_paid_at(movement, node)) &&
        lcm_run_takes_place(run, movement) &&
        lcm_run_derived(&bytes, run, movement->bytes))
      cost += lcm_run_machine(run, name, k, bytes / k, 1);
  }
  return cost;
}

double lcm_run_crossing(struct lcm_run *run, const lcm_node *node, double k) {
  return moving(run, node, k, "transfer");
}

double lcm_run_crowding(struct lcm_run *run, const lcm_node *node, double k) {
  return moving(run, node, k, "contention");
}

/* Charge the crossings that end at "node" to all members. */
static void charge_crossings(struct lcm_run *run, struct lcm_team *team,
                             const lcm_node *node) {
  const double cost = lcm_run_crossing(run, node, (double)team->k);
  const double crowd = lcm_run_crowding(run, node, (double)team->k);
  for (size_t m = 0; m < team->k; m++) {
    team->clocks[m] += cost + crowd;
    team->sums[m].cats[LCM_CAT_CL] += cost * team->weight;
    team->sums[m].cats[LCM_CAT_RC] += crowd * team->weight;
  }
}

/* Return for how many of the iterations of "d" one of them stands where they
 * are many and may be skipped; where only the shares of the parts in the whole
 * are asked for, they are sooner. */
static double each_of(const struct dividing *d) {
  enum { MOST_LOOKED_AT = 256 };
  struct lcm_run *run = d->run;
  const double times = fmax(run->notes.walked, 1) * d->of.count;
  const bool parts = run->options->parts;
  const double most = parts ? MOST_LOOKED_AT : lcm_run_most_exact(run);
  if (d->uniform || d->sums || d->differs || times <= most ||
      (!parts && !lcm_run_may_skip(lcm_run_traits(run, d->of.node))))
    return 1;
  if (!parts)
    lcm_run_assume_some(run);
  return ceil(times / most);
}

void lcm_run_parloop(struct lcm_run *run, struct lcm_team *team,
                     const lcm_node *node) {
  struct dividing d = {.run = run, .team = team};
  const double scale = run->notes.scale;
  d.of = lcm_run_loop_schedule(run, node, (double)team->k, team->weight);
  lcm_run_assume(run, lcm_loop_assumption(run->machine, node));
  d.uniform = is_uniform(run, node);
  d.differs = lcm_run_traits(run, node)->thread || run->member_values.n > 0;
  if (!d.uniform && !d.differs && !node->n_models &&
      d.of.count >= lcm_run_min_summed(run))
    d.sums = lcm_run_sums(run, node, team->weight, d.of.count);
  if (!d.uniform && !d.sums && d.of.count > MAX_EACH) {
    d.uniform = true;
    lcm_run_assume(run, "where a loop has millions of iterations that differ, "
                        "all take what the middle one does");
  }
  charge_crossings(run, team, node);
  run->notes.scale = d.uniform ? scale * d.of.count : scale;
  if (d.uniform && !d.differs && d.of.count > 0)
    d.one = lcm_loop_schedule_iteration(run, &d.of, floor(d.of.count / 2));
  run->notes.scale = scale;
  if (d.of.count <= 0)
    return;
  if (is_uniform(run, node) &&
      lcm_loop_random_part(lcm_run_knowledge(run), node)) {
    random_loop(&d);
    return;
  }
  d.each = each_of(&d);
  if (d.each == 1 && !d.uniform && !d.sums && !d.differs && !node->n_models)
    execute_kinds(&d);
  const bool one_by_one = !d.uniform && !d.sums && !d.alike;
  const double walked =
      lcm_run_walk_more(run, one_by_one ? d.of.count / d.each : 1);
  if (lcm_assign_has(d.of.way, LCM_ASSIGN_ON_DEMAND)) {
    price_chunks(&d);
    on_demand(&d);
  } else
    divide_evenly(&d);
  run->notes.walked = walked;
  if (d.sums && lcm_run_samples(run))
    lcm_run_sample(run, node, team->weight, d.of.count, &d.all);
}
