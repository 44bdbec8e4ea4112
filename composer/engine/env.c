#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/ctx.h"
#include "composer/engine/env.h"
#include "composer/engine/score.h"
#include "composer/engine/slopes.h"
#include "composer/engine/static.h"
#include "composer/engine/team/spread.h"
#include "composer/rules/price.h"
#include "model/expr/change.h"
#include "model/expr/eval.h"
#include "model/expr/intern.h"
#include "model/expr/over.h"
#include "model/expr/parse.h"
#include "model/structure/categories.h"

/* What an expression with sums is where its names are whole numbers. */
struct quick {
  const lcm_expr *closed;
  const char *const *names;
  size_t n;
};

/* What is remembered of nodes, by address: open addressing.
 * depth   of nodes whose traits are being gathered; cyclic: those of one of
 *         them were asked for meanwhile
 * quick   by expression, 1 + its index in "closed", or 0 */
struct lcm_facts_table {
  const lcm_node **keys;
  struct lcm_facts **values;
  size_t cap;
  size_t n;
  size_t depth;
  bool cyclic;
  lcm_map quick;
  LCM_LIST(struct quick) closed;
};

void lcm_names_intern(struct lcm_names *names, lcm_ctx *ctx) {
  *names = (struct lcm_names){.p = lcm_intern(ctx, "p"),
                              .procs = lcm_intern(ctx, "procs"),
                              .team = lcm_intern(ctx, "team"),
                              .thread = lcm_intern(ctx, "thread"),
                              .parts = lcm_intern(ctx, "T"),
                              .rank = lcm_intern(ctx, "rank"),
                              .ranks = lcm_intern(ctx, "ranks"),
                              .threads = lcm_intern(ctx, "threads"),
                              .m = lcm_intern(ctx, "m"),
                              .n = lcm_intern(ctx, "n")};
}

void lcm_run_bind(struct lcm_run *run, const char *name, double value) {
  lcm_env *env = &run->env;
  if (env->n == env->cap)
    env->at = lcm_list_grow(lcm_ctx_arena(run->ctx), env->at, &env->cap,
                            sizeof *env->at);
  env->at[env->n++] = (lcm_binding){name, value};
}

void lcm_run_bind_member(struct lcm_run *run, size_t m) {
  lcm_run_bind(run, run->names->thread, (double)m);
  for (size_t i = 0; i < run->member_values.n; i++) {
    const struct lcm_member_value *value = &run->member_values.at[i];
    if (value->values && !isnan(value->values[m]))
      lcm_run_bind(run, value->name, value->values[m]);
  }
}

bool lcm_run_by_member(const struct lcm_run *run, const lcm_expr *e) {
  if (!e)
    return false;
  for (size_t i = 0; i < run->member_values.n; i++)
    if (lcm_expr_has(e, run->member_values.at[i].name))
      return true;
  return lcm_expr_has(e, "thread") || lcm_expr_has(e, "rank");
}

void lcm_run_add_member_value(struct lcm_run *run, const struct lcm_team *team,
                              const char *name, const lcm_expr *e) {
  struct lcm_member_value value = {name, NULL};
  const size_t bound = run->env.n;
  double *values =
      team ? LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), double, team->k) : NULL;
  for (size_t m = 0; team && m < team->k; m++) {
    lcm_run_bind_member(run, m);
    values[m] = NAN;
    (void)lcm_run_derived(&values[m], run, e);
    run->env.n = bound;
  }
  value.values = values;
  for (size_t i = 0; i < run->member_values.n; i++)
    if (run->member_values.at[i].name == name) {
      run->member_values.at[i] = team ? value : run->member_values.at[i];
      return;
    }
  LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &run->member_values, value);
}

const char *lcm_run_missing(struct lcm_run *run, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, run->ctx, e) : 0;
  for (size_t i = 0; i < n; i++) {
    bool found = false;
    for (size_t k = 0; k < run->env.n && !found; k++)
      found = run->env.at[k].name == names[i];
    if (!found)
      return names[i];
  }
  return NULL;
}

/* Report that a name of "e", the cost at "at", has no value. */
static void report_unbound(struct lcm_run *run, const lcm_expr *e, lcm_loc at) {
  const char *missing = lcm_run_missing(run, e);
  const char *name = missing ? missing : "?";
  const lcm_loc place =
      lcm_expr_name_place(run->ctx, missing ? missing : "", at);
  if (!strncmp(name, "machine.", strlen("machine.")))
    lcm_report(run->ctx, LCM_DIAG_UNBOUND, place,
               "the description of the machine '%s' lacks '%s'",
               run->machine->name, name + strlen("machine."));
  else
    lcm_report(run->ctx, LCM_DIAG_UNBOUND, place,
               "nothing gives '%s' a value: use -D %s=..., or "
               "`// lcm: param %s := EXPRESSION`",
               name, name, name);
}

/* Return what "run" remembers, made where it is not there. */
static struct lcm_facts_table *facts_of(struct lcm_run *run) {
  if (!run->facts) {
    run->facts = LCM_NEW(lcm_ctx_arena(run->ctx), struct lcm_facts_table);
    lcm_run_find_elsewhere(run);
  }
  return run->facts;
}

/* Return the number in the list of "table" of what "e" is with sums closed, or
 * 0 where it has none. */
static size_t close_sums(struct lcm_run *run, struct lcm_facts_table *table,
                         const lcm_expr *e) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct quick quick = {.closed = lcm_expr_close(run->ctx, e)};
  if (quick.closed != e) {
    quick.n = lcm_expr_names(&quick.names, run->ctx, e);
    LCM_LIST_ADD(arena, &table->closed, quick);
  }
  const size_t at = quick.closed != e ? table->closed.n : 0;
  lcm_map_put(arena, &table->quick, e, at);
  return at;
}

/* Return whether "name" has a whole value in "env". */
static bool is_whole(const lcm_env *env, const char *name) {
  for (size_t i = env->n; i-- > 0;)
    if (env->at[i].name == name)
      return env->at[i].value == floor(env->at[i].value);
  return false;
}

/* Evaluate "e" in the scope of "run" into "*out", its sums in closed form. */
static lcm_status evaluate(double *out, struct lcm_run *run,
                           const lcm_expr *e) {
  struct lcm_facts_table *table = facts_of(run);
  size_t at = 0;
  if (lcm_expr_arity(e) && !lcm_map_get(&table->quick, e, &at))
    at = close_sums(run, table, e);
  const struct quick *quick = at ? &table->closed.at[at - 1] : NULL;
  bool whole = quick != NULL;
  for (size_t i = 0; whole && i < quick->n; i++)
    whole = is_whole(&run->env, quick->names[i]);
  const lcm_expr *used = whole ? quick->closed : e;
  if (run->slopes)
    lcm_slopes_note(run, used);
  return lcm_expr_eval(out, used, run->env.at, run->env.n);
}

/* Say that the fitted model at "at" is negative at this point, as often as that
 * is new. */
static void note_negative(struct lcm_run *run, lcm_loc at) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(run->ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].id == LCM_DIAG_NEGATIVE_FIT && all[i].at.file == at.file &&
        all[i].at.begin == at.begin)
      return;
  lcm_report(run->ctx, LCM_DIAG_NEGATIVE_FIT, at,
             "the fitted cost is negative at a point, where it is taken as 0");
}

/* Evaluate the cost "e", which is "fitted" to measurements or not. */
static double cost_of(struct lcm_run *run, const lcm_expr *e, lcm_loc at,
                      bool fitted) {
  double value = 0;
  const lcm_status status = evaluate(&value, run, e);
  if (status == LCM_EUNBOUND) {
    report_unbound(run, e, at);
  } else if (status || !isfinite(value))
    lcm_report(run->ctx, LCM_DIAG_DOMAIN, at,
               "the cost is not a number at this point");
  else if (value >= 0 || run->trial)
    return value;
  else if (fitted) {
    note_negative(run, at);
    return 0;
  } else
    lcm_report(run->ctx, LCM_DIAG_NEGATIVE_COST, at,
               "the cost is negative (%g) at this point", value);
  run->status = run->status ? run->status : status ? status : LCM_EDOMAIN;
  return 0;
}

double lcm_run_cost(struct lcm_run *run, const lcm_expr *e, lcm_loc at) {
  return cost_of(run, e, at, false);
}

double lcm_run_model(struct lcm_run *run, const lcm_model *model) {
  return cost_of(run, model->expr, model->loc,
                 model->provenance == LCM_PROV_MEASURED);
}

bool lcm_run_derived(double *out, struct lcm_run *run, const lcm_expr *e) {
  double value = 0;
  if (!e || evaluate(&value, run, e) || !isfinite(value))
    return false;
  *out = value;
  return true;
}

double lcm_run_transfer(struct lcm_run *run, double bytes) {
  return lcm_run_machine(run, "transfer", LCM_TRANSFER_ENDS, bytes, 1);
}

double lcm_run_machine(struct lcm_run *run, const char *name, double p,
                       double m, double n) {
  const struct lcm_cost *cost = lcm_machine_cost(run->machine, name);
  const struct lcm_names *names = run->names;
  const lcm_binding env[] = {{names->p, p}, {names->m, m}, {names->n, n}};
  const bool rate = !strcmp(name, "flop") || !strcmp(name, "byte");
  double value = 0;
  if (!cost || (run->unlimited && !rate))
    return 0;
  if (lcm_expr_eval(&value, cost->expr, env, 3) || !(value >= 0)) {
    lcm_report(run->ctx, LCM_DIAG_MACHINE, (lcm_loc){0},
               "the machine's cost '%s' is undefined or negative", name);
    run->status = LCM_EDOMAIN;
    return 0;
  }
  return value;
}

size_t lcm_run_category(const struct lcm_run *run, const char *name) {
  for (size_t c = 0; c < run->n_cats; c++)
    if (!strcmp(run->cat_names[c], name))
      return c;
  return run->n_cats;
}

void lcm_outcome_add(struct lcm_outcome *a, const struct lcm_outcome *b,
                     double times) {
  lcm_score_add(a, b, times);
  a->time += b->time * times;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    a->cats[c] += b->cats[c] * times;
}

/* Return the place of "node" in "table". */
static size_t place_of(const struct lcm_facts_table *table,
                       const lcm_node *node) {
  const uint64_t hash = (uint64_t)(uintptr_t)node * 0x9e3779b97f4a7c15u;
  size_t i = (size_t)(hash >> 32) & (table->cap - 1);
  while (table->keys[i] && table->keys[i] != node)
    i = (i + 1) & (table->cap - 1);
  return i;
}

/* Make "table" twice as large. */
static void grow(lcm_ctx *ctx, struct lcm_facts_table *table) {
  const struct lcm_facts_table old = *table;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  table->cap = old.cap ? 2 * old.cap : 1024;
  table->keys = LCM_NEW_ARRAY(arena, const lcm_node *, table->cap);
  table->values = LCM_NEW_ARRAY(arena, struct lcm_facts *, table->cap);
  for (size_t i = 0; i < old.cap; i++)
    if (old.keys[i]) {
      const size_t at = place_of(table, old.keys[i]);
      table->keys[at] = old.keys[i];
      table->values[at] = old.values[i];
    }
}

/* Return whether "e" mentions a name that depends on the member. */
static bool names_thread(const lcm_expr *e) {
  return e && (lcm_expr_has(e, "thread") || lcm_expr_has(e, "rank"));
}

/* Return whether the models of "node" speak of several processors. */
static bool is_parallel_model(const lcm_node *node) {
  for (size_t i = 0; i < node->n_models; i++) {
    const lcm_model *model = &node->models[i];
    if (lcm_amount_traits(model->category) & LCM_OF_CREW ||
        lcm_expr_has(model->expr, "p") || lcm_expr_has(model->expr, "procs"))
      return true;
  }
  return false;
}

/* Return whether the MESSAGE "node" makes a communicator. */
static bool makes_group(const lcm_node *node) {
  const struct lcm_mpi_function *function =
      lcm_mpi_function(node->u.message->operation);
  return function && (function->kind == LCM_MESSAGE_DUP ||
                      function->kind == LCM_MESSAGE_SPLIT ||
                      function->kind == LCM_MESSAGE_CART ||
                      function->kind == LCM_MESSAGE_CART_SUB ||
                      function->kind == LCM_MESSAGE_CREATE ||
                      function->kind == LCM_MESSAGE_COMM_GROUP ||
                      function->kind == LCM_MESSAGE_GRAPH_ALL ||
                      function->kind == LCM_MESSAGE_GRAPH_EDGES ||
                      function->kind == LCM_MESSAGE_GRAPH);
}

/* Put what "node" itself, without children, says into "t". */
static void own_traits(struct lcm_traits *t, const lcm_node *node) {
  t->parallel = is_parallel_model(node);
  for (size_t i = 0; i < node->n_models; i++)
    t->thread = t->thread || names_thread(node->models[i].expr);
  switch (node->kind) {
  case LCM_NODE_TEAM:
    t->parallel = t->teams = true;
    t->ranks = node->u.team.kind == LCM_TEAM_RANKS;
    break;
  case LCM_NODE_PARLOOP:
    t->shared = true;
    t->meets = node->u.loop.worksharing;
    break;
  case LCM_NODE_PARALLEL:
    t->shared = true;
    t->meets = node->u.parallel.worksharing;
    break;
  case LCM_NODE_BARRIER:
    t->shared = t->meets = true;
    break;
  case LCM_NODE_TASK:
    t->tasks = t->makes = t->shared = true;
    t->events =
        node->u.task.n_depends || node->u.task.when || node->u.task.final_when;
    t->depends = node->u.task.n_depends > 0;
    break;
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_TASKGROUP:
    t->waits = t->tasks = t->shared = t->events = true;
    break;
  case LCM_NODE_USE:
  case LCM_NODE_USING:
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
    t->actor = t->events = true;
    break;
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    t->actor = t->events = t->waiter = true;
    break;
  case LCM_NODE_BRANCH:
    t->random = node->u.branch.probabilities != NULL;
    for (size_t i = 0; node->u.branch.conditions && i < node->n_children; i++)
      t->thread = t->thread || names_thread(node->u.branch.conditions[i]);
    break;
  case LCM_NODE_LET:
    t->thread = t->thread || names_thread(node->u.let.value);
    break;
  case LCM_NODE_LOOP:
    for (size_t i = 0; i < node->u.loop.n_ranges; i++)
      t->thread = t->thread || names_thread(node->u.loop.ranges[i].from) ||
                  names_thread(node->u.loop.ranges[i].to);
    break;
  case LCM_NODE_CALL:
    for (size_t i = 0; i < node->u.call.n_args; i++)
      t->thread = t->thread || names_thread(node->u.call.args[i]);
    break;
  case LCM_NODE_FRAGMENT:
    t->thread =
        t->thread || names_thread(node->flops) || names_thread(node->bytes);
    break;
  case LCM_NODE_SERIES:
  case LCM_NODE_WHILE:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  case LCM_NODE_MESSAGE:
    t->messages = true;
    t->groups = makes_group(node);
    break;
  }
}

/* Return whether "node" comes to call the function with the body "body", by
 * way of functions that are not among "seen". */
static bool comes_back(struct lcm_run *run, const lcm_node *node,
                       const lcm_node *body, lcm_map *seen) {
  size_t known = 0;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(run->program, node->u.call.callee)
          : NULL;
  if (callee && callee->body == body)
    return true;
  if (callee && callee->body && !lcm_map_get(seen, callee->body, &known)) {
    lcm_map_put(lcm_ctx_arena(run->ctx), seen, callee->body, 1);
    if (comes_back(run, callee->body, body, seen))
      return true;
  }
  for (size_t i = 0; i < node->n_children; i++)
    if (comes_back(run, node->children[i], body, seen))
      return true;
  return false;
}

/* Return whether the function with the body "body" comes to call itself. */
static bool recurs(struct lcm_run *run, const lcm_node *body) {
  if (!lcm_run_facts(run, body)->recurs_known) {
    lcm_map seen = {0};
    const bool found = comes_back(run, body, body, &seen);
    struct lcm_facts *facts = lcm_run_facts(run, body);
    facts->recurs = found;
    facts->recurs_known = true;
  }
  return lcm_run_facts(run, body)->recurs;
}

/* Join the traits "of" into "t"; a team or its own closes what is shared. */
static void join(struct lcm_traits *t, const struct lcm_traits *of,
                 const lcm_node *node) {
  const bool closed = node->kind == LCM_NODE_TEAM;
  t->parallel = t->parallel || of->parallel;
  t->teams = t->teams || of->teams;
  t->shared = t->shared || (of->shared && !closed);
  t->meets = t->meets || (of->meets && !closed && node->kind != LCM_NODE_TASK);
  t->actor = t->actor || of->actor;
  t->waiter = t->waiter || of->waiter;
  t->tasks = t->tasks || (of->tasks && !closed);
  t->depends = t->depends || (of->depends && !closed);
  t->waits = t->waits || (of->waits && !closed);
  t->makes =
      t->makes || (of->makes && !closed && node->kind != LCM_NODE_PARALLEL);
  t->events = t->events || (of->events && !closed);
  t->random = t->random || of->random;
  t->thread = t->thread || (of->thread && !closed);
  t->ranks = t->ranks || of->ranks;
  t->groups = t->groups || of->groups;
  t->recurs = t->recurs || of->recurs;
  t->messages =
      t->messages ||
      (of->messages && !(closed && node->u.team.kind == LCM_TEAM_RANKS));
}

/* Return whether a movement of data ends at "node". */
static bool is_read(const struct lcm_run *run, const lcm_node *node) {
  for (size_t i = 0; run->data && i < run->data->n_movements; i++)
    if (run->data->movements[i].to_node == node)
      return true;
  return false;
}

/* Return whether "node" takes or gives units of a semaphore, so that one may
 * wait for another. */
static bool counts(const struct lcm_run *run, const lcm_node *node) {
  if ((node->kind != LCM_NODE_ACQUIRE && node->kind != LCM_NODE_RELEASE) ||
      !node->u.resource.n_instances)
    return false;
  const char *name = node->u.resource.instances[0].name;
  for (size_t i = 0; i < run->program->n_resources; i++)
    if (run->program->resources[i].semaphore &&
        !strcmp(run->program->resources[i].name, name))
      return true;
  return false;
}

/* Return the traits of "node" and all below it. */
static struct lcm_traits gather(struct lcm_run *run, const lcm_node *node) {
  struct lcm_traits t = {0};
  bool nested = false;
  own_traits(&t, node);
  for (size_t i = 0; i < node->n_models && run->program->n_draws; i++)
    t.random = t.random || lcm_expr_draws(run->program, node->models[i].expr);
  t.waiter = t.waiter || counts(run, node);
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_traits *below = lcm_run_traits(run, node->children[i]);
    nested = nested || below->tasks;
    join(&t, below, node);
  }
  if (node->kind == LCM_NODE_TASK && nested)
    t.waits = t.events = true;
  if (node->kind == LCM_NODE_PARLOOP && nested)
    t.events = true;
  if (node->kind != LCM_NODE_CALL)
    return t;
  const lcm_function *callee =
      lcm_program_function(run->program, node->u.call.callee);
  if (callee && callee->body) {
    join(&t, lcm_run_traits(run, callee->body), node);
    t.recurs = t.recurs || recurs(run, callee->body);
  }
  return t;
}

/* Gather again what was gathered while functions that call themselves were not
 * finished, until nothing changes. */
static void settle(struct lcm_run *run) {
  const struct lcm_facts_table *table = run->facts;
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < table->cap; i++) {
      if (!table->keys[i])
        continue;
      const struct lcm_traits t = gather(run, table->keys[i]);
      changed = changed || memcmp(&t, &table->values[i]->traits, sizeof t) != 0;
      table->values[i]->traits = t;
    }
  }
}

struct lcm_facts *lcm_run_facts(struct lcm_run *run, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct lcm_facts_table *table = facts_of(run);
  if (2 * (table->n + 1) > table->cap)
    grow(run->ctx, table);
  const size_t at = place_of(table, node);
  if (table->keys[at]) {
    table->cyclic = table->cyclic || table->values[at]->busy;
    return table->values[at];
  }
  struct lcm_facts *facts = LCM_NEW(arena, struct lcm_facts);
  table->keys[at] = node;
  table->values[at] = facts;
  table->n++;
  table->depth++;
  facts->busy = true;
  facts->traits = gather(run, node);
  facts->busy = false;
  facts->read = is_read(run, node);
  if (--table->depth == 0 && table->cyclic) {
    table->cyclic = false;
    settle(run);
  }
  return facts;
}

const struct lcm_traits *lcm_run_traits(struct lcm_run *run,
                                        const lcm_node *node) {
  return &lcm_run_facts(run, node)->traits;
}
