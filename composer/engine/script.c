/* Writes down what an actor will do in a node as the steps of a script. */
#include <math.h>
#include <string.h>

#include "composer/engine/again/part.h"
#include "composer/engine/again/rounds.h"
#include "composer/engine/call.h"
#include "composer/engine/count.h"
#include "composer/engine/delivery.h"
#include "composer/engine/env.h"
#include "composer/engine/guess.h"
#include "composer/engine/known_script.h"
#include "composer/engine/memory.h"
#include "composer/engine/messages/cut.h"
#include "composer/engine/messages/message.h"
#include "composer/engine/messages/poll.h"
#include "composer/engine/price.h"
#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"
#include "composer/engine/script.h"
#include "composer/engine/serial.h"
#include "composer/engine/team/depend.h"
#include "composer/engine/team/loop.h"
#include "composer/engine/team/team.h"
#include "composer/engine/team/turns.h"
#include "composer/engine/world.h"

static const size_t NONE = (size_t)-1;

/* So many equal tasks that a loop makes are followed, several as one where
 * there are more. */
static const double MOST_TASKS = 10000;

static void write_whole(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node, double weight);

static const char WITH_REQUESTS[] =
    "loops around MPI_Waitany, MPI_Testany and the like end when all of their "
    "requests are done";

/* Return whether enough is written down, or what is wrong is known. */
static bool is_full(const struct lcm_world *w) {
  return w->run->status || w->steps > w->most;
}

/* Return an empty script. */
static lcm_script *new_script(struct lcm_world *w) {
  return LCM_NEW(&w->scratch, lcm_script);
}

/* Append that "outcome" is spent; neighbours that count for the same record
 * become one step. */
static void append_outcome(struct lcm_world *w, lcm_script *script,
                           const struct lcm_outcome *outcome, size_t own,
                           lcm_loc loc) {
  struct lcm_outcome all = {0};
  if (w->bundle > 0) {
    lcm_outcome_add(&all, outcome, w->bundle);
    outcome = &all;
  }
  struct lcm_step *last = script->n ? &script->at[script->n - 1] : NULL;
  if (last && last->act == LCM_ACT_COMPUTE && last->own == own &&
      last->record == w->run->notes.parent) {
    if (outcome->time > last->outcome->time)
      last->node = w->node;
    lcm_outcome_add(last->outcome, outcome, 1);
    return;
  }
  struct lcm_step step = {.act = LCM_ACT_COMPUTE, .own = own, .loc = loc};
  step.outcome = LCM_NEW(&w->scratch, struct lcm_outcome);
  *step.outcome = *outcome;
  lcm_world_append(w, script, step);
}

/* Append that "seconds" are spent on category "cat". */
static void append_time(struct lcm_world *w, lcm_script *script, double seconds,
                        size_t cat, double weight) {
  struct lcm_outcome outcome = {.time = seconds};
  outcome.cats[cat] = seconds * weight;
  if (seconds > 0)
    append_outcome(w, script, &outcome, w->run->notes.parent, (lcm_loc){0});
}

/* Return the name of the instance "of" with the values of its indices: those
 * that are not known are taken for one. */
static const char *key_of(struct lcm_run *run, const struct lcm_instance *of) {
  const char *key = of->name;
  for (size_t i = 0; i < of->n_indices; i++) {
    double value = 0;
    if (!lcm_run_derived(&value, run, of->indices[i]))
      value = lcm_run_any_index(run, of->name);
    key = lcm_arena_printf(lcm_ctx_arena(run->ctx), "%s%c%.15g", key,
                           i ? ',' : '(', value);
  }
  if (of->n_indices)
    key = lcm_arena_printf(lcm_ctx_arena(run->ctx), "%s)", key);
  return lcm_intern(run->ctx, key);
}

/* ---- control ------------------------------------------------------------ */

/* Return the value that the index of the loop "node", which begins at "from",
 * has in iteration number "i". */
static double index_at(struct lcm_run *run, const lcm_node *node, double from,
                       double i) {
  const lcm_iteration *range = &node->u.loop.ranges[0];
  double step = 1;
  double factor = 1;
  (void)lcm_run_derived(&step, run, range->step);
  if (!lcm_run_derived(&factor, run, range->factor))
    return from + i * step;
  return node->marks.down && lcm_run_derived(&from, run, range->to)
             ? floor(from / pow(factor, i))
             : from * pow(factor, i);
}

/* Return how many of the "count" iterations of the loop "node", which make
 * equal tasks, are written down as one; 1: each by itself. */
static double bundle_of(struct lcm_world *w, const lcm_node *node,
                        double count) {
  struct lcm_run *run = w->run;
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  if (count <= MOST_TASKS || !w->in_team || w->ranks || w->player ||
      w->bundle > 0 || !traits->tasks || traits->waits || traits->depends ||
      traits->actor || traits->recurs || traits->thread || traits->random ||
      !lcm_run_is_uniform(run, node))
    return 1;
  run->doubts.coarse = true;
  return count / MOST_TASKS;
}

/* Append the loop "node", which goes on until a test finds what it asks for. */
static void write_polled(struct lcm_world *w, lcm_script *script,
                         const lcm_node *node, double weight) {
  struct lcm_poll poll;
  lcm_poll_begin(&poll, w, node);
  if (!w->tries)
    lcm_world_write(w, &poll.pass, node->children[0], weight);
  lcm_poll_last(&poll, w, node);
  lcm_world_write(w, script, node->children[0], weight);
  lcm_poll_end(&poll, w);
}

/* Append the sequential loop "node" iteration by iteration. */
static void write_loop(struct lcm_world *w, lcm_script *script,
                       const lcm_node *node, double weight) {
  struct lcm_run *run = w->run;
  double count = 0;
  const bool waits = lcm_world_count_waits(&count, w, node);
  const size_t bound = run->env.n;
  double from = 0;
  count = waits ? count : lcm_run_count(run, node);
  lcm_run_assume(run, waits ? WITH_REQUESTS : NULL);
  const bool indexed = node->u.loop.n_ranges == 1 &&
                       lcm_run_derived(&from, run, node->u.loop.ranges[0].from);
  const bool polled = w->polls;
  lcm_guess_loop(w, node, waits);
  if (!waits && lcm_poll_is(w, node)) {
    write_polled(w, script, node, weight);
    w->polls = polled;
    return;
  }
  w->nested++;
  const double scale = run->notes.scale;
  const double bundle = bundle_of(w, node, count);
  if (bundle > 1) {
    w->bundle = bundle;
    run->notes.scale *= bundle;
    count /= bundle;
  }
  struct lcm_cut *cut =
      waits ? NULL : lcm_steady_cut(w, node, count, indexed ? from : NAN);
  struct lcm_rounds rounds = lcm_rounds_begin(w, node);
  double i = 0;
  while (i < count && node->n_children && !is_full(w)) {
    lcm_script *to = lcm_rounds_next(&rounds, w, script);
    if (indexed && to)
      lcm_run_bind(run, node->u.loop.ranges[0].index,
                   index_at(run, node, from, i));
    if (to) {
      lcm_world_write(w, to, node->children[0], weight);
      lcm_rounds_wrote(&rounds, w, script);
    }
    run->env.n = bound;
    i = lcm_steady_next(w, script, cut, i);
  }
  lcm_rounds_end(&rounds, w);
  w->bundle = bundle > 1 ? 0 : w->bundle;
  run->notes.scale = scale;
  w->nested--;
  w->polls = polled;
}

/* Append the branch "node": what is taken. */
static void write_branch(struct lcm_world *w, lcm_script *script,
                         const lcm_node *node, double weight) {
  bool random = false;
  size_t taken = lcm_run_taken(w->run, node, &random);
  const struct lcm_traits *traits = lcm_run_traits(w->run, node);
  if (random && w->n == 1 && !w->ranks && !traits->waiter && !traits->tasks) {
    lcm_guess_branch(w, node, taken, random);
    write_whole(w, script, node, weight);
    return;
  }
  if (random)
    taken = lcm_turn_take(w, node);
  lcm_guess_branch(w, node, taken, random);
  const bool rest = node->marks.exit && taken + 1 == node->n_children;
  w->nested += !rest;
  if (taken != NONE)
    lcm_world_write(w, script, node->children[taken], weight);
  w->nested -= !rest;
}

/* Return the declaration of the resource "name", by the program or else by the
 * machine; NULL: none. */
static const lcm_resource *resource_of(const struct lcm_run *run,
                                       const char *name) {
  for (size_t i = 0; i < run->program->n_resources; i++)
    if (!strcmp(run->program->resources[i].name, name))
      return &run->program->resources[i];
  for (size_t i = 0; i < run->machine->n_resources; i++)
    if (!strcmp(run->machine->resources[i].name, name))
      return &run->machine->resources[i];
  return NULL;
}

/* A resource of a run, or a lock. */
struct asset {
  const char *key; /* its name with the values of its indices */
  double units;    /* how many there are of it */
  bool lock;
  bool counts; /* as a semaphore */
};

/* Return whether "resource", of which "node" speaks, is a semaphore: also where
 * a model has P or V of it, by whichever process. */
static bool is_counted(const struct lcm_run *run, const lcm_node *node,
                       const lcm_resource *resource) {
  const bool alone =
      node->kind == LCM_NODE_ACQUIRE || node->kind == LCM_NODE_RELEASE;
  return resource && (resource->semaphore || (alone && run->program->is_model));
}

/* Return what "of" is, which "node" speaks of. */
static struct asset asset_of(struct lcm_run *run, const lcm_node *node,
                             const struct lcm_instance *of) {
  const lcm_resource *resource = resource_of(run, of->name);
  struct asset asset = {.key = key_of(run, of),
                        .units = 1,
                        .lock = resource ? resource->lock
                                         : node->kind != LCM_NODE_USE,
                        .counts = is_counted(run, node, resource)};
  if (resource && !resource->multiplicity)
    asset.units = INFINITY;
  else if (resource)
    (void)lcm_run_derived(&asset.units, run, resource->multiplicity);
  asset.units = fmax(asset.units, asset.counts ? 0 : 1);
  return asset;
}

double lcm_run_possession(struct lcm_run *run, const lcm_node *node) {
  double team = 1;
  double locks = 0;
  (void)lcm_env_find(&team, &run->env, run->names->team);
  for (size_t i = 0; i < node->u.resource.n_instances; i++)
    locks += asset_of(run, node, &node->u.resource.instances[i]).lock;
  return locks > 0
             ? locks * lcm_run_machine(run, lcm_lock_cost(run->machine, node),
                                       team, 0, 1)
             : 0;
}

void lcm_run_possess(struct lcm_run *run, const lcm_node *node, double time) {
  for (size_t i = 0; i < node->u.resource.n_instances && time > 0; i++) {
    const struct asset asset =
        asset_of(run, node, &node->u.resource.instances[i]);
    if (asset.counts)
      continue;
    lcm_run_demand(run,
                   (struct lcm_demand){asset.key, time / asset.units,
                                       asset.lock ? LCM_CAT_SL : LCM_CAT_RC});
  }
}

/* Return the key of "asset": a lock is the rank's own where ranks execute. */
static const char *own_key(const struct lcm_world *w,
                           const struct asset *asset) {
  lcm_ctx *ctx = w->run->ctx;
  if (!w->ranks || !asset->lock)
    return asset->key;
  return lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%s of rank %zu",
                                          asset->key, w->member));
}

/* Return a step "act" of "node" on the resource or lock "of". */
static struct lcm_step step_on(struct lcm_world *w, enum lcm_act act,
                               const lcm_node *node,
                               const struct lcm_instance *of) {
  const struct asset asset = asset_of(w->run, node, of);
  struct lcm_step step = {.act = act,
                          .key = own_key(w, &asset),
                          .units = asset.units,
                          .takes = 1,
                          .waits = asset.lock ? LCM_CAT_SL : LCM_CAT_RC,
                          .counts = asset.counts,
                          .nests = node->marks.nestable,
                          .loc = node->loc};
  if (node->marks.units)
    step.takes = asset.units;
  if (asset.lock)
    step.cost = lcm_run_machine(w->run, lcm_lock_cost(w->run->machine, node),
                                (double)w->n, 0, 1);
  return step;
}

/* Return what the USE "node" costs the one who does it. */
static struct lcm_outcome use_of(struct lcm_run *run, const lcm_node *node,
                                 double weight) {
  const double t = lcm_run_cost(run, node->u.resource.time, node->loc);
  struct lcm_outcome use = {.time = t};
  use.cats[LCM_CAT_PC] = weight < 1 ? weight * t : t;
  use.cats[LCM_CAT_IP] = weight > 1 ? (weight - 1) * t : 0;
  return use;
}

/* Append the use of one resource that those who come to it share. */
static void write_service(struct lcm_world *w, lcm_script *script,
                          const lcm_node *node, double weight) {
  struct lcm_step step =
      step_on(w, LCM_ACT_SERVE, node, &node->u.resource.instances[0]);
  step.outcome = LCM_NEW(&w->scratch, struct lcm_outcome);
  *step.outcome = use_of(w->run, node, weight);
  step.own = w->run->notes.parent;
  lcm_world_append(w, script, step);
}

/* Append "act" on the condition that the iterations before "from" of the loop
 * of "turn" are through with what is ordered. */
static void write_turn(struct lcm_world *w, lcm_script *script,
                       enum lcm_act act, const struct lcm_turn *turn,
                       double from) {
  struct lcm_step step = {.act = act};
  lcm_arena *arena = lcm_ctx_arena(w->run->ctx);
  if (from <= 0)
    return;
  step.key =
      lcm_intern(w->run->ctx, lcm_arena_printf(arena, "ordered#%zu(%.15g)",
                                               turn->loop, from));
  lcm_world_append(w, script, step);
}

/* Append that the member has left the ordered part of an iteration: libomp then
 * lets the next chunk begin with its own, libgomp once all of this one is
 * done. */
static void leave_ordered(struct lcm_world *w, lcm_script *script) {
  struct lcm_turn *turn = w->turn;
  const lcm_machine *machine = w->run->machine;
  if (!machine || machine->openmp != LCM_LIBOMP || turn->passed ||
      turn->at + 1 < turn->end)
    return;
  write_turn(w, script, LCM_ACT_SIGNAL, turn, turn->end);
  turn->passed = true;
}

/* As step_on; what is ordered in one loop does not keep another loop, whose
 * parts some members may have come to, from its own. */
static struct lcm_step ordered_step(struct lcm_world *w, enum lcm_act act,
                                    const lcm_node *node,
                                    const struct lcm_instance *of) {
  lcm_ctx *ctx = w->run->ctx;
  struct lcm_step step = step_on(w, act, node, of);
  if (w->turn && node->marks.ordered)
    step.key =
        lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%s of loop %zu",
                                         step.key, w->turn->loop));
  return step;
}

/* Append the possession of the resources of "node" around what is inside, or
 * what models of "node" say of that. */
static void write_possession(struct lcm_world *w, lcm_script *script,
                             const lcm_node *node, double weight) {
  const struct lcm_instance *all = node->u.resource.instances;
  const size_t n = node->u.resource.n_instances;
  const lcm_resource *first = n ? resource_of(w->run, all[0].name) : NULL;
  if (node->kind == LCM_NODE_USE && n == 1 && first &&
      first->discipline == LCM_PS) {
    write_service(w, script, node, weight);
    return;
  }
  const bool ordered = w->turn && node->marks.ordered;
  if (ordered)
    write_turn(w, script, LCM_ACT_WAIT, w->turn, w->turn->first);
  for (size_t i = 0; i < n && node->kind != LCM_NODE_RELEASE; i++)
    lcm_world_append(w, script,
                     ordered_step(w, LCM_ACT_ACQUIRE, node, &all[i]));
  if (node->kind == LCM_NODE_USE) {
    const struct lcm_outcome use = use_of(w->run, node, weight);
    append_outcome(w, script, &use, w->run->notes.parent, node->loc);
  }
  if (node->kind == LCM_NODE_USING && node->n_models)
    write_whole(w, script, node, weight);
  else if (node->kind == LCM_NODE_USING && node->n_children)
    lcm_world_write(w, script, node->children[0], weight);
  for (size_t i = 0; i < n && node->kind != LCM_NODE_ACQUIRE; i++)
    lcm_world_append(w, script,
                     ordered_step(w, LCM_ACT_RELEASE, node, &all[i]));
  if (ordered)
    leave_ordered(w, script);
}

/* ---- worksharing -------------------------------------------------------- */

/* Append "node" as what one member or task executes alone. */
static void write_alone(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node, double weight) {
  const bool shares = w->shares;
  w->shares = false;
  lcm_world_write(w, script, node, weight);
  w->shares = shares;
}

/* Return what the members share at the construct "node" with "n" units that
 * the present member meets now. */
static struct lcm_sharing *sharing_of(struct lcm_world *w, const lcm_node *node,
                                      size_t n) {
  const size_t at = w->met++;
  if (at < w->sharings.n && w->sharings.at[at]->node == node &&
      w->sharings.at[at]->n == n)
    return w->sharings.at[at];
  struct lcm_sharing *fresh = LCM_NEW(&w->scratch, struct lcm_sharing);
  fresh->node = node;
  fresh->n = n;
  fresh->units = LCM_NEW_ARRAY(&w->scratch, lcm_script *, w->n);
  fresh->journals = LCM_NEW_ARRAY(&w->scratch, struct lcm_journal *, w->n);
  if (at == w->sharings.n)
    LCM_LIST_ADD(&w->scratch, &w->sharings, fresh);
  return fresh;
}

/* Return whether the units of "sharing" are still to be written down for the
 * present member: once for all, where nothing depends on the member. */
static bool needs_units(struct lcm_world *w, struct lcm_sharing *sharing) {
  const bool differs = lcm_run_traits(w->run, sharing->node)->thread ||
                       w->run->member_values.n > 0;
  for (size_t m = 0; m < w->n && !differs; m++)
    if (sharing->units[m]) {
      sharing->units[w->member] = sharing->units[m];
      return false;
    }
  sharing->units[w->member] =
      LCM_NEW_ARRAY(&w->scratch, lcm_script, sharing->n + 1);
  if (differs)
    sharing->journals[w->member] =
        LCM_NEW_ARRAY(&w->scratch, struct lcm_journal, sharing->n + 1);
  return true;
}

/* Return where what unit "i" of "sharing" comes to is noted while it is written
 * down for the present member. */
static struct lcm_journal *
journal_of(struct lcm_world *w, const struct lcm_sharing *sharing, size_t i) {
  struct lcm_journal *all = sharing->journals[w->member];
  if (!all)
    return w->run->notes.journal;
  all[i].arena = &w->scratch;
  return &all[i];
}

/* Append the taking of units of "sharing". */
static void append_sharing(struct lcm_world *w, lcm_script *script,
                           struct lcm_sharing *sharing, double cost) {
  const struct lcm_step step = {.act = LCM_ACT_SHARE,
                                .sharing = sharing,
                                .cost = cost,
                                .loc = sharing->node->loc};
  lcm_world_append(w, script, step);
}

/* Append the units of the PARALLEL "node" that the present member has where
 * they are assigned in blocks. */
static void write_block(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node, double weight) {
  const double n = (double)node->n_children;
  const size_t bound = w->run->env.n;
  lcm_run_bind(w->run, w->run->names->parts, n);
  for (size_t i = 0; i < node->n_children && !is_full(w); i++)
    if (lcm_block_owner((double)i, n, (double)w->n) == w->member)
      write_alone(w, script, node->children[i], weight);
  w->run->env.n = bound;
}

/* Append the units of the PARALLEL "node". */
static void write_units(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node, double weight) {
  if (lcm_units_are_blocks(w->run->machine, node)) {
    write_block(w, script, node, weight);
    return;
  }
  struct lcm_sharing *sharing = sharing_of(w, node, node->n_children);
  struct lcm_journal *const journal = w->run->notes.journal;
  const size_t bound = w->run->env.n;
  lcm_run_bind(w->run, w->run->names->parts, (double)node->n_children);
  if (needs_units(w, sharing))
    for (size_t i = 0; i < node->n_children && !is_full(w); i++) {
      w->run->notes.journal = journal_of(w, sharing, i);
      write_alone(w, &sharing->units[w->member][i], node->children[i], weight);
    }
  w->run->notes.journal = journal;
  w->run->env.n = bound;
  append_sharing(w, script, sharing, 0);
}

/* Append the iterations "from" .. "to" - 1 of the loop of "division". */
static void write_iterations(struct lcm_world *w, lcm_script *script,
                             const struct lcm_loop_schedule *division,
                             double from, double to) {
  struct lcm_run *run = w->run;
  const lcm_node *node = division->node;
  const size_t bound = run->env.n;
  for (double i = from; i < to && !is_full(w); i++) {
    if (w->turn)
      w->turn->at = i;
    if (node->n_models || !node->n_children) {
      const struct lcm_outcome one =
          lcm_loop_schedule_iteration(run, division, i);
      append_outcome(w, script, &one, w->run->notes.parent, node->loc);
      w->steps++;
      continue;
    }
    if (node->u.loop.n_ranges)
      lcm_run_bind(run, node->u.loop.ranges[0].index,
                   division->first + i * division->step);
    write_alone(w, script, node->children[0], division->weight);
    run->env.n = bound;
  }
}

/* Append the chunk "from" .. "to" - 1 of the loop of "d"; where that is
 * `ordered` it ends once the chunk before it has. */
static void write_chunk(struct lcm_world *w, lcm_script *script,
                        const struct lcm_loop_schedule *d, double from,
                        double to) {
  struct lcm_turn turn = {.loop = w->orders, .first = from, .end = to};
  struct lcm_turn *const outer = w->turn;
  w->turn = d->node->u.loop.ordered ? &turn : NULL;
  write_iterations(w, script, d, from, to);
  if (w->turn)
    write_turn(w, script, LCM_ACT_WAIT, &turn, from);
  if (w->turn && !turn.passed)
    write_turn(w, script, LCM_ACT_SIGNAL, &turn, to);
  w->turn = outer;
}

/* Append that the member takes chunks of the loop of "d" on demand. */
static void write_chunks(struct lcm_world *w, lcm_script *script,
                         const struct lcm_loop_schedule *d, double cost) {
  double from = 0;
  size_t n = 0;
  while (from < d->count && n++ <= w->most)
    from += lcm_loop_schedule_next(d, from);
  if (n > w->most) {
    w->steps = w->most + 1;
    return;
  }
  struct lcm_journal *const journal = w->run->notes.journal;
  struct lcm_sharing *sharing = sharing_of(w, d->node, n);
  if (lcm_assign_has(d->way, LCM_ASSIGN_COUNTED))
    sharing->held = lcm_run_machine(w->run, "counter", (double)w->n, 0, 1);
  if (needs_units(w, sharing)) {
    from = 0;
    for (size_t i = 0; i < n && !is_full(w); i++) {
      w->run->notes.journal = journal_of(w, sharing, i);
      const double next = from + lcm_loop_schedule_next(d, from);
      write_chunk(w, &sharing->units[w->member][i], d, from, next);
      from = next;
    }
  }
  w->run->notes.journal = journal;
  append_sharing(w, script, sharing, cost);
}

/* Append the iterations that a static schedule gives the present member. */
static void write_static(struct lcm_world *w, lcm_script *script,
                         const struct lcm_loop_schedule *d) {
  const double k = d->members;
  const double m = (double)w->member;
  if (d->way == LCM_ASSIGN_BLOCKS) {
    const struct lcm_block block = lcm_block_of(d->count, k, m);
    if (block.size > 0)
      write_chunk(w, script, d, block.from, block.from + block.size);
    return;
  }
  for (double from = m * d->chunk; from < d->count && !is_full(w);
       from += k * d->chunk)
    write_chunk(w, script, d, from, fmin(d->count, from + d->chunk));
}

/* Append that a task executes what is in the script "body", "at_once" or by
 * whoever is free. */
static void append_task(struct lcm_world *w, lcm_script *script,
                        const lcm_script *body, const lcm_node *node,
                        bool at_once) {
  const struct lcm_delivery delivery =
      lcm_run_delivery(w->run, node, at_once ? 1 : (double)w->n);
  const struct lcm_step step = {.act = LCM_ACT_MAKE,
                                .script = body,
                                .at_once = at_once,
                                .cost = delivery.make *
                                        (w->bundle > 0 ? w->bundle : 1),
                                .flight = delivery.flight,
                                .loc = node->loc};
  lcm_world_append(w, script, step);
}

/* Return the priority of a task, where it is made: what "said" is; what is not
 * known is none, as what is less. */
static double priority_of(struct lcm_world *w, const lcm_expr *said) {
  double priority = 0;
  (void)lcm_run_derived(&priority, w->run, said);
  if (!(priority > 0))
    return 0;
  lcm_run_assume(w->run, "tasks are taken by their priority, as libraries do "
                         "up to OMP_MAX_TASK_PRIORITY, which is 0 if not set");
  return priority;
}

/* Append the tasks of the taskloop of "d". */
static void write_taskloop(struct lcm_world *w, lcm_script *script,
                           const struct lcm_loop_schedule *d) {
  const double priority = priority_of(w, d->node->u.loop.priority);
  const bool at_once = w->final || lcm_run_undeferred(w->run, d->node);
  const bool outer = w->final;
  const bool final = outer || lcm_run_final(w->run, d->node);
  double from = 0;
  while (from < d->count && !is_full(w)) {
    const double next = from + lcm_loop_schedule_next(d, from);
    lcm_script *body = new_script(w);
    w->final = final;
    write_iterations(w, body, d, from, next);
    w->final = outer;
    append_task(w, script, body, d->node, at_once);
    script->at[script->n - 1].priority = priority;
    from = next;
  }
}

/* Append the share of the present member in the PARLOOP "node". */
static void write_parloop(struct lcm_world *w, lcm_script *script,
                          const lcm_node *node, double weight) {
  struct lcm_run *run = w->run;
  const struct lcm_loop_schedule d =
      lcm_run_loop_schedule(run, node, (double)w->n, weight);
  lcm_run_assume(run, lcm_loop_assumption(run->machine, node));
  if (d.way == LCM_ASSIGN_TASKS) {
    write_taskloop(w, script, &d);
    return;
  }
  w->orders += node->u.loop.ordered;
  append_time(w, script, lcm_run_crossing(run, node, (double)w->n), LCM_CAT_CL,
              weight);
  append_time(w, script, lcm_run_crowding(run, node, (double)w->n), LCM_CAT_RC,
              weight);
  if (lcm_assign_has(d.way, LCM_ASSIGN_ON_DEMAND))
    write_chunks(w, script, &d,
                 lcm_run_machine(run, "chunk", (double)w->n, 0, 1));
  else
    write_static(w, script, &d);
}

/* Append the barrier "node". */
static void write_barrier(struct lcm_world *w, lcm_script *script,
                          const lcm_node *node) {
  const struct lcm_step step = {
      .act = LCM_ACT_MEET,
      .cost = lcm_run_machine(w->run, "barrier", (double)w->n, 0, 1),
      .is_sync = w->run->options->thesis_barrier && !node->marks.implicit,
      .loc = node->loc};
  lcm_world_append(w, script, step);
}

/* Append that the members spend "given", of a model of "node", together. */
static void write_together(struct lcm_world *w, lcm_script *script,
                           const lcm_node *node, struct lcm_outcome given) {
  const struct lcm_step step = {.act = LCM_ACT_MEET, .loc = node->loc};
  lcm_world_append(w, script, step);
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    given.cats[c] /= (double)w->n;
  append_outcome(w, script, &given, w->run->notes.parent, node->loc);
}

/* ---- tasks -------------------------------------------------------------- */

/* Return what the task "node" depends on. */
static struct lcm_needs needs_of(struct lcm_world *w, const lcm_node *node) {
  const size_t n = node->u.task.n_depends;
  const struct lcm_needs needs = {
      .keys = LCM_NEW_ARRAY(&w->scratch, const char *, n + 1),
      .writes = LCM_NEW_ARRAY(&w->scratch, bool, n + 1),
      .n = n};
  for (size_t i = 0; i < n; i++) {
    needs.keys[i] =
        lcm_run_depend_key(w->run, &node->u.task.depends[i].section);
    needs.writes[i] = lcm_depend_writes(&node->u.task.depends[i]);
  }
  return needs;
}

/* Append that the task "node" is begun and, where it is a message, received. */
static void write_receipt(struct lcm_world *w, lcm_script *body,
                          const lcm_node *node, double weight) {
  const struct lcm_delivery delivery =
      lcm_run_delivery(w->run, node, (double)w->n);
  append_time(w, body, delivery.begin, LCM_CAT_SL, weight);
  append_time(w, body, delivery.receive, LCM_CAT_CL, weight);
}

/* Return the script of what the task "node" does; tasks inside it are final
 * where "last". */
static const lcm_script *write_body(struct lcm_world *w, const lcm_node *node,
                                    double weight, bool last) {
  struct lcm_run *run = w->run;
  const bool final = w->final;
  struct lcm_script_key key;
  lcm_script *body = NULL;
  w->final = final || last;
  const lcm_script *known = lcm_script_find(&key, w, node, weight);
  if (!known)
    body = new_script(w);
  if (body)
    write_receipt(w, body, node, weight);
  if (body && node->n_models) {
    const struct lcm_outcome one = lcm_run_serial(run, node, weight);
    append_outcome(w, body, &one, lcm_record_aside(run, node), node->loc);
  } else if (body && node->n_children)
    write_alone(w, body, node->children[0], weight);
  if (body)
    lcm_script_keep(&key, w, body);
  w->final = final;
  return known ? known : body;
}

/* Append the making of the task "node". */
static void write_task(struct lcm_world *w, lcm_script *script,
                       const lcm_node *node, double weight) {
  struct lcm_run *run = w->run;
  const bool at_once = w->final || lcm_run_undeferred(run, node);
  lcm_run_bind_task(run, node, at_once);
  const lcm_script *body =
      write_body(w, node, weight, lcm_run_final(run, node));
  append_time(w, script, lcm_run_delivery(run, node, (double)w->n).send,
              LCM_CAT_CL, weight);
  append_task(w, script, body, node, at_once);
  struct lcm_step *made = &script->at[script->n - 1];
  made->needs = needs_of(w, node);
  made->priority = priority_of(w, node->u.task.priority);
}

/* Append the taskgroup "node". */
static void write_group(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node, double weight) {
  lcm_world_append(w, script, (struct lcm_step){.act = LCM_ACT_OPEN});
  for (size_t i = 0; i < node->n_children; i++)
    lcm_world_write(w, script, node->children[i], weight);
  lcm_world_append(w, script,
                   (struct lcm_step){.act = LCM_ACT_CLOSE, .loc = node->loc});
}

/* ---- everything --------------------------------------------------------- */

/* Append the signal or wait "node". */
static void write_condition(struct lcm_world *w, lcm_script *script,
                            const lcm_node *node) {
  const struct lcm_step step = {
      .act = node->kind == LCM_NODE_SIGNAL ? LCM_ACT_SIGNAL : LCM_ACT_WAIT,
      .key = key_of(w->run, &node->u.condition),
      .loc = node->loc};
  lcm_world_append(w, script, step);
}

/* Append the constructs of a team; return whether "node" is one. */
static bool write_construct(struct lcm_world *w, lcm_script *script,
                            const lcm_node *node, double weight) {
  const bool taskloop = lcm_node_is_taskloop(node);
  if (node->kind == LCM_NODE_TASK)
    write_task(w, script, node, weight);
  else if (node->kind == LCM_NODE_TASKGROUP)
    write_group(w, script, node, weight);
  else if (node->kind == LCM_NODE_TASKWAIT)
    lcm_world_append(w, script,
                     (struct lcm_step){.act = LCM_ACT_JOIN, .loc = node->loc});
  else if (node->kind == LCM_NODE_PARLOOP && (w->shares || taskloop))
    write_parloop(w, script, node, weight);
  else if (!w->shares)
    return node->kind == LCM_NODE_BARRIER;
  else if (node->kind == LCM_NODE_PARALLEL)
    write_units(w, script, node, weight);
  else if (node->kind == LCM_NODE_BARRIER)
    write_barrier(w, script, node);
  else
    return false;
  return true;
}

/* Append the parts of "node" by what it is. */
static void write_kind(struct lcm_world *w, lcm_script *script,
                       const lcm_node *node, double weight) {
  struct lcm_run *run = w->run;
  struct lcm_run saved;
  const lcm_node *body = NULL;
  const unsigned nested = w->nested;
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    lcm_run_assumes(run, node);
    write_loop(w, script, node, weight);
    return;
  case LCM_NODE_BRANCH:
    write_branch(w, script, node, weight);
    return;
  case LCM_NODE_CALL:
    if (lcm_run_enter_members(run, NULL, node, &saved, &body)) {
      lcm_world_recall(w);
      w->nested = 0;
      lcm_world_write(w, script, body, weight);
      w->nested = nested;
      lcm_run_leave(run, &saved);
    }
    return;
  case LCM_NODES_OF_RESOURCES:
    write_possession(w, script, node, weight);
    return;
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    write_condition(w, script, node);
    return;
  case LCM_NODE_MESSAGE:
    lcm_world_message(w, script, node);
    return;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODE_LET:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  const size_t bound = run->env.n;
  for (size_t i = 0; i < node->n_children; i++)
    lcm_world_write(w, script, node->children[i], weight);
  run->env.n = bound;
}

/* Return whether "node" has a model of every category that all programs
 * have. */
static bool has_all(const lcm_node *node) {
  bool all = node->n_models > 0;
  for (int c = 0; c < LCM_CAT_USER && all; c++)
    all =
        c == LCM_CAT_UNSPLIT || lcm_node_model(node, lcm_cat_name((lcm_cat)c));
  return all;
}

/* Return whether the models of "node" cover all below it, of what possesses a
 * lock also how long it waits for that. */
static bool is_covered(const lcm_node *node) {
  if (has_all(node) || (node->kind == LCM_NODE_USING &&
                        lcm_node_model(node, lcm_cat_name(LCM_CAT_SL))))
    return true;
  return (lcm_node_model(node, "time") || lcm_node_model(node, "work")) &&
         !(node->kind == LCM_NODE_PARLOOP && lcm_model_is_divided(node));
}

/* Append that "node" is what the player says, if it says anything. */
static bool append_apart(struct lcm_world *w, lcm_script *script,
                         const lcm_node *node, double weight) {
  const struct lcm_step step = {
      .act = LCM_ACT_APART,
      .apart =
          w->player ? w->player->apart(w->player->user, node, weight) : NULL,
      .loc = node->loc};
  if (step.apart)
    lcm_world_append(w, script, step);
  return step.apart != NULL;
}

/* Append what the models of "node" say it costs, or what it costs as a whole
 * because the order inside does not matter. */
static void write_whole(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node, double weight) {
  struct lcm_run *run = w->run;
  const bool together = w->shares && lcm_run_traits(run, node)->shared;
  const double crew = weight * (double)w->n;
  struct lcm_outcome out;
  bool covered[LCM_MAX_CATS];
  lcm_guess_whole(w, node);
  lcm_run_assumes(run, node);
  if (together && lcm_run_models(&out, covered, run, node, crew, true)) {
    write_together(w, script, node, out);
    return;
  }
  if (append_apart(w, script, node, weight))
    return;
  out = lcm_run_part(run, node, weight);
  append_outcome(w, script, &out, lcm_record_aside(run, node), node->loc);
}

/* Append what the parts of "node" do. */
static void write_parts(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node, double weight) {
  if (!w->in_team || !write_construct(w, script, node, weight))
    write_kind(w, script, node, weight);
}

/* Append what the parts of "node" do, with a record of it. */
static void write_recorded(struct lcm_world *w, lcm_script *script,
                           const lcm_node *node, double weight) {
  struct lcm_run *run = w->run;
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  const bool together =
      w->ranks ? traits->messages : w->shares && traits->shared;
  const size_t record = lcm_record_open(run, node);
  write_parts(w, script, node, weight);
  const double scale = run->notes.scale;
  run->notes.scale = together ? scale / (double)w->n : scale;
  lcm_record_close(run, record, &(struct lcm_outcome){0}, weight, "composed");
  run->notes.scale = scale;
  if (!together)
    (void)lcm_record_aside(run, node);
}

/* Bind what the LET "node" says. */
static void write_let(struct lcm_world *w, const lcm_node *node) {
  struct lcm_run *run = w->run;
  if (w->ranks)
    lcm_world_alias(w, node);
  if (lcm_run_by_member(run, node->u.let.value))
    lcm_run_add_member_value(run, NULL, node->u.let.name, NULL);
  const bool known = lcm_run_let(run, &node->u.let);
  if (w->ranks)
    lcm_world_reset(w, node->u.let.name, known);
}

void lcm_world_write(struct lcm_world *w, lcm_script *script,
                     const lcm_node *node, double weight) {
  if (is_full(w) || node->ignored)
    return;
  w->steps++;
  w->node = node;
  const struct lcm_traits *traits = lcm_run_traits(w->run, node);
  const bool ordered = w->ranks
                           ? traits->messages
                           : traits->actor || (traits->shared && w->in_team);
  if (node == w->opened)
    write_parts(w, script, node, weight);
  else if (node->kind == LCM_NODE_LET)
    write_let(w, node);
  else if (w->tries && !traits->messages)
    return;
  else if (!ordered || node->kind == LCM_NODE_TEAM || is_covered(node) ||
           (node->kind == LCM_NODE_PARLOOP && node->n_models && !w->shares))
    write_whole(w, script, node, weight);
  else if (node->kind == LCM_NODE_USING && node->n_models)
    write_possession(w, script, node, weight);
  else
    write_recorded(w, script, node, weight);
  lcm_world_recall(w);
}
