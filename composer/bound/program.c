/* The value of a program that is no model: processors, locks and bandwidth
 * are resources. */
#include <math.h>
#include <string.h>

#include "composer/bound/join.h"
#include "composer/bound/program.h"
#include "composer/bound/scope.h"
#include "composer/engine/engine.h"

/* The most members of a team that are looked at one by one. */
enum { MAX_MEMBERS = 64 };

typedef struct lcm_bound_value value;

/* What the members of a team do between two barriers. */
struct segment {
  /* what each of them does at least, by its bound and by its path */
  double own;
  double own_path;
  double unit; /* the longest thing that one of them does beside, likewise */
  double unit_path;
  struct lcm_bound_demands *demands; /* of all members together */
};

/* What a team does: up to the first barrier, between barriers, from the last
 * one on; without a barrier "head" is all. */
struct part {
  bool barrier;
  struct segment head;
  struct segment tail;
  double phi; /* phi, time: between barriers: the critical path, the bound */
  double time;
  struct lcm_bound_demands *total; /* all demands */
};

/* A program being bounded: engine values in "engine", demands in "run". */
struct bounding {
  struct lcm_run engine;
  struct lcm_bound_run *run;
  lcm_map elements;
  double w;    /* processors */
  double crew; /* those that the present part has */
  double k;    /* members of the team that is looked at */
  /* processors that they can use: more than "k" where there are teams inside */
  double limit;
  /* how many there are, each with locks and memory of its own; 1 */
  double ranks;
};

static value *serial(struct bounding *b, const lcm_node *node);
static struct part member(struct bounding *b, const lcm_node *node);

/* ---- demands ------------------------------------------------------------ */

/* Return the element of the resource "name", with "units" where it is new. */
static size_t element_of(struct bounding *b, const char *name, double units) {
  lcm_arena *arena = b->run->pool.arena;
  size_t at = 0;
  name = lcm_intern(b->run->ctx, name);
  if (lcm_map_get(&b->elements, name, &at))
    return at;
  lcm_resource *of = LCM_NEW(arena, lcm_resource);
  of->name = name;
  const struct lcm_bound_resource resource = {.of = of,
                                              .scalar = b->run->resources.n};
  const struct lcm_bound_element element = {.resource = b->run->resources.n,
                                            .units = units};
  LCM_LIST_ADD(arena, &b->run->resources, resource);
  LCM_LIST_ADD(arena, &b->run->pool.elements, element);
  lcm_map_put(arena, &b->elements, name, b->run->pool.elements.n - 1);
  return b->run->pool.elements.n - 1;
}

/* Add "time" for the resource "name" to "demands"; return the sum. */
static struct lcm_bound_demands *demand(struct bounding *b,
                                        struct lcm_bound_demands *demands,
                                        const char *name, double time) {
  bool overlap = false;
  if (time <= 0)
    return demands;
  double units = !strcmp(name, "processors") ? b->w : 1;
  for (size_t i = 0; i < b->engine.program->n_resources; i++) {
    const lcm_resource *of = &b->engine.program->resources[i];
    double own = 0;
    if (!strcmp(of->name, name) && of->multiplicity &&
        lcm_run_derived(&own, &b->engine, of->multiplicity) && own >= 1)
      units = own;
  }
  if (strcmp(name, "processors") != 0 && !lcm_run_is_common(&b->engine, name))
    units *= b->ranks;
  const struct lcm_bound_use use = {element_of(b, name, units), time, 0};
  return lcm_bound_join(&b->run->pool, demands,
                        lcm_bound_demand(&b->run->pool, use), &overlap);
}

/* Return the largest load of "demands", processors being no more than the
 * members of the team. */
static double load_of(struct bounding *b,
                      const struct lcm_bound_demands *demands) {
  double load = demands ? demands->worst : 0;
  size_t at = 0;
  if (lcm_map_get(&b->elements, lcm_intern(b->run->ctx, "processors"), &at))
    for (size_t i = 0; demands && i < demands->n; i++)
      if (demands->ids[i] == at)
        load = fmax(load, demands->times[i] / fmin(b->w, b->limit));
  return load;
}

/* ---- leaves ------------------------------------------------------------- */

/* What the engine has noted of bandwidth so far. */
struct noted {
  const double *times;
  size_t n;
};

/* Return what the engine has noted. */
static struct noted take_notes(struct bounding *b) {
  const size_t n = b->engine.notes.demands.n;
  double *times = LCM_NEW_ARRAY(b->run->pool.arena, double, n + 1);
  for (size_t i = 0; i < n; i++)
    times[i] = b->engine.notes.demands.at[i].time;
  return (struct noted){times, n};
}

/* Return what takes "time" and "work" processor-seconds, and the bandwidth that
 * was noted since "before". */
static value *leaf(struct bounding *b, double time, double work,
                   const struct noted *before) {
  value *out = lcm_bound_value_new(b->run);
  out->phi = out->time = out->skewed = out->barriers = time;
  out->work = work;
  out->upper = out->conjecture = NAN;
  out->cycle.is = false;
  out->turns = 0;
  out->demands = demand(b, NULL, "processors", work);
  for (size_t i = 0; i < b->engine.notes.demands.n; i++)
    out->demands = demand(b, out->demands, b->engine.notes.demands.at[i].name,
                          b->engine.notes.demands.at[i].time -
                              (i < before->n ? before->times[i] : 0));
  return out;
}

/* Return what the models of "node", or its static cost, say of it; NULL where
 * they do not say all. */
static value *priced(struct bounding *b, const lcm_node *node) {
  struct lcm_run *engine = &b->engine;
  const struct noted noted = take_notes(b);
  struct lcm_outcome out;
  bool covered[LCM_MAX_CATS];
  if (lcm_node_whole(node)) {
    const bool parallel = node->kind == LCM_NODE_TEAM ||
                          (node->kind == LCM_NODE_PARLOOP && b->crew > 1);
    const bool all =
        lcm_run_models(&out, covered, engine, node, b->crew, parallel);
    const double work = out.cats[LCM_CAT_PC] + out.cats[LCM_CAT_UNSPLIT];
    if (all || covered[LCM_CAT_PC])
      return leaf(b, parallel ? work / b->crew : fmin(work, out.time), work,
                  &noted);
  }
  if (node->kind != LCM_NODE_FRAGMENT)
    return NULL;
  const double cost = lcm_run_static(engine, node).cost;
  return leaf(b, cost, cost, &noted);
}

/* Let others hold "demands" (or NULL) as well. */
static void keep(struct lcm_bound_demands *demands) {
  if (demands)
    demands->shared = true;
}

/* Return whether the evaluation takes too long; that is noted. */
static bool is_too_long(struct bounding *b) {
  if (++b->run->steps > b->run->max_steps)
    b->run->status = b->engine.status = LCM_EBUDGET;
  return b->run->status != LCM_OK;
}

/* ---- serial code -------------------------------------------------------- */

/* Return the name of the resource "of". */
static const char *name_of(struct bounding *b, const struct lcm_instance *of) {
  const char *name = of->name;
  for (size_t i = 0; i < of->n_indices; i++) {
    double index = 0;
    (void)lcm_run_derived(&index, &b->engine, of->indices[i]);
    name = lcm_arena_printf(b->run->pool.arena, "%s%c%.15g", name,
                            i ? ',' : '[', index);
  }
  return of->n_indices ? lcm_arena_printf(b->run->pool.arena, "%s]", name)
                       : name;
}

/* Return whether only the first who comes to the USING "node" does what is
 * inside: who that is, a bound does not know. */
static bool is_once(const lcm_node *node) {
  return node->n_children && node->children[0]->kind == LCM_NODE_PARALLEL &&
         node->children[0]->u.parallel.worksharing;
}

/* Return whether "name" is a semaphore, of which there may be more units than
 * it begins with. */
static bool is_semaphore(const struct bounding *b, const char *name) {
  for (size_t i = 0; i < b->engine.program->n_resources; i++)
    if (!strcmp(b->engine.program->resources[i].name, name))
      return b->engine.program->resources[i].semaphore;
  return false;
}

/* Let "held" possess the resources of "node" as long as it takes. */
static void possess(struct bounding *b, value *held, const lcm_node *node) {
  if (node->u.resource.n_instances &&
      is_semaphore(b, node->u.resource.instances[0].name))
    return;
  for (size_t i = 0; i < node->u.resource.n_instances; i++)
    held->demands =
        demand(b, held->demands, name_of(b, &node->u.resource.instances[i]),
               held->time);
  held->nested = true;
}

/* Return where in "node" the possession that begins with child "i" ends, or the
 * number of children. */
static size_t release_of(const lcm_node *node, size_t i) {
  const lcm_node *acquire = node->children[i];
  size_t k = i + 1;
  while (k < node->n_children &&
         (node->children[k]->kind != LCM_NODE_RELEASE ||
          !acquire->u.resource.n_instances ||
          !node->children[k]->u.resource.n_instances ||
          node->children[k]->u.resource.instances[0].name !=
              acquire->u.resource.instances[0].name))
    k++;
  return k;
}

/* Return the children "from" .. "to" - 1 of "node" one after the other; what
 * stands between an acquisition and its release is held. */
static value *children(struct bounding *b, const lcm_node *node, size_t from,
                       size_t to) {
  value *all = lcm_bound_value_new(b->run);
  for (size_t i = from; i < to && !b->engine.status; i++) {
    const lcm_node *child = node->children[i];
    if (child->kind == LCM_NODE_RELEASE)
      continue;
    const size_t end =
        child->kind == LCM_NODE_ACQUIRE ? release_of(node, i) : to;
    if (child->kind != LCM_NODE_ACQUIRE) {
      lcm_bound_series(b->run, all, serial(b, child), 1);
      continue;
    }
    if (end >= to)
      continue;
    value *held = children(b, node, i + 1, end);
    possess(b, held, child);
    lcm_bound_series(b->run, all, held, 1);
    i = end;
  }
  return all;
}

/* Return the loop "node" outside teams. */
static value *loop(struct bounding *b, const lcm_node *node) {
  const struct lcm_walk walk = lcm_run_walk(&b->engine, node);
  const bool parallel = node->kind == LCM_NODE_PARLOOP;
  const size_t bound = b->engine.env.n;
  struct lcm_bound_fork fork;
  value *all = parallel ? NULL : lcm_bound_value_new(b->run);
  lcm_bound_fork_begin(b->run, &fork);
  for (double i = 0; i < walk.steps && node->n_children && !b->engine.status;
       i++) {
    lcm_run_step(&b->engine, &walk, i);
    value *one = serial(b, node->children[0]);
    b->engine.env.n = bound;
    if (parallel)
      lcm_bound_branch(b->run, &fork, one, walk.each);
    else
      lcm_bound_series(b->run, all, one, walk.each);
  }
  return parallel ? lcm_bound_fork_end(b->run, &fork, node) : all;
}

/* Return child "i" of "node" on the processors that it gets. */
static value *unit(struct bounding *b, const lcm_node *node, size_t i) {
  struct lcm_run *engine = &b->engine;
  const lcm_node *child = node->children[i];
  const double n = (double)node->n_children;
  const double crew = b->crew;
  const double k = b->k;
  lcm_run_bind(engine, engine->names->parts, n);
  b->crew = lcm_run_traits(engine, child)->parallel
                ? lcm_run_unit_weight(engine, child, crew * k, n)
                : 1;
  b->k = 1;
  lcm_run_bind(engine, engine->names->p, b->crew);
  value *out = serial(b, child);
  b->k = k;
  b->crew = crew;
  return out;
}

/* Return the children of "node" at the same time. */
static value *parallel(struct bounding *b, const lcm_node *node) {
  struct lcm_bound_fork fork;
  const size_t bound = b->engine.env.n;
  lcm_bound_fork_begin(b->run, &fork);
  for (size_t i = 0; i < node->n_children; i++) {
    value *one = unit(b, node, i);
    b->engine.env.n = bound;
    lcm_bound_branch(b->run, &fork, one, 1);
  }
  return lcm_bound_fork_end(b->run, &fork, node);
}

/* Return what the branch "node" takes, or its mean. */
static value *branch(struct bounding *b, const lcm_node *node) {
  bool random = false;
  const size_t taken = lcm_run_taken(&b->engine, node, &random);
  value *all = lcm_bound_value_new(b->run);
  if (taken < node->n_children)
    return serial(b, node->children[taken]);
  for (size_t i = 0; random && i < node->n_children; i++)
    lcm_bound_series(b->run, all, serial(b, node->children[i]),
                     lcm_run_chance(&b->engine, node, i));
  all->random = random;
  return all;
}

/* ---- teams -------------------------------------------------------------- */

/* Add "next" to "segment", which goes on. */
static void go_on(struct bounding *b, struct segment *segment,
                  struct segment next) {
  bool overlap = false;
  segment->own += next.own;
  segment->own_path += next.own_path;
  segment->unit = fmax(segment->unit, next.unit);
  segment->unit_path = fmax(segment->unit_path, next.unit_path);
  segment->demands =
      lcm_bound_join(&b->run->pool, segment->demands, next.demands, &overlap);
}

/* Count "segment", which lies between two barriers, "times" over in "*part". */
static void close_segment(struct bounding *b, struct part *part,
                          struct segment segment, double times) {
  part->phi += times * (segment.own_path + segment.unit_path);
  part->time +=
      times * fmax(segment.own + segment.unit, load_of(b, segment.demands));
}

/* Let "next" follow "*all". */
static void follow(struct bounding *b, struct part *all, struct part next) {
  bool overlap = false;
  all->total = lcm_bound_join(&b->run->pool, all->total, next.total, &overlap);
  all->phi += next.phi;
  all->time += next.time;
  go_on(b, all->barrier ? &all->tail : &all->head, next.head);
  if (!next.barrier)
    return;
  if (all->barrier)
    close_segment(b, all, all->tail, 1);
  all->barrier = true;
  all->tail = next.tail;
}

/* Return "part" "times" over. */
static struct part power(struct bounding *b, struct part part, double times) {
  struct lcm_bound_pool *pool = &b->run->pool;
  part.total = lcm_bound_scale(pool, part.total, times);
  if (!part.barrier) {
    part.head.own *= times;
    part.head.own_path *= times;
    part.head.demands = lcm_bound_scale(pool, part.head.demands, times);
    return part;
  }
  struct segment turn = part.tail;
  keep(turn.demands);
  keep(part.head.demands);
  go_on(b, &turn, part.head);
  part.phi *= times;
  part.time *= times;
  close_segment(b, &part, turn, times - 1);
  return part;
}

/* Return the part with "segment" alone. */
static struct part part_of(struct segment segment) {
  keep(segment.demands);
  return (struct part){.head = segment, .total = segment.demands};
}

/* Return the part in which each member does what "one" says. */
static struct part by_each(struct bounding *b, const value *one) {
  const struct segment segment = {
      .own = one->time,
      .own_path = one->phi,
      .demands = lcm_bound_scale(&b->run->pool, one->demands, b->k)};
  return part_of(segment);
}

/* Add "one", "times" over, to the units that the members share. */
static void add_unit(struct bounding *b, struct segment *units, value *one,
                     double times) {
  const struct segment next = {
      .unit = times > 0 ? one->time : 0,
      .unit_path = times > 0 ? one->phi : 0,
      .demands = lcm_bound_scale(&b->run->pool, one->demands, times)};
  go_on(b, units, next);
}

/* Return whether a model of the loop "node" depends on its index. */
static bool models_differ(const lcm_node *node) {
  for (size_t i = 0; i < node->n_models; i++)
    for (size_t k = 0; k < node->u.loop.n_ranges; k++)
      if (lcm_expr_has(node->models[i].expr, node->u.loop.ranges[k].index))
        return true;
  return false;
}

/* A unit of "node" that the members share, number or index "at". */
typedef value *(*unit_fn)(struct bounding *b, const lcm_node *node, double at);

/* Return the iteration of the loop "node" whose index is bound. */
static value *iteration(struct bounding *b, const lcm_node *node, double at) {
  (void)at;
  return serial(b, node->children[0]);
}

/* Return the iteration of the loop "node" with the index "at" by its models. */
static value *modelled(struct bounding *b, const lcm_node *node, double at) {
  const struct noted noted = take_notes(b);
  const struct lcm_iteration_share how = {lcm_run_count(&b->engine, node),
                                          b->crew};
  const struct lcm_outcome one = lcm_run_iteration(&b->engine, node, at, &how);
  const double work = one.cats[LCM_CAT_PC] + one.cats[LCM_CAT_UNSPLIT];
  return leaf(b, work / b->crew, work, &noted);
}

/* Return child number "at" of "node". */
static value *numbered(struct bounding *b, const lcm_node *node, double at) {
  return unit(b, node, (size_t)at);
}

/* Return the unit "at" of "node" that "make" makes: where it depends on who
 * does it, which nobody knows, the least that any member takes and works. */
static value *by_whoever(struct bounding *b, const lcm_node *node, double at,
                         unit_fn make) {
  struct lcm_run *engine = &b->engine;
  const size_t bound = engine->env.n;
  value *least = NULL;
  double work = INFINITY;
  if (!lcm_run_traits(engine, node)->thread)
    return make(b, node, at);
  for (size_t m = 0; m < b->k; m++) {
    lcm_run_bind_member(engine, m);
    value *one = make(b, node, at);
    engine->env.n = bound;
    work = fmin(work, one->work);
    one->phi = least ? fmin(least->phi, one->phi) : one->phi;
    one->time = least ? fmin(least->time, one->time) : one->time;
    least = one;
  }
  if (!least)
    return lcm_bound_value_new(b->run);
  least->demands = demand(b, NULL, "processors", work);
  return least;
}

/* Add the iterations of the worksharing loop "node" to "units" as its models
 * have them. */
static void share_models(struct bounding *b, const lcm_node *node,
                         struct segment *units) {
  struct lcm_run *engine = &b->engine;
  const struct lcm_loop_schedule all =
      lcm_run_loop_schedule(engine, node, b->k, b->crew);
  const double each = models_differ(node) ? 1 : all.count;
  for (double i = 0; i < all.count && !engine->status && !is_too_long(b);
       i += each)
    add_unit(b, units, by_whoever(b, node, all.first + i * all.step, modelled),
             each);
}

/* Return the part that is the worksharing loop "node". */
static struct part share_loop(struct bounding *b, const lcm_node *node) {
  struct lcm_run *engine = &b->engine;
  const size_t bound = engine->env.n;
  struct segment units = {0};
  if (lcm_node_whole(node)) {
    const lcm_model *time = lcm_node_model(node, "time");
    if (time && !lcm_model_is_divided(node))
      return by_each(b, priced(b, node));
    share_models(b, node, &units);
    return part_of(units);
  }
  const struct lcm_walk walk = lcm_run_walk(engine, node);
  for (double i = 0; i < walk.steps && node->n_children && !engine->status;
       i++) {
    lcm_run_step(engine, &walk, i);
    add_unit(b, &units, by_whoever(b, node, i, iteration), walk.each);
    engine->env.n = bound;
  }
  return part_of(units);
}

/* Return the part whose units are the children of "node". */
static struct part share_children(struct bounding *b, const lcm_node *node) {
  struct segment units = {0};
  for (size_t i = 0; i < node->n_children; i++)
    add_unit(b, &units, by_whoever(b, node, (double)i, numbered), 1);
  return part_of(units);
}

/* Return the part that "node" is where the members do different things: each
 * does as much as the one that does least, and some one the rest. */
static struct part by_member(struct bounding *b, const lcm_node *node) {
  struct lcm_run *engine = &b->engine;
  const double k = b->k;
  const size_t bound = engine->env.n;
  struct segment all = {.own = INFINITY, .own_path = INFINITY};
  bool overlap = false;
  for (size_t m = 0; m < k; m++) {
    lcm_run_bind_member(engine, m);
    lcm_run_bind(engine, lcm_intern(engine->ctx, "rank"), (double)m);
    b->k = 1;
    value *one = serial(b, node);
    b->k = k;
    engine->env.n = bound;
    all.own = fmin(all.own, one->time);
    all.own_path = fmin(all.own_path, one->phi);
    all.unit = fmax(all.unit, one->time);
    all.unit_path = fmax(all.unit_path, one->phi);
    all.demands =
        lcm_bound_join(&b->run->pool, all.demands, one->demands, &overlap);
  }
  all.unit -= all.own;
  all.unit_path -= all.own_path;
  return part_of(all);
}

/* Return what the members do in the children of "node". */
static struct part member_series(struct bounding *b, const lcm_node *node) {
  struct part all = {0};
  const size_t n = node->n_children;
  for (size_t i = 0; i < n && !b->engine.status; i++) {
    const bool acquire = node->children[i]->kind == LCM_NODE_ACQUIRE;
    const size_t end = acquire ? release_of(node, i) : n;
    if (acquire && end < n) {
      follow(b, &all, by_each(b, children(b, node, i, end + 1)));
      i = end;
    } else
      follow(b, &all, member(b, node->children[i]));
  }
  return all;
}

/* Return what the members do in the sequential loop "node". */
static struct part member_loop(struct bounding *b, const lcm_node *node) {
  const struct lcm_walk walk = lcm_run_walk(&b->engine, node);
  const size_t bound = b->engine.env.n;
  struct part all = {0};
  for (double i = 0; i < walk.steps && node->n_children && !b->engine.status;
       i++) {
    lcm_run_step(&b->engine, &walk, i);
    follow(b, &all, power(b, member(b, node->children[0]), walk.each));
    b->engine.env.n = bound;
  }
  return all;
}

/* Return what the members do in what the branch "node" takes. */
static struct part member_branch(struct bounding *b, const lcm_node *node) {
  bool random = false;
  const size_t taken = lcm_run_taken(&b->engine, node, &random);
  if (taken < node->n_children)
    return member(b, node->children[taken]);
  return random ? by_each(b, branch(b, node)) : (struct part){0};
}

/* Return what the members do in the callee of "node". */
static struct part member_call(struct bounding *b, const lcm_node *node) {
  struct lcm_run saved;
  const lcm_node *body = NULL;
  struct part part = {0};
  if (!lcm_run_enter(&b->engine, node, &saved, &body))
    return part;
  part = member(b, body);
  lcm_run_leave(&b->engine, &saved);
  return part;
}

/* Return whether what "node" itself says differs from member to member. */
static bool differs(struct bounding *b, const lcm_node *node) {
  const struct lcm_run *run = &b->engine;
  bool found = lcm_run_by_member(run, node->flops) ||
               lcm_run_by_member(run, node->cycles) ||
               lcm_run_by_member(run, node->rest) ||
               lcm_run_by_member(run, node->bytes);
  if (b->k > MAX_MEMBERS)
    return false;
  for (size_t i = 0; i < node->n_models; i++)
    found = found || lcm_run_by_member(run, node->models[i].expr);
  switch (node->kind) {
  case LCM_NODE_LOOP:
    for (size_t i = 0; i < node->u.loop.n_ranges; i++)
      found = found || lcm_run_by_member(run, node->u.loop.ranges[i].from) ||
              lcm_run_by_member(run, node->u.loop.ranges[i].to);
    break;
  case LCM_NODE_BRANCH:
    for (size_t i = 0; node->u.branch.conditions && i < node->n_children; i++)
      found = found || lcm_run_by_member(run, node->u.branch.conditions[i]);
    break;
  case LCM_NODE_CALL:
    for (size_t i = 0; i < node->u.call.n_args; i++)
      found = found || lcm_run_by_member(run, node->u.call.args[i]);
    break;
  case LCM_NODE_SERIES:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_LET:
    return false;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODE_WHILE:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return found;
}

/* Let the LET "node" have a value for all members, or one for each. */
static void member_let(struct bounding *b, const lcm_node *node) {
  struct lcm_run *run = &b->engine;
  const struct lcm_team members = {.k = (size_t)b->k};
  double number = 0;
  if (lcm_run_by_member(run, node->u.let.value))
    lcm_run_add_member_value(run, &members, node->u.let.name,
                             node->u.let.value);
  else if (lcm_run_derived(&number, run, node->u.let.value))
    lcm_run_bind(run, node->u.let.name, number);
}

/* Return what a member of a team does of "node". */
static struct part member(struct bounding *b, const lcm_node *node) {
  if (node->ignored || b->engine.status || is_too_long(b))
    return (struct part){0};
  if (differs(b, node))
    return by_member(b, node);
  if (node->kind != LCM_NODE_PARLOOP) {
    const value *one = node->kind == LCM_NODE_FRAGMENT ? NULL : priced(b, node);
    if (one)
      return by_each(b, one);
  }
  switch (node->kind) {
  case LCM_NODE_SERIES:
  case LCM_NODE_TASKGROUP:
    return member_series(b, node);
  case LCM_NODE_BARRIER:
    return (struct part){.barrier = true};
  case LCM_NODE_PARLOOP:
    return share_loop(b, node);
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TASK:
    return share_children(b, node);
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    return member_loop(b, node);
  case LCM_NODE_BRANCH:
    return member_branch(b, node);
  case LCM_NODE_CALL:
    return member_call(b, node);
  case LCM_NODE_LET:
    member_let(b, node);
    return (struct part){0};
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_TEAM:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TASKWAIT:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return by_each(b, serial(b, node));
}

/* Put how many members the team "node" has into "b", and bind that. */
static void size_team(struct bounding *b, const lcm_node *node) {
  struct lcm_run *engine = &b->engine;
  const bool ranks = lcm_run_traits(engine, node)->ranks;
  b->k = ranks ? (double)lcm_run_count_ranks(engine, node, b->crew)
               : (double)lcm_run_team_size(engine, node, b->crew);
  b->ranks = ranks ? b->k : b->ranks;
  if (ranks)
    lcm_run_bind(engine, engine->names->ranks, b->k);
}

/* Return the team "node". */
static value *team(struct bounding *b, const lcm_node *node) {
  struct lcm_run *engine = &b->engine;
  const double outer = b->k;
  const double limit = b->limit;
  const double crew = b->crew;
  const double movers = engine->bandwidth.movers;
  const size_t bound = engine->env.n;
  const bool nests =
      node->n_children && lcm_run_traits(engine, node->children[0])->parallel;
  struct part part = {0};
  value *out = lcm_bound_value_new(b->run);
  size_team(b, node);
  b->crew = nests ? fmax(1, crew / b->k) : 1;
  engine->bandwidth.movers =
      lcm_run_traits(engine, node)->ranks ? b->crew : b->k * b->crew;
  lcm_run_bind(engine, engine->names->p, b->crew);
  lcm_run_bind(engine, engine->names->team, b->k);
  b->limit = nests ? INFINITY : b->k;
  const size_t lets = engine->member_values.n;
  if (node->n_children)
    part = member(b, node->children[0]);
  close_segment(b, &part, part.head, 1);
  if (part.barrier)
    close_segment(b, &part, part.tail, 1);
  out->phi = part.phi;
  out->demands = part.total;
  const double omega = load_of(b, part.total);
  out->time = out->skewed = out->barriers = fmax(part.time, omega);
  if (omega > part.phi && part.total) {
    out->binds = part.total->worst_at;
    out->bind_time = omega;
  }
  out->upper = out->conjecture = NAN;
  out->cycle.is = false;
  out->turns = 0;
  engine->env.n = bound;
  engine->member_values.n = lets;
  engine->bandwidth.movers = movers;
  b->k = outer;
  b->crew = crew;
  b->limit = limit;
  return out;
}

/* ---- everything --------------------------------------------------------- */

/* Return what the callee of "node" takes. */
static value *call(struct bounding *b, const lcm_node *node) {
  struct lcm_run saved;
  const lcm_node *body = NULL;
  if (!lcm_run_enter(&b->engine, node, &saved, &body))
    return lcm_bound_value_new(b->run);
  value *out = serial(b, body);
  lcm_run_leave(&b->engine, &saved);
  return out;
}

/* Return what "node" takes by its kind. */
static value *by_kind(struct bounding *b, const lcm_node *node) {
  double number = 0;
  value *out = NULL;
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    return loop(b, node);
  case LCM_NODE_PARALLEL:
    return parallel(b, node);
  case LCM_NODE_BRANCH:
    return branch(b, node);
  case LCM_NODE_CALL:
    return call(b, node);
  case LCM_NODE_TEAM:
    return team(b, node);
  case LCM_NODE_LET:
    if (lcm_run_derived(&number, &b->engine, node->u.let.value))
      lcm_run_bind(&b->engine, node->u.let.name, number);
    return lcm_bound_value_new(b->run);
  case LCM_NODE_USE: {
    const double time =
        lcm_run_cost(&b->engine, node->u.resource.time, node->loc);
    const struct noted noted = take_notes(b);
    out = leaf(b, time, time, &noted);
    possess(b, out, node);
    return out;
  }
  case LCM_NODE_USING:
    if (is_once(node))
      return lcm_bound_value_new(b->run);
    out = children(b, node, 0, node->n_children);
    possess(b, out, node);
    return out;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODES_OF_POSSESSION:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return children(b, node, 0, node->n_children);
}

/* Return what "node" takes that makes tasks: its span and its work. */
static value *with_tasks(struct bounding *b, const lcm_node *node) {
  const struct noted noted = take_notes(b);
  double span = 0;
  const struct lcm_outcome all = lcm_run_tasks(&b->engine, node, 1, &span);
  return leaf(b, span, all.cats[LCM_CAT_PC] + all.cats[LCM_CAT_UNSPLIT],
              &noted);
}

/* Return the value of "node" where one processor executes it. */
static value *serial(struct bounding *b, const lcm_node *node) {
  if (node->ignored || b->engine.status || is_too_long(b))
    return lcm_bound_value_new(b->run);
  const size_t bound = b->engine.env.n;
  for (size_t i = 0; i < node->n_with; i++) {
    double number = 0;
    if (strcmp(node->with[i].name, "p") != 0 &&
        lcm_run_derived(&number, &b->engine, node->with[i].value))
      lcm_run_bind(&b->engine, node->with[i].name, number);
  }
  if (node->kind == LCM_NODE_PARALLEL)
    lcm_run_bind(&b->engine, b->engine.names->parts, (double)node->n_children);
  value *out = priced(b, node);
  const struct lcm_traits *traits = lcm_run_traits(&b->engine, node);
  if (!out && traits->tasks && !traits->parallel && node->kind != LCM_NODE_LET)
    out = with_tasks(b, node);
  out = out ? out : by_kind(b, node);
  if (node->kind != LCM_NODE_LET)
    b->engine.env.n = bound;
  return out;
}

/* Make the engine of "b" ready for "program" with the "n" values "env". */
static lcm_status prepare(struct bounding *b, lcm_bound *bound,
                          const lcm_binding *env, size_t n) {
  static const struct lcm_predict_options PLAIN = {0};
  struct lcm_setup *setup =
      LCM_NEW(lcm_ctx_arena(bound->ctx), struct lcm_setup);
  *setup = (struct lcm_setup){.ctx = bound->ctx,
                              .program = bound->program,
                              .options = &PLAIN,
                              .machine = bound->options.machine};
  lcm_setup_begin(setup);
  setup->entry = bound->entry;
  lcm_setup_place(setup, env, n);
  b->w = lcm_setup_processors(setup, 0);
  b->crew = b->w;
  b->k = b->ranks = 1;
  b->limit = INFINITY;
  const lcm_status valid = lcm_check_processors(bound->ctx, b->w);
  if (valid)
    return valid;
  lcm_run_begin(&b->engine, setup, &(struct lcm_run_place){0, b->w, NULL});
  b->engine.mode.least = true;
  return LCM_OK;
}

value *lcm_bound_program(struct lcm_bound_run *run, lcm_bound *bound,
                         const lcm_binding *env, size_t n) {
  struct bounding *b = LCM_NEW(run->pool.arena, struct bounding);
  b->run = run;
  run->status = prepare(b, bound, env, n);
  if (run->status)
    return lcm_bound_value_new(run);
  const bool muted = lcm_ctx_mute(run->ctx, true);
  value *out = serial(b, bound->entry->body);
  (void)lcm_ctx_mute(run->ctx, muted);
  if (b->engine.status && b->engine.status != LCM_EBUDGET)
    lcm_bound_give_up(run, bound->entry->body,
                      "a cost of the program has no value at this point");
  else
    run->status = b->engine.status;
  return out;
}
