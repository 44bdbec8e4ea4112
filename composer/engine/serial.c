/* Executes nodes by one crew: series, loops, branches, calls, and what models
 * cover of them. */
#include <math.h>
#include <string.h>

#include "composer/engine/again/alike.h"
#include "composer/engine/again/prefix.h"
#include "composer/engine/again/recall.h"
#include "composer/engine/call.h"
#include "composer/engine/count.h"
#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/price.h"
#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"
#include "composer/engine/script.h"
#include "composer/engine/serial.h"
#include "composer/engine/sums.h"
#include "composer/engine/team/depend.h"
#include "composer/engine/team/task.h"
#include "composer/engine/team/team.h"

static const size_t NONE = (size_t)-1;

/* Return the outcome of serial work of "t" seconds by one of "w". */
static struct lcm_outcome serial_work(double t, double w) {
  return lcm_outcome_serial((struct lcm_price){t, 0}, w);
}

/* Add what the locks of "node" cost by themselves to "out": nobody has followed
 * who takes them when. */
static void add_possession(struct lcm_outcome *out, struct lcm_run *run,
                           const lcm_node *node, double w) {
  struct lcm_outcome lock = serial_work(lcm_run_possession(run, node), w);
  lock.cats[LCM_CAT_SL] += lock.cats[LCM_CAT_PC];
  lock.cats[LCM_CAT_PC] = 0;
  lcm_outcome_add(out, &lock, 1);
}

/* Into how many stretches a loop is divided, two iterations of each being
 * taken; fewer in a nest, where more than so many are taken together. */
enum { STRETCHES = 64, FEWEST_STRETCHES = 2, MOST_TAKEN = 8192 };

static const double GOLDEN = 0.6180339887498949;

/* A loop being sampled. */
struct sampling {
  struct lcm_run *run;
  const lcm_node *node;
  double w;
  double from; /* from, step: of its index */
  double step;
  struct lcm_outcome sum; /* of what the samples stand for */
};

/* Let iteration number "i" stand for "each". */
static void take(struct sampling *s, double i, double each) {
  struct lcm_run *run = s->run;
  const double scale = run->notes.scale;
  const size_t bound = run->env.n;
  run->notes.scale = scale * each;
  lcm_run_bind(run, s->node->u.loop.ranges[0].index, s->from + i * s->step);
  const struct lcm_outcome one =
      lcm_run_serial(run, s->node->children[0], s->w);
  lcm_outcome_add(&s->sum, &one, each);
  run->env.n = bound;
  run->notes.scale = scale;
}

/* Return the number of iteration "i" of those that stand for all "count", two
 * of each of "stretches" stretches: as far from the beginning of the stretch as
 * from its end, so that what is linear comes out right.  How far, "off" says of
 * how many iterations there are between.  Each stands for "*each". */
static double sample_at(double *each, double count, double stretches, double i,
                        double (*off)(double k, double between)) {
  const double k = floor(i / 2);
  const double first = floor(k * count / stretches);
  const double last = floor((k + 1) * count / stretches) - 1;
  const double in = off(k, last - first);
  *each = (last - first + 1) / 2;
  return 2 * k == i ? first + in : last - in;
}

/* Let two iterations of each of "stretches" stretches of "count" stand for all
 * of them, as "off" says. */
static void take_stretches(struct sampling *s, double count, double stretches,
                           double (*off)(double k, double between)) {
  for (double i = 0; i < 2 * stretches && !s->run->status; i++) {
    double each = 0;
    const double at = sample_at(&each, count, stretches, i, off);
    take(s, at, each);
  }
}

/* Anywhere: what comes again and again is met as often as it is there. */
static double anywhere(double k, double between) {
  return floor(fmod((k + 1) * GOLDEN, 1) * floor((between + 2) / 2));
}

/* Where what is cubic comes out right, (1 - 1 / sqrt(3)) / 2 of all that is
 * between, give or take two iterations. */
static double balanced(double k, double between) {
  static const double GAUSS = 0.21132486540518713;
  const double off = floor(GAUSS * between + 0.5) + fmod(k, 5) - 2;
  return fmax(0, fmin(off, floor(between / 2)));
}

/* Return by what the samples are to be multiplied for "sum" to be "all". */
static double ratio(double all, double sum) {
  return sum != 0 && isfinite(all / sum) ? all / sum : 1;
}

/* Return into how many stretches a loop is divided that is executed "walked"
 * times. */
static double stretches_of(double walked) {
  const double share = floor(MOST_TAKEN / 2 / fmax(walked, 1));
  return fmax(FEWEST_STRETCHES, fmin(STRETCHES, share));
}

double lcm_run_walk_more(struct lcm_run *run, double n) {
  const double walked = run->notes.walked;
  run->notes.walked = fmax(walked, 1) * fmax(n, 1);
  return walked;
}

void lcm_run_sample(struct lcm_run *run, const lcm_node *node, double w,
                    double count, const struct lcm_outcome *all) {
  const double stretches = stretches_of(run->notes.walked);
  const double walked = lcm_run_walk_more(run, 2 * stretches);
  const lcm_iteration *range = &node->u.loop.ranges[0];
  lcm_arena scratch = lcm_arena_like(lcm_ctx_arena(run->ctx));
  struct sampling s = {.run = run, .node = node, .w = w, .step = 1};
  struct lcm_outcome by = {0};
  (void)lcm_run_derived(&s.from, run, range->from);
  (void)lcm_run_derived(&s.step, run, range->step);
  const struct lcm_noting noted = lcm_run_noting(run, &scratch);
  take_stretches(&s, count, stretches, anywhere);
  run->notes.walked = walked;
  by.time = ratio(all->time, s.sum.time);
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    by.cats[c] = ratio(all->cats[c], s.sum.cats[c]);
  lcm_run_note_scaled(run, &noted, &by);
  lcm_arena_reset(&scratch);
  if (run->notes.noted)
    lcm_run_sampled(run, node);
}

/* Note what is not known in the iterations of "node" that is walked by "walk":
 * as the first, the middle and the last one show it. */
static void note_missing(struct lcm_run *run, const lcm_node *node, double w,
                         double count) {
  const lcm_iteration *range = &node->u.loop.ranges[0];
  const double at[] = {0, floor(count / 2), count - 1};
  struct lcm_predict_options options = *run->options;
  struct lcm_run trial = *run;
  double from = 0;
  double step = 1;
  options.nodes = false;
  trial.options = &options;
  trial.notes.journal = NULL;
  memset(&trial.notes.demands, 0, sizeof trial.notes.demands);
  (void)lcm_run_derived(&from, run, range->from);
  (void)lcm_run_derived(&step, run, range->step);
  for (size_t i = 0; i < sizeof at / sizeof *at && !trial.status; i++) {
    const size_t bound = trial.env.n;
    lcm_run_bind(&trial, range->index, from + at[i] * step);
    (void)lcm_run_serial(&trial, node->children[0], w);
    trial.env.n = bound;
  }
  run->frames = trial.frames;
  run->status = trial.status;
}

const struct lcm_sums *lcm_run_sums(struct lcm_run *run, const lcm_node *node,
                                    double w, double count) {
  bool fresh = false;
  const struct lcm_sums *sums = lcm_sums_find(run, node, w, &fresh);
  if (fresh)
    note_missing(run, node, w, count);
  return sums;
}

/* Execute the children of "node" one after the other. */
static struct lcm_outcome run_series(struct lcm_run *run, const lcm_node *node,
                                     double w) {
  struct lcm_outcome out = {0};
  const size_t bound = run->env.n;
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_outcome one = lcm_run_serial(run, node->children[i], w);
    lcm_outcome_add(&out, &one, 1);
  }
  run->env.n = bound;
  return out;
}

/* Put what the loop "node", which is walked as "walk" says, comes to into
 * "*out": one iteration of each kind is executed; false where there are no
 * kinds. */
static bool run_kinds(struct lcm_outcome *out, struct lcm_run *run,
                      const lcm_node *node, double w,
                      const struct lcm_walk *walk) {
  const struct lcm_arena_mark mark = lcm_arena_mark(lcm_ctx_stack(run->ctx));
  lcm_alike_order order = {0};
  const lcm_alike_list kinds = lcm_run_alike(&order, run, node, walk);
  struct lcm_outcome *ones =
      LCM_NEW_ARRAY(lcm_ctx_stack(run->ctx), struct lcm_outcome, kinds.n + 1);
  const double scale = run->notes.scale;
  const size_t bound = run->env.n;
  const double walked = lcm_run_walk_more(run, (double)kinds.n);
  for (size_t k = 0; k < kinds.n && !run->status; k++) {
    run->notes.scale = scale * kinds.at[k].n;
    lcm_run_step(run, walk, kinds.at[k].first);
    ones[k] = lcm_run_serial(run, node->children[0], w);
    if (!run->notes.scoring)
      lcm_outcome_add(out, &ones[k], kinds.at[k].n);
    run->env.n = bound;
  }
  for (size_t i = 0; i < order.n && run->notes.scoring; i++)
    lcm_outcome_add(out, &ones[order.at[i].kind], order.at[i].n);
  run->notes.walked = walked;
  run->notes.scale = scale;
  lcm_arena_release(lcm_ctx_stack(run->ctx), mark);
  return kinds.n > 0;
}

/* Of so many iterations with loops in them, which differ and have no closed
 * form, as many as SOME stand for the others where memory has its costs or
 * teams begin. */
enum { MOST_NESTED = 256, SOME = 128 };

double lcm_run_some(struct lcm_run *run, const lcm_node *node,
                    const struct lcm_walk *walk) {
  const double most =
      fmax(4 * FEWEST_STRETCHES,
           lcm_run_most_exact(run) / fmax(run->notes.walked, 1));
  const bool moves = run->machine && lcm_machine_memory(run->machine);
  if (!walk->index || walk->factor != 0 || walk->each != 1 || !node->n_children)
    return 0;
  const struct lcm_traits *t = lcm_run_traits(run, node->children[0]);
  if (t->actor || t->waiter || t->tasks || t->events || t->messages ||
      !lcm_run_may_skip(t))
    return 0;
  if ((moves || t->teams) && t->loops && walk->steps > MOST_NESTED)
    return fmin(SOME, most);
  return walk->steps > most ? most : 0;
}

double lcm_some_at(double *each, const struct lcm_walk *walk, double some,
                   double i) {
  return sample_at(each, walk->count, floor(some / 2), i, balanced);
}

/* Execute "some" iterations of the loop "node", which is walked as "walk" says:
 * they stand for the others. */
static struct lcm_outcome run_some(struct lcm_run *run, const lcm_node *node,
                                   double w, const struct lcm_walk *walk,
                                   double some) {
  const double stretches = floor(some / 2);
  const double walked = lcm_run_walk_more(run, 2 * stretches);
  struct sampling s = {.run = run,
                       .node = node,
                       .w = w,
                       .from = walk->from,
                       .step = walk->stride};
  lcm_run_assume_some(run);
  take_stretches(&s, walk->count, stretches, balanced);
  run->notes.walked = walked;
  return s.sum;
}

/* Execute the loop "node". */
static struct lcm_outcome run_loop(struct lcm_run *run, const lcm_node *node,
                                   double w) {
  struct lcm_outcome out = {0};
  const struct lcm_walk walk = lcm_run_walk(run, node);
  const double scale = run->notes.scale;
  const size_t bound = run->env.n;
  const struct lcm_sums *sums = walk.steps >= lcm_run_min_summed(run)
                                    ? lcm_run_sums(run, node, w, walk.count)
                                    : NULL;
  if (sums) {
    out = lcm_sums_outcome(run, sums, w, (const double[]){0, walk.count - 1});
    if (lcm_run_samples(run))
      lcm_run_sample(run, node, w, walk.count, &out);
    return out;
  }
  if (run_kinds(&out, run, node, w, &walk))
    return out;
  const double some = lcm_run_some(run, node, &walk);
  if (some > 0)
    return run_some(run, node, w, &walk, some);
  run->notes.scale = scale * walk.each;
  const double walked = lcm_run_walk_more(run, walk.steps);
  struct lcm_prefix *kept = lcm_prefix_find(run, node, &walk, w);
  for (double i = lcm_prefix_take(&out, kept, &walk);
       i < walk.steps && node->n_children && !run->status; i++) {
    lcm_run_step(run, &walk, i);
    const struct lcm_outcome one = lcm_run_serial(run, node->children[0], w);
    lcm_outcome_add(&out, &one, walk.each);
    run->env.n = bound;
    lcm_prefix_keep(run, kept, i + 1, &out);
  }
  run->notes.walked = walked;
  run->notes.scale = scale;
  return out;
}

/* Execute the branch "node": the alternative taken, or all by their chance. */
static struct lcm_outcome run_branch(struct lcm_run *run, const lcm_node *node,
                                     double w) {
  struct lcm_outcome out = {0};
  bool random = false;
  const double scale = run->notes.scale;
  const size_t taken = lcm_run_taken(run, node, &random);
  if (taken != NONE)
    return lcm_run_serial(run, node->children[taken], w);
  for (size_t i = 0; random && i < node->n_children; i++) {
    const double chance = lcm_run_chance(run, node, i);
    run->notes.scale = scale * chance;
    const struct lcm_outcome one = lcm_run_serial(run, node->children[i], w);
    lcm_outcome_add(&out, &one, chance);
  }
  run->notes.scale = scale;
  return out;
}

/* Execute the call "node". */
static struct lcm_outcome run_call(struct lcm_run *run, const lcm_node *node,
                                   double w) {
  struct lcm_run saved;
  const lcm_node *body = NULL;
  struct lcm_outcome out = {0};
  if (!lcm_run_enter(run, node, &saved, &body)) {
    if (!run->status)
      lcm_run_unknown(run, node, "an external function without a model");
    return out;
  }
  struct lcm_recall_call call = {.node = node, .body = body, .w = w};
  const struct lcm_recalled *known = lcm_recall(run, &call);
  out = known ? known->outcome : lcm_run_serial(run, body, w);
  if (!known)
    lcm_remember(run, &call, &(struct lcm_recalled){.outcome = out});
  lcm_run_leave(run, &saved);
  return out;
}

/* Execute the call "node", each call with the same arguments that it comes to
 * once. */
static struct lcm_outcome run_recursion(struct lcm_run *run,
                                        const lcm_node *node, double w) {
  double span = 0;
  return lcm_run_tasks(run, node, w, &span);
}

/* What moving data costs. */
struct toll {
  double transfer;   /* communication loss */
  double contention; /* resource contention */
};

/* Return what moving data costs at "node": one transfer for each movement that
 * is paid here, which one processor reads; a single processor has all data, and
 * members of a team that share out a loop pay themselves. */
static struct toll movement_cost(struct lcm_run *run, const lcm_node *node) {
  struct toll cost = {0, 0};
  const bool read = run->processors > 1 && node->kind != LCM_NODE_PARLOOP &&
                    lcm_run_facts(run, node)->read;
  for (size_t i = 0; read && i < run->data->n_movements; i++) {
    const lcm_movement *movement = &run->data->movements[i];
    double bytes = 0;
    if (!lcm_movement_is_paid_at(movement, node) ||
        !lcm_run_takes_place(run, movement))
      continue;
    (void)lcm_run_derived(&bytes, run, movement->bytes);
    cost.transfer += lcm_run_transfer(run, bytes);
    cost.contention += lcm_run_machine(run, "contention", 1, bytes, 1);
  }
  return cost;
}

/* Execute what lies below "node". */
static struct lcm_outcome run_kind(struct lcm_run *run, const lcm_node *node,
                                   double w) {
  struct lcm_outcome out = {0};
  double span = 0;
  switch (node->kind) {
  case LCM_NODE_SERIES:
    return run_series(run, node, w);
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    return run_loop(run, node, w);
  case LCM_NODE_BRANCH:
    return run_branch(run, node, w);
  case LCM_NODE_CALL:
    return lcm_run_is_recursion(run, node) ? run_recursion(run, node, w)
                                           : run_call(run, node, w);
  case LCM_NODE_TEAM:
    return node->u.team.kind == LCM_TEAM_RANKS ? lcm_run_ranks(run, node, w)
                                               : lcm_run_team(run, node, w);
  case LCM_NODE_PARALLEL:
    if (!node->u.parallel.worksharing)
      return lcm_run_parallel(run, node, w);
    return run_series(run, node, w);
  case LCM_NODE_PARLOOP:
    if (!node->u.loop.worksharing) {
      lcm_node team = {.kind = LCM_NODE_TEAM,
                       .id = node->id,
                       .children = &node,
                       .n_children = 1};
      return lcm_run_team(run, &team, w);
    }
    return run_loop(run, node, w);
  case LCM_NODE_LET:
    (void)lcm_run_let(run, &node->u.let);
    return out;
  case LCM_NODE_TASK:
  case LCM_NODE_TASKGROUP:
    return lcm_run_tasks(run, node, w, &span);
  case LCM_NODE_USING:
    out = run_series(run, node, w);
    if (!run->doubts.estimated)
      return out;
    add_possession(&out, run, node, w);
    lcm_run_possess(run, node, out.time);
    return out;
  case LCM_NODE_USE:
    return serial_work(lcm_run_cost(run, node->u.resource.time, node->loc), w);
  case LCM_NODE_TRANSFER: {
    double bytes = 0;
    (void)lcm_run_derived(&bytes, run, node->u.transfer.bytes);
    out = serial_work(lcm_run_transfer(run, bytes), w);
    out.cats[LCM_CAT_CL] = out.cats[LCM_CAT_PC];
    out.cats[LCM_CAT_PC] = 0;
    return out;
  }
  case LCM_NODE_MESSAGE:
    lcm_run_unknown(run, node,
                    "a message of one thread of a team, or outside "
                    "the ranks");
    return out;
  case LCM_NODE_OPAQUE:
    lcm_run_unknown(run, node, node->u.opaque.reason);
    return out;
  case LCM_NODE_FRAGMENT:
    return lcm_outcome_serial(lcm_run_static(run, node), w);
  case LCM_NODE_ACQUIRE:
    if (run->doubts.estimated)
      add_possession(&out, run, node, w);
    return out;
  case LCM_NODE_RELEASE:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_BARRIER:
  case LCM_NODE_COUNT:
    break;
  }
  return out;
}

/* Replace in "out" the categories that models give, on "w" processors, of which
 * one executes "serial" code.  Where they only add to what was composed, what
 * happens when is still known. */
static void apply_covered(struct lcm_outcome *out,
                          const struct lcm_outcome *given,
                          const bool covered[LCM_MAX_CATS], double w,
                          bool serial) {
  bool any = false;
  bool adds = true;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    if (covered[c]) {
      adds = adds && (out->cats[c] == 0 || out->cats[c] == given->cats[c]);
      out->cats[c] = given->cats[c];
      any = true;
    }
  if (any && !adds)
    out->score = NULL;
  if (any && serial && w > 1) {
    out->cats[LCM_CAT_IP] = 0;
    lcm_outcome_close(out, 1);
    out->cats[LCM_CAT_IP] = (w - 1) * out->time;
  } else if (any)
    lcm_outcome_close(out, w);
}

/* Return where the cost of "node" comes from. */
static const char *provenance_of(const lcm_node *node) {
  if (!node->n_models)
    return node->kind == LCM_NODE_FRAGMENT ? "derived" : "composed";
  return node->models[0].provenance == LCM_PROV_MEASURED ? "measured"
                                                         : "annotated";
}

/* Bind what the `with` clauses of "node" say of other names than p, which its
 * parent reads. */
static void apply_with(struct lcm_run *run, const lcm_node *node) {
  for (size_t i = 0; i < node->n_with; i++)
    if (strcmp(node->with[i].name, "p") != 0)
      lcm_run_bind(run, node->with[i].name,
                   lcm_run_cost(run, node->with[i].value, node->loc));
}

struct lcm_outcome lcm_run_serial(struct lcm_run *run, const lcm_node *node,
                                  double w) {
  struct lcm_outcome out = {0};
  struct lcm_outcome given;
  bool covered[LCM_MAX_CATS];
  const size_t bound = run->env.n;
  if (run->status || node->ignored)
    return out;
  if (lcm_ctx_work(run->ctx, 1)) {
    run->status = LCM_ESTOPPED;
    return out;
  }
  if (node->kind == LCM_NODE_LET)
    return run_kind(run, node, w);
  if (node->n_with)
    apply_with(run, node);
  lcm_run_bind(run, run->names->p, w);
  const size_t record = lcm_record_open(run, node);
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  const bool team =
      node->kind == LCM_NODE_TEAM || (node->kind == LCM_NODE_PARLOOP && w > 1);
  if (lcm_run_models(&given, covered, run, node, w, team))
    out = given;
  else if (traits->tasks && traits->waits && node->kind != LCM_NODE_CALL &&
           node->kind != LCM_NODE_TEAM && run->team) {
    double span = 0;
    out = lcm_run_tasks(run, node, w, &span);
  } else {
    out = run_kind(run, node, w);
    apply_covered(&out, &given, covered, w, !team && !traits->parallel);
  }
  const struct toll moved = movement_cost(run, node);
  out.time += moved.transfer + moved.contention;
  out.cats[LCM_CAT_CL] += moved.transfer;
  out.cats[LCM_CAT_RC] += moved.contention;
  out.cats[LCM_CAT_IP] +=
      w > 1 ? (w - 1) * (moved.transfer + moved.contention) : 0;
  lcm_score_close(run, node, &out, w);
  lcm_run_assumes(run, node);
  lcm_record_close(run, record, &out, w, provenance_of(node));
  run->env.n = bound;
  return out;
}
