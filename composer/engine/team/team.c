/* Executes nodes by the members of a team: what each does alone, shares, or
 * waits for. */
#include <math.h>
#include <string.h>

#include "composer/engine/call.h"
#include "composer/engine/count.h"
#include "composer/engine/delivery.h"
#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/price.h"
#include "composer/engine/random.h"
#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"
#include "composer/engine/serial.h"
#include "composer/engine/team/actor.h"
#include "composer/engine/team/clocks.h"
#include "composer/engine/team/depend.h"
#include "composer/engine/team/loop.h"
#include "composer/engine/team/pool.h"
#include "composer/engine/team/task.h"
#include "composer/engine/team/team.h"

static const size_t NONE = (size_t)-1;

/* Iterations of a loop that shares something which are executed one by one. */
static const double MAX_TURNS = 1e6;

/* What is taken of a parallel region of OpenMP that a member of another one
 * executes: where nothing asks for more, one level of them is active. */
static const char NESTS[] =
    "parallel regions inside of others have threads of their own, as with "
    "OMP_MAX_ACTIVE_LEVELS above 1: --nested off says otherwise";

size_t lcm_run_team_size(struct lcm_run *run, const lcm_node *node, double w) {
  double size = fmax(1, floor(w + 1e-9));
  double when = 1;
  const bool nested = run->team != NULL;
  if (run->mode.unlimited && !node->u.team.size)
    size = 1024;
  if (node->u.team.size && !lcm_run_derived(&size, run, node->u.team.size))
    size = fmax(1, floor(w + 1e-9));
  if (node->u.team.when && lcm_run_derived(&when, run, node->u.team.when) &&
      when == 0)
    return 1;
  if (nested && (run->options->nesting_off || run->program->nesting_off))
    return 1;
  if (nested && size > 1 && !node->marks.nests && node->label &&
      strstr(node->label, "parallel"))
    lcm_run_assume(run, NESTS);
  return size < 1 ? 1 : size > 65536 ? 65536 : (size_t)size;
}

/* Let those whose outcome together is "out" take turns on "w" processors, fewer
 * than they are: who waits leaves its processor to another. */
static void take_turns(struct lcm_outcome *out, double w) {
  double busy = 0;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    if (c != LCM_CAT_LI && c != LCM_CAT_IP && c != LCM_CAT_SL)
      busy += out->cats[c];
  out->time = fmax(out->time, busy / w);
  const double idle = fmax(0, out->time * w - busy);
  out->cats[LCM_CAT_IP] = 0;
  out->cats[LCM_CAT_SL] = fmin(out->cats[LCM_CAT_SL], idle);
  out->cats[LCM_CAT_LI] = idle - out->cats[LCM_CAT_SL];
}

/* Return how many processors "team" has, where "w" are given: for the span each
 * member has one. */
static double processors_of(const struct lcm_run *run,
                            const struct lcm_team *team, double w) {
  const double members = (double)team->k * team->weight;
  return run->mode.unlimited ? fmax(w, members) : w;
}

/* Make the outcome of the finished "team" on "w" processors: those beside it
 * idle; more members than processors take turns. */
static struct lcm_outcome close_team(const struct lcm_team *team, double w) {
  struct lcm_outcome out = {.time = lcm_team_latest(team)};
  for (size_t m = 0; m < team->k; m++)
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      out.cats[c] += team->sums[m].cats[c];
  const double members = (double)team->k * team->weight;
  if (members > w + 1e-9)
    take_turns(&out, w);
  else
    out.cats[LCM_CAT_LI] += (w - members) * out.time;
  return out;
}

/* End "team", which began with "before": it lasts at least as long as a lock
 * is possessed in it, also by members of several teams inside it, which are
 * not followed together. */
static void end_team(struct lcm_run *run, struct lcm_team *team,
                     const struct lcm_possessed *before) {
  const struct lcm_demand most = lcm_run_busiest(run, before);
  lcm_team_meet(run, team);
  lcm_team_align(team, lcm_team_latest(team), LCM_CAT_LI);
  lcm_team_align(team, most.time, most.waits);
}

struct lcm_outcome lcm_team_end(struct lcm_run *run, struct lcm_team *team,
                                double w) {
  lcm_team_meet(run, team);
  lcm_team_align(team, lcm_team_latest(team), LCM_CAT_LI);
  struct lcm_outcome out = close_team(team, processors_of(run, team, w));
  lcm_score_team(run, team, &out, w);
  return out;
}

struct lcm_outcome lcm_run_team(struct lcm_run *run, const lcm_node *node,
                                double w) {
  const size_t k = lcm_run_team_size(run, node, w);
  struct lcm_team *const outer = run->team;
  const bool nests =
      node->n_children && lcm_run_traits(run, node->children[0])->parallel;
  const double share = nests ? w / (double)k : 1;
  const struct lcm_arena_mark mark = lcm_arena_mark(lcm_ctx_stack(run->ctx));
  struct lcm_team *team = lcm_team_new(run, k, share > 1 ? share : 1);
  const size_t bound = run->env.n;
  const double fork = lcm_run_machine(run, "fork", (double)k, 0, 1);
  lcm_run_bind(run, run->names->team, (double)k);
  for (size_t m = 0; m < k; m++) {
    team->clocks[m] = fork;
    team->sums[m].cats[LCM_CAT_SL] += fork * team->weight;
  }
  const struct lcm_run saved = *run;
  const struct lcm_possessed before = lcm_run_possessed(run);
  run->team = team;
  memset(&run->member_values, 0, sizeof run->member_values);
  if (node->n_children)
    lcm_run_in_team(run, team, node->children[0]);
  lcm_run_drain(run, team);
  run->team = outer;
  run->member_values = saved.member_values;
  run->env.n = bound;
  end_team(run, team, &before);
  struct lcm_outcome out = close_team(team, processors_of(run, team, w));
  lcm_score_team(run, team, &out, w);
  lcm_arena_release(lcm_ctx_stack(run->ctx), mark);
  return out;
}

/* Return how many members of "team" are active. */
static double count_active(const struct lcm_team *team) {
  double n = 0;
  for (size_t m = 0; m < team->k; m++)
    n += lcm_team_is_active(team, m);
  return n;
}

/* Let each active member execute the random "node", whose mean is "out": the
 * others wait for the last of them. */
static void last_of_random(struct lcm_run *run, struct lcm_team *team,
                           const lcm_node *node,
                           const struct lcm_outcome *out) {
  double *shares = LCM_NEW_ARRAY(lcm_ctx_stack(run->ctx), double, team->k);
  double sum = 0;
  double start = 0;
  for (size_t m = 0; m < team->k; m++) {
    shares[m] = lcm_team_is_active(team, m);
    start = fmax(start, shares[m] > 0 ? team->clocks[m] : 0);
  }
  const double end =
      start + lcm_run_expected_max(run, node, shares, team->k, &sum);
  for (size_t m = 0; m < team->k; m++)
    if (lcm_team_is_active(team, m)) {
      lcm_team_spend(team, m, out, 1);
      team->sums[m].cats[LCM_CAT_LI] +=
          fmax(0, end - team->clocks[m]) * team->weight;
      team->clocks[m] = fmax(end, team->clocks[m]);
    }
}

/* Let each active member execute "node", which shares nothing and costs all of
 * them the same. */
static void replicate(struct lcm_run *run, struct lcm_team *team,
                      const lcm_node *node) {
  const double scale = run->notes.scale;
  const double spread = run->notes.spread;
  const double active = count_active(team);
  const size_t bound = run->env.n;
  if (!active)
    return;
  run->notes.scale = scale * active;
  run->notes.spread = spread * active;
  lcm_run_bind_member(run, lcm_team_first_free(team));
  const struct lcm_outcome out = lcm_run_serial(run, node, team->weight);
  if (active > 1 && lcm_run_traits(run, node)->random)
    last_of_random(run, team, node, &out);
  else
    for (size_t m = 0; m < team->k && !run->status; m++)
      if (lcm_team_is_active(team, m))
        lcm_team_spend(team, m, &out, 1);
  run->env.n = bound;
  run->notes.scale = scale;
  run->notes.spread = spread;
}

/* Let each active member execute "node", which shares nothing, for itself. */
static void differ(struct lcm_run *run, struct lcm_team *team,
                   const lcm_node *node) {
  const bool pooled = run->notes.pooled;
  const size_t bound = run->env.n;
  double longest = 0;
  double sum = 0;
  run->notes.pooled = true;
  for (size_t m = 0; m < team->k && !run->status; m++) {
    if (!lcm_team_is_active(team, m))
      continue;
    lcm_run_bind_member(run, m);
    const struct lcm_outcome out = lcm_run_serial(run, node, team->weight);
    run->env.n = bound;
    lcm_team_spend(team, m, &out, 1);
    lcm_team_follow(run, team, m, node);
    longest = fmax(longest, out.time);
    sum += out.time;
  }
  run->notes.pooled = pooled;
  lcm_record_settle(run, lcm_record_aside(run, node),
                    sum > 0 ? longest / sum : 1);
}

/* Let the active members execute "node" with its locks and conditions; false
 * where there are too many locks to follow: nothing has happened then. */
static bool interleave(struct lcm_run *run, struct lcm_team *team,
                       const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_stack(run->ctx);
  const lcm_node **nodes = LCM_NEW_ARRAY(arena, const lcm_node *, team->k);
  double *weights = LCM_NEW_ARRAY(arena, double, team->k);
  const bool pooled = run->notes.pooled;
  for (size_t m = 0; m < team->k; m++) {
    nodes[m] = lcm_team_is_active(team, m) ? node : NULL;
    weights[m] = team->weight;
  }
  const struct lcm_units units = {.nodes = nodes,
                                  .n = team->k,
                                  .weights = weights,
                                  .clocks = team->clocks,
                                  .sums = team->sums,
                                  .may_fail =
                                      !lcm_run_traits(run, node)->waiter};
  run->notes.pooled = true;
  const bool followed = lcm_run_actors(run, &units);
  run->notes.pooled = pooled;
  if (followed)
    lcm_record_settle(run, lcm_record_aside(run, node), 1 / count_active(team));
  return followed;
}

/* All members meet at the barrier "node". */
static void barrier(struct lcm_run *run, struct lcm_team *team,
                    const lcm_node *node) {
  const bool implicit = node->marks.implicit;
  const double cost = lcm_run_machine(run, "barrier", (double)team->k, 0, 1);
  lcm_run_drain(run, team);
  lcm_score_members(run, team, NULL);
  lcm_team_meet(run, team);
  lcm_team_align(team, lcm_team_latest(team),
                 !implicit && run->options->thesis_barrier ? LCM_CAT_SL
                                                           : LCM_CAT_LI);
  lcm_score_members(run, team, node);
  lcm_score_mark(run, team->sums, team->k, team->weight);
  lcm_team_align(team, lcm_team_latest(team) + cost, LCM_CAT_SL);
}

/* Execute the branch "node", whose alternatives members may take apart. */
static void branch(struct lcm_run *run, struct lcm_team *team,
                   const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_stack(run->ctx);
  const bool *outer = team->active;
  size_t *taken = LCM_NEW_ARRAY(arena, size_t, team->k);
  const size_t bound = run->env.n;
  bool random = false;
  for (size_t m = 0; m < team->k; m++) {
    lcm_run_bind_member(run, m);
    taken[m] = lcm_run_taken(run, node, &random);
    run->env.n = bound;
  }
  for (size_t i = 0; i < node->n_children; i++) {
    bool *active = LCM_NEW_ARRAY(arena, bool, team->k);
    bool any = false;
    for (size_t m = 0; m < team->k; m++) {
      active[m] = (!outer || outer[m]) && (taken[m] == i || (random && !i));
      any = any || active[m];
    }
    team->active = active;
    if (any)
      lcm_run_in_team(run, team, node->children[i]);
    for (size_t m = 0; m < team->k; m++)
      if (active[m])
        lcm_team_follow(run, team, m, node->children[i]);
  }
  team->active = outer;
}

/* Return whether the first iteration of "node", begun at "clocks", took no time
 * itself and makes equal tasks without dependences in every iteration. */
static bool only_makes_tasks(struct lcm_run *run, const struct lcm_team *team,
                             const lcm_node *node, const double *clocks) {
  const struct lcm_traits *traits = lcm_run_traits(run, node->children[0]);
  bool depends = false;
  if (!traits->tasks || traits->waits || !lcm_run_is_uniform(run, node))
    return false;
  for (size_t i = 0; i < team->pool.n; i++)
    depends = depends || team->pool.at[i].n_depends > 0;
  return !depends && !memcmp(clocks, team->clocks, team->k * sizeof *clocks);
}

/* A loop whose body shares something. */
struct looping {
  double count;
  /* clocks, sums: of the members at the start of the present iteration */
  double *clocks;
  struct lcm_outcome *sums;
  /* what was noted by then, where the iteration may stand for others */
  lcm_arena scratch;
};

/* Return a loop of "count" iterations by "team". */
static struct looping new_looping(struct lcm_run *run,
                                  const struct lcm_team *team, double count) {
  lcm_arena *arena = lcm_ctx_stack(run->ctx);
  return (struct looping){.count = count,
                          .clocks = LCM_NEW_ARRAY(arena, double, team->k),
                          .sums =
                              LCM_NEW_ARRAY(arena, struct lcm_outcome, team->k),
                          .scratch = lcm_arena_like(arena)};
}

/* Add to "team" what it spent since the present iteration of "l" began, "times"
 * over. */
static void repeat(struct lcm_run *run, struct lcm_team *team,
                   const struct looping *l, double times) {
  const double *clocks = l->clocks;
  const struct lcm_outcome *sums = l->sums;
  lcm_score_again(run, team, sums, times);
  for (size_t m = 0; m < team->k; m++) {
    team->clocks[m] += (team->clocks[m] - clocks[m]) * times;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      team->sums[m].cats[c] +=
          (team->sums[m].cats[c] - sums[m].cats[c]) * times;
  }
}

/* Execute iteration number "i" of the loop "l", which is "node"; return how
 * many more it stands for. */
static double run_turn(struct lcm_run *run, struct lcm_team *team,
                       const lcm_node *node, struct looping *l, double i) {
  const double rest = l->count - 1 - i;
  const bool tired = i >= MAX_TURNS;
  const bool first = !i && lcm_run_is_uniform(run, node);
  const bool aligned = first && lcm_team_is_aligned(team);
  const size_t made = team->pool.n;
  struct lcm_noting noted = {0};
  if (rest > 0 && (first || tired))
    lcm_score_settle(run, team->sums, team->k, team->weight);
  memcpy(l->clocks, team->clocks, team->k * sizeof *l->clocks);
  memcpy(l->sums, team->sums, team->k * sizeof *l->sums);
  if (rest > 0 && (first || tired))
    noted = lcm_run_noting(run, &l->scratch);
  lcm_run_in_team(run, team, node->children[0]);
  if (rest <= 0)
    return 0;
  if (!i && only_makes_tasks(run, team, node, l->clocks))
    for (size_t t = made; t < team->pool.n; t++)
      team->pool.at[t].count *= l->count;
  else if (tired ||
           (aligned && !made && !team->pool.n && lcm_team_is_aligned(team)))
    repeat(run, team, l, rest);
  else
    return 0;
  lcm_run_note_again(run, &noted, rest);
  return rest;
}

/* Execute the sequential loop "node", whose body shares something.  Once an
 * iteration starts and ends with equal clocks, the rest are like it. */
static void loop(struct lcm_run *run, struct lcm_team *team,
                 const lcm_node *node) {
  struct looping l = new_looping(run, team, lcm_run_count(run, node));
  const size_t bound = run->env.n;
  double from = 0;
  double step = 1;
  const bool indexed = node->u.loop.n_ranges == 1 &&
                       lcm_run_derived(&from, run, node->u.loop.ranges[0].from);
  if (indexed)
    (void)lcm_run_derived(&step, run, node->u.loop.ranges[0].step);
  for (double i = 0; i < l.count && node->n_children && !run->status; i++) {
    if (indexed)
      lcm_run_bind(run, node->u.loop.ranges[0].index, from + i * step);
    i += run_turn(run, team, node, &l, i);
    run->env.n = bound;
  }
  lcm_arena_reset(&l.scratch);
}

/* Let member "m" of "team" alone execute "node", which makes tasks. */
static void run_maker(struct lcm_run *run, struct lcm_team *team, size_t m,
                      const lcm_node *node) {
  const bool *outer = team->active;
  bool *active = LCM_NEW_ARRAY(lcm_ctx_stack(run->ctx), bool, team->k);
  active[m] = true;
  team->active = active;
  lcm_run_in_team(run, team, node);
  team->active = outer;
}

/* Return how long "k" members take for tasks of "work" seconds in all, "span"
 * of them one after the other: as greedy members would at most, or what the
 * order of "run" asks for. */
static double tasks_time(struct lcm_run *run, double k, double work,
                         double span) {
  const double least = fmax(work / k, span);
  const double most = work / k + span * (k - 1) / k;
  const char *runtime = run->machine->runtime;
  run->doubts.any_order = true;
  if (run->mode.order == LCM_ORDER_LEAST)
    return least;
  return run->mode.order == LCM_ORDER_MOST && runtime && *runtime ? 2 * least
                                                                  : most;
}

/* Let all members of "team" execute the unit "node", which makes tasks and
 * waits for them. */
static void run_waiting(struct lcm_run *run, struct lcm_team *team,
                        const lcm_node *node) {
  const double k = (double)team->k;
  const double spread = run->notes.spread;
  double span = 0;
  run->notes.spread = spread * k;
  const size_t record = lcm_record_open(run, node);
  const struct lcm_outcome work = lcm_run_tasks(run, node, team->weight, &span);
  const double time = tasks_time(run, k, work.time, span);
  struct lcm_outcome share = work;
  share.score = NULL;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    share.cats[c] /= k;
  lcm_team_meet(run, team);
  lcm_team_align(team, lcm_team_latest(team), LCM_CAT_LI);
  for (size_t i = 0; i < team->k; i++) {
    const double idle = (time - work.time / k) * team->weight;
    lcm_outcome_add(&team->sums[i], &share, 1);
    team->sums[i].cats[LCM_CAT_LI] += idle;
    team->clocks[i] += time;
  }
  struct lcm_outcome all = work;
  all.time = time * k;
  all.cats[LCM_CAT_LI] += (time * k - work.time) * team->weight;
  lcm_record_close(run, record, &all, k, "composed");
  run->notes.spread = spread;
  for (size_t i = 0; i < team->k; i++)
    lcm_team_follow(run, team, i, node);
}

/* Let member "m" execute the unit "node"; the tasks that it makes go to the
 * pool of "team", or are run by all where it waits for them. */
static void run_unit(struct lcm_run *run, struct lcm_team *team, size_t m,
                     const lcm_node *node) {
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  const size_t bound = run->env.n;
  lcm_run_bind_member(run, m);
  if (traits->tasks && traits->waits)
    run_waiting(run, team, node);
  else if (traits->tasks) {
    run_maker(run, team, m, node);
    lcm_team_follow(run, team, m, node);
  } else {
    const struct lcm_outcome out = lcm_run_serial(run, node, team->weight);
    lcm_team_spend(team, m, &out, 1);
    lcm_team_follow(run, team, m, node);
  }
  run->env.n = bound;
}

double lcm_run_unit_weight(struct lcm_run *run, const lcm_node *node, double w,
                           double n) {
  const struct lcm_assign *with = lcm_node_with_p(node);
  const size_t bound = run->env.n;
  lcm_run_bind(run, run->names->p, w);
  const double weight =
      with ? lcm_run_cost(run, with->value, node->loc) : w / n;
  run->env.n = bound;
  if (weight > 0)
    return weight;
  if (!run->status)
    lcm_report(run->ctx, LCM_DIAG_DOMAIN, node->loc,
               "`with` leaves this part %g of %g processors", weight, w);
  run->status = run->status ? run->status : LCM_EDOMAIN;
  return 1;
}

/* Execute the children of "node", some of which are parallel themselves, side
 * by side from the latest clock of "team" on. */
static void side_by_side(struct lcm_run *run, struct lcm_team *team,
                         const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_stack(run->ctx);
  const size_t n = node->n_children;
  const double w = (double)team->k * team->weight;
  double *weights = LCM_NEW_ARRAY(arena, double, n);
  double *clocks = LCM_NEW_ARRAY(arena, double, n);
  struct lcm_outcome *sums = LCM_NEW_ARRAY(arena, struct lcm_outcome, n);
  double used = 0;
  double longest = 0;
  lcm_team_meet(run, team);
  lcm_team_align(team, lcm_team_latest(team), LCM_CAT_LI);
  struct lcm_outcome all = {0};
  for (size_t i = 0; i < n; i++)
    weights[i] = lcm_run_traits(run, node->children[i])->parallel
                     ? lcm_run_unit_weight(run, node->children[i], w, (double)n)
                     : 1;
  lcm_run_bind(run, run->names->parts, (double)n);
  const struct lcm_units units = {node->children, n,    weights,
                                  clocks,         sums, false};
  (void)lcm_run_actors(run, &units);
  for (size_t i = 0; i < n; i++) {
    used += weights[i];
    longest = fmax(longest, clocks[i]);
  }
  for (size_t i = 0; i < n; i++) {
    lcm_outcome_add(&all, &sums[i], 1);
    all.cats[LCM_CAT_LI] +=
        (run->options->thesis_li ? 1 : weights[i]) * (longest - clocks[i]);
  }
  all.time = longest;
  if (used > w + 1e-9)
    take_turns(&all, w);
  else if (!run->options->thesis_li)
    all.cats[LCM_CAT_LI] += (w - used) * longest;
  if (used <= w + 1e-9 && lcm_score_units(run, team, &units, &all))
    return;
  for (size_t m = 0; m < team->k; m++) {
    team->clocks[m] += all.time;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      team->sums[m].cats[c] += all.cats[c] / (double)team->k;
  }
}

bool lcm_run_is_beside(struct lcm_run *run, const struct lcm_team *team,
                       const lcm_node *node) {
  const bool members = node->u.parallel.worksharing;
  const double w = (double)team->k * (members ? 1 : team->weight);
  const bool fit = (double)node->n_children <= w;
  bool parallel = false;
  bool waiter = false;
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_traits *t = lcm_run_traits(run, node->children[i]);
    parallel = parallel || t->parallel;
    waiter = waiter || t->waiter;
  }
  return (parallel && fit) ||
         (waiter && node->n_children > 1 && (fit || !members));
}

/* Execute the units of "node", which share the members of "team". */
static void share(struct lcm_run *run, struct lcm_team *team,
                  const lcm_node *node) {
  const size_t siblings = run->env.n;
  lcm_run_bind(run, run->names->parts, (double)node->n_children);
  if (lcm_run_is_beside(run, team, node)) {
    side_by_side(run, team, node);
    run->env.n = siblings;
    return;
  }
  const bool blocks =
      run->team == team && lcm_units_are_blocks(run->machine, node);
  for (size_t i = 0; i < node->n_children; i++) {
    const size_t m = blocks
                         ? lcm_block_owner((double)i, (double)node->n_children,
                                           (double)team->k)
                         : lcm_team_first_free(team);
    if (m != NONE)
      run_unit(run, team, m, node->children[i]);
  }
  run->env.n = siblings;
}

/* Return the team that executes the units of "node" by "w" processors: a member
 * for each processor.  A model has more of these than can be listed, and a
 * member for each unit. */
static struct lcm_team *team_of_units(struct lcm_run *run, const lcm_node *node,
                                      double w) {
  const double n = fmax(1, (double)node->n_children);
  const bool units = run->mode.unlimited || run->program->is_model;
  const double k = units ? n : fmax(1, floor(w + 1e-9));
  return lcm_team_new(run, (size_t)k,
                      run->program->is_model ? fmax(1, w / k) : 1);
}

struct lcm_outcome lcm_run_parallel(struct lcm_run *run, const lcm_node *node,
                                    double w) {
  struct lcm_team *const outer = run->team;
  const struct lcm_arena_mark mark = lcm_arena_mark(lcm_ctx_stack(run->ctx));
  struct lcm_team *team = team_of_units(run, node, w);
  const struct lcm_possessed before = lcm_run_possessed(run);
  run->team = team;
  if (!lcm_run_events(run, team, node))
    share(run, team, node);
  lcm_run_drain(run, team);
  run->team = outer;
  end_team(run, team, &before);
  struct lcm_outcome out = close_team(team, processors_of(run, team, w));
  lcm_score_team(run, team, &out, w);
  lcm_arena_release(lcm_ctx_stack(run->ctx), mark);
  return out;
}

/* Put the dependences of "node" into "task". */
static void add_depends(struct lcm_run *run, struct lcm_pool_task *task,
                        const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  const size_t n = node->u.task.n_depends;
  const char **keys = LCM_NEW_ARRAY(arena, const char *, n + 1);
  bool *writes = LCM_NEW_ARRAY(arena, bool, n + 1);
  for (size_t i = 0; i < n; i++) {
    keys[i] = lcm_run_depend_key(run, &node->u.task.depends[i].section);
    writes[i] = lcm_depend_writes(&node->u.task.depends[i]);
  }
  task->depends = keys;
  task->writes = writes;
  task->n_depends = n;
}

/* Let member "m" make the task "node": it goes to the pool, or is run at once
 * where its `if` clause says so. */
static void make_task(struct lcm_run *run, struct lcm_team *team, size_t m,
                      const lcm_node *node) {
  const size_t bound = run->env.n;
  lcm_run_bind_member(run, m);
  const bool pooled = run->notes.pooled;
  run->notes.pooled = true;
  struct lcm_pool_task task = {.outcome =
                                   lcm_run_serial(run, node, team->weight),
                               .ready = team->clocks[m],
                               .count = 1,
                               .trail = team->trails ? team->trails[m] : NULL,
                               .record = lcm_record_aside(run, node)};
  run->notes.pooled = pooled;
  add_depends(run, &task, node);
  const bool at_once = lcm_run_undeferred(run, node);
  run->env.n = bound;
  lcm_run_bind_task(run, node, at_once);
  if (at_once) {
    const double cost = lcm_run_machine(run, "task", 1, 0, 1);
    struct lcm_outcome one = {.time = cost};
    one.cats[LCM_CAT_SL] = cost * team->weight;
    lcm_outcome_add(&one, &task.outcome, 1);
    lcm_team_spend(team, m, &one, 1);
    lcm_record_settle(run, task.record, 1);
    if (team->trails)
      team->trails[m] = lcm_trail_add(run, team->trails[m], task.record);
  } else
    LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &team->pool, task);
}

/* Execute "node", which shares something, by what it is. */
static void in_team_kind(struct lcm_run *run, struct lcm_team *team,
                         const lcm_node *node) {
  struct lcm_run saved;
  const lcm_node *body = NULL;
  const double spread = run->notes.spread;
  if (lcm_run_events(run, team, node))
    return;
  switch (node->kind) {
  case LCM_NODE_SERIES:
    lcm_run_stretches(run, team, node);
    return;
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    loop(run, team, node);
    return;
  case LCM_NODE_BRANCH:
    branch(run, team, node);
    return;
  case LCM_NODE_PARLOOP:
    run->notes.spread = spread * (double)team->k;
    lcm_run_parloop(run, team, node);
    run->notes.spread = spread;
    return;
  case LCM_NODE_PARALLEL:
    share(run, team, node);
    return;
  case LCM_NODE_BARRIER:
    barrier(run, team, node);
    return;
  case LCM_NODE_CALL:
    if (lcm_run_enter_members(run, team, node, &saved, &body)) {
      lcm_run_in_team(run, team, body);
      lcm_run_leave(run, &saved);
    }
    return;
  case LCM_NODE_TASK:
    for (size_t m = 0; m < team->k; m++)
      if (lcm_team_is_active(team, m))
        make_task(run, team, m, node);
    return;
  case LCM_NODE_TASKWAIT:
    lcm_run_drain(run, team);
    return;
  case LCM_NODE_TASKGROUP:
    for (size_t m = 0; m < team->k; m++)
      if (lcm_team_is_active(team, m))
        run_unit(run, team, m, node);
    return;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_TEAM:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  if (node->n_children)
    lcm_run_in_team(run, team, node->children[0]);
}

/* Return the difference between what the team has spent and "before". */
static struct lcm_outcome spent(const struct lcm_team *team,
                                const struct lcm_outcome *before,
                                double start) {
  struct lcm_outcome out = {.time = lcm_team_latest(team) - start};
  for (size_t m = 0; m < team->k; m++)
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      out.cats[c] += team->sums[m].cats[c] - before[m].cats[c];
  return out;
}

/* Let the members of "team" spend the outcome "given" of a model of "node"
 * together. */
static void spend_together(struct lcm_run *run, struct lcm_team *team,
                           const struct lcm_outcome *given) {
  lcm_team_meet(run, team);
  lcm_team_align(team, lcm_team_latest(team), LCM_CAT_LI);
  for (size_t m = 0; m < team->k; m++) {
    team->clocks[m] += given->time;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      team->sums[m].cats[c] += given->cats[c] / (double)team->k;
  }
}

/* Replace, in what "team" spent since "before" and "start", the categories
 * that the models "given" cover, and stretch the clocks to their sum. */
static void replace_covered(struct lcm_team *team,
                            const struct lcm_outcome *given,
                            const bool covered[LCM_MAX_CATS],
                            const struct lcm_outcome *before, double start) {
  const struct lcm_outcome now = spent(team, before, start);
  const double k = (double)team->k;
  double sum = 0;
  for (size_t c = 0; c < LCM_MAX_CATS; c++) {
    const double all = covered[c] ? given->cats[c] : now.cats[c];
    sum += all;
    for (size_t m = 0; m < team->k; m++)
      team->sums[m].cats[c] = before[m].cats[c] + all / k;
  }
  for (size_t m = 0; m < team->k; m++)
    team->sums[m].score = before[m].score;
  for (size_t m = 0; m < team->k; m++)
    team->clocks[m] = start + sum / (k * team->weight);
}

void lcm_run_in_team(struct lcm_run *run, struct lcm_team *team,
                     const lcm_node *node) {
  if (run->status || node->ignored)
    return;
  const struct lcm_traits traits = *lcm_run_traits(run, node);
  const bool worksharing = node->kind == LCM_NODE_PARLOOP;
  struct lcm_outcome given;
  bool covered[LCM_MAX_CATS] = {false};
  if (node->kind == LCM_NODE_LET) {
    if (lcm_run_by_member(run, node->u.let.value))
      lcm_run_add_member_value(run, team, node->u.let.name, node->u.let.value);
    else
      (void)lcm_run_let(run, &node->u.let);
    return;
  }
  if (!traits.shared && traits.actor && interleave(run, team, node))
    return;
  if (!traits.shared) {
    if (traits.thread || run->member_values.n)
      differ(run, team, node);
    else
      replicate(run, team, node);
    return;
  }
  lcm_arena *stack = lcm_ctx_stack(run->ctx);
  const struct lcm_arena_mark mark = lcm_arena_mark(stack);
  struct lcm_outcome *before =
      LCM_NEW_ARRAY(stack, struct lcm_outcome, team->k);
  memcpy(before, team->sums, team->k * sizeof *before);
  const double start = lcm_team_latest(team);
  const bool task = node->kind == LCM_NODE_TASK;
  const size_t record = task ? NONE : lcm_record_open(run, node);
  const bool models = node->n_models > 0;
  const double w = (double)team->k * team->weight;
  const size_t bound = run->env.n;
  lcm_run_bind(run, run->names->p, w);
  lcm_run_assumes(run, node);
  if (models && !(worksharing && lcm_model_is_divided(node)) &&
      lcm_run_models(&given, covered, run, node, w, true))
    spend_together(run, team, &given);
  else {
    in_team_kind(run, team, node);
    bool any = false;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      any = any || (covered[c] && !(worksharing && c == LCM_CAT_PC));
    if (worksharing)
      covered[LCM_CAT_PC] = false;
    if (any)
      replace_covered(team, &given, covered, before, start);
  }
  if (node->kind != LCM_NODE_SERIES)
    run->env.n = bound;
  lcm_score_members(run, team, node);
  const struct lcm_outcome out = spent(team, before, start);
  lcm_record_close(run, record, &out, w, models ? "annotated" : "composed");
  lcm_arena_release(stack, mark);
}
