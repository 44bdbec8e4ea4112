/* Enters functions that are called and leaves them: names, path, depth. */
#include <stdio.h>
#include <string.h>

#include "composer/engine/call.h"
#include "composer/engine/env.h"
#include "composer/engine/record/record.h"
#include "composer/engine/team/depend.h"

/* How deep calls may be. */
enum { LCM_MAX_CALL_DEPTH = 400 };

/* Calls of functions that are not recursive, behind recursion that is too
 * deep: it is the recursive one that an error speaks of. */
enum { MORE_CALLS = 100 };

/* How deep calls may be by chance alone, and after how many nested calls it is
 * asked whether anything decides that a function calls itself. */
enum { CHANCE_DEPTH = 40, ASKED_EACH = 16 };

/* The work that a recursion may take, call by call. */
static const unsigned long long MOST_WORK = 2000000;

/* Return the bindings of the calls at the present depth, empty; they are taken
 * up again when the call is left. */
static lcm_env take_frame(struct lcm_run *run) {
  const lcm_env none = {0};
  if (!run->frames)
    run->frames = LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), lcm_env,
                                LCM_MAX_CALL_DEPTH + MORE_CALLS + 2);
  lcm_env frame = run->frames[run->depth];
  run->frames[run->depth] = none;
  frame.n = 0;
  return frame;
}

/* Return what the body of "callee", called at "node", knows: what holds
 * everywhere, the team, and its parameters. */
static lcm_env frame_of(struct lcm_run *run, const lcm_node *node,
                        const lcm_function *callee) {
  lcm_env inner = take_frame(run);
  for (size_t i = 0; i < run->env.n; i++) {
    const char *name = run->env.at[i].name;
    if (i < run->globals || name == run->names->p || name == run->names->team ||
        name == run->names->thread || name == run->names->parts ||
        name == run->names->rank || name == run->names->ranks ||
        *name == LCM_TASK_NAME)
      lcm_env_bind(run->ctx, &inner, name, run->env.at[i].value);
  }
  for (size_t i = 0; i < callee->n_params; i++) {
    double value = 0;
    if (lcm_run_derived(&value, run, lcm_call_argument(node, i)))
      lcm_env_bind(run->ctx, &inner, callee->params[i], value);
  }
  return inner;
}

/* Names that lack values because others do. */
typedef LCM_LIST(struct lcm_lost) lost_list;

/* Return the parameters of "callee", called at "node", that lack values because
 * names of the caller do. */
static lost_list lost_by(struct lcm_run *run, const lcm_node *node,
                         const lcm_function *callee) {
  lost_list out = {0};
  for (size_t i = 0; i < callee->n_params; i++) {
    const struct lcm_lost one = {
        callee->params[i], lcm_run_missing(run, lcm_call_argument(node, i))};
    if (one.origin)
      LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &out, one);
  }
  return out;
}

/* Return the path of what is called at "node".  It is long where recursion is
 * deep, and asked for at every call: only its end is printed. */
static const char *path_of(struct lcm_run *run, const lcm_node *node) {
  char end[16];
  const char *const parts[] = {run->path, run->function->key, end};
  (void)snprintf(end, sizeof end, "/%u>", node->id);
  return lcm_intern_parts(run->ctx, parts, 3);
}

/* Return a variable whose value would settle what is not known in "callee", or
 * NULL. */
static const char *settling(const struct lcm_run *run,
                            const lcm_function *callee) {
  const lcm_loc inside = callee->body->loc;
  for (size_t i = 0; run->notes.noted && i < run->notes.noted->unknown.n; i++) {
    const struct lcm_unknown *unknown = &run->notes.noted->unknown.at[i];
    if (unknown->name && unknown->loc.file == inside.file &&
        unknown->loc.begin >= inside.begin && unknown->loc.begin < inside.end)
      return unknown->name;
  }
  return NULL;
}

/* Return a name in "e" (or NULL) that has no value in "run"; NULL where there
 * is none. */
static const char *open_in(struct lcm_run *run, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, run->ctx, e) : 0;
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *symbol = lcm_expr_symbol(run->ctx, names[i], LCM_DIM_NONE);
    double value = 0;
    if (!lcm_run_derived(&value, run, symbol) && !strpbrk(names[i], ".[#"))
      return names[i];
  }
  return NULL;
}

/* Return a name that decides in "node" of "run" whether it calls itself, and
 * that has no value there; NULL where there is none. */
static const char *deciding(struct lcm_run *run, const lcm_node *node) {
  const char *name = NULL;
  const bool branch = node->kind == LCM_NODE_BRANCH;
  const bool loop = node->kind == LCM_NODE_LOOP;
  for (size_t i = 0;
       branch && node->u.branch.conditions && !name && i < node->n_children;
       i++)
    name = open_in(run, node->u.branch.conditions[i]);
  for (size_t i = 0; loop && !name && i < node->u.loop.n_ranges; i++) {
    name = open_in(run, node->u.loop.ranges[i].from);
    name = name ? name : open_in(run, node->u.loop.ranges[i].to);
  }
  for (size_t i = 0; i < node->n_children && !name; i++)
    name = deciding(run, node->children[i]);
  return name;
}

/* Report that the recursion of "callee" at "node" does not end. */
static void report_recursion(struct lcm_run *run, const lcm_node *node,
                             const lcm_function *callee) {
  const char *told = settling(run, callee);
  const char *name =
      told || run->function != callee ? told : deciding(run, callee->body);
  const char *hint =
      name ? lcm_arena_printf(lcm_ctx_arena(run->ctx),
                              "give '%s' a value with -D %s=..., or ", name,
                              name)
           : "";
  lcm_report(run->ctx, LCM_DIAG_RECURSION, node->loc,
             "the recursion of '%s' does not end: %ssay how its parameters "
             "change with `// lcm: size %s(...)`",
             callee->name, hint, callee->name);
}

/* Return whether "function" is being executed. */
static bool is_called_around(const struct lcm_run *run,
                             const lcm_function *function) {
  const size_t n = strlen(function->key);
  const char *at = run->path;
  if (run->function == function)
    return true;
  while ((at = strstr(at, function->key)) != NULL) {
    if ((at == run->path || at[-1] == '>') && at[n] == '/')
      return true;
    at += n;
  }
  return false;
}

/* Return whether "loc" is in a function that is being executed. */
static bool is_around(const struct lcm_run *run, lcm_loc loc) {
  for (size_t i = 0; i < run->program->n_functions; i++) {
    const lcm_function *function = &run->program->functions[i];
    const lcm_loc inside = function->body ? function->body->loc : (lcm_loc){0};
    if (loc.file == inside.file && loc.begin >= inside.begin &&
        loc.begin < inside.end && is_called_around(run, function))
      return true;
  }
  return false;
}

/* Return whether something that nobody knows was met in the functions that are
 * being executed: the recursion may end by it. */
static bool rests_on_unknown(const struct lcm_run *run) {
  const struct lcm_noted *noted = run->notes.endless->noted;
  for (size_t i = 0; i < noted->unknown.n; i++)
    if ((lcm_unknown_is_loop(&noted->unknown.at[i]) ||
         lcm_unknown_is_guess(&noted->unknown.at[i])) &&
        is_around(run, noted->unknown.at[i].loc))
      return true;
  for (size_t i = 0; i < noted->guesses.n; i++)
    if (is_around(run, noted->guesses.at[i]))
      return true;
  return false;
}

/* What decides whether a call is reached, as far as it was looked through. */
struct guards {
  struct lcm_run *run;
  const lcm_node *call;
  bool known;       /* something that has a value does */
  bool open;        /* something that has none does */
  bool chance;      /* chance does */
  const char *name; /* a variable without a value in one that has none */
};

/* Note "e", the condition of a guard. */
static void note_guard(struct guards *g, const lcm_expr *e) {
  double value = 0;
  if (e && lcm_run_derived(&value, g->run, e)) {
    g->known = true;
    return;
  }
  g->open = true;
  if (e && !g->name)
    g->name = lcm_run_missing(g->run, e);
}

/* Note what the branch "node" is decided by. */
static void note_branch(struct guards *g, const lcm_node *node) {
  if (lcm_branch_is_guessed(node))
    g->open = true;
  else if (!node->u.branch.probabilities && !node->marks.undecided)
    note_guard(g,
               node->u.branch.conditions ? node->u.branch.conditions[0] : NULL);
  else
    g->chance = true;
}

/* Note what the loop "node" is decided by. */
static void note_loop(struct guards *g, const lcm_node *node) {
  if (node->u.loop.count || !node->u.loop.n_ranges)
    note_guard(g, node->u.loop.count);
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    note_guard(g, node->u.loop.ranges[i].to);
}

/* Note the exits in "node", behind which the call stands. */
static void note_exits(struct guards *g, const lcm_node *node) {
  if (node->kind == LCM_NODE_BRANCH && node->marks.exit)
    note_branch(g, node);
  for (size_t i = 0; i < node->n_children; i++)
    note_exits(g, node->children[i]);
}

/* Note what decides in "node" whether the call of "g" is reached; return
 * whether it is there. */
static bool note_guards(struct guards *g, const lcm_node *node) {
  if (node == g->call)
    return true;
  for (size_t i = 0; i < node->n_children; i++) {
    if (!note_guards(g, node->children[i]))
      continue;
    for (size_t k = 0; k < i && node->kind != LCM_NODE_BRANCH; k++)
      note_exits(g, node->children[k]);
    if (node->kind == LCM_NODE_BRANCH)
      note_branch(g, node);
    else if (node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_WHILE ||
             node->kind == LCM_NODE_PARLOOP)
      note_loop(g, node);
    return true;
  }
  return false;
}

/* Return "name", or NULL where the call "node" of "callee" hands on what it is
 * worth there: one value for all levels would not say at which it ends. */
static const char *same_at_levels(const char *name, const lcm_node *node,
                                  const lcm_function *callee) {
  bool handed_on = false;
  for (size_t i = 0; name && i < callee->n_params; i++) {
    const lcm_expr *argument = lcm_call_argument(node, i);
    if (!strcmp(callee->params[i], name))
      return name;
    handed_on = handed_on || (argument && lcm_expr_has(argument, name));
  }
  return handed_on ? NULL : name;
}

/* Return whether "callee" calls itself at "node" although nothing that is known
 * decides about that: then it is the recursion that is looked for. */
static bool is_open(struct lcm_run *run, const lcm_node *node,
                    const lcm_function *callee) {
  struct lcm_endless *endless = run->notes.endless;
  struct guards g = {.run = run, .call = node};
  if (!endless || run->function != callee || !note_guards(&g, callee->body))
    return false;
  endless->doubtful = endless->doubtful || g.open || g.chance;
  if (g.known || !(g.open || (g.chance && run->depth > CHANCE_DEPTH)))
    return false;
  const char *name = g.name ? g.name : deciding(run, callee->body);
  endless->callee = callee;
  endless->name = same_at_levels(name, node, callee);
  endless->by_chance = !g.open;
  return true;
}

/* Return whether "callee" calls itself at "node" whatever happens: then the
 * recursion does not end. */
static bool is_certain(struct lcm_run *run, const lcm_node *node,
                       const lcm_function *callee) {
  struct guards g = {.run = run, .call = node};
  return run->depth % ASKED_EACH == ASKED_EACH - 1 && run->function == callee &&
         note_guards(&g, callee->body) && !g.known && !g.open && !g.chance;
}

/* Report that the recursion of "callee" at "node" is too deep, or note it where
 * it is looked for and may end by what nobody knows. */
static void end_recursion(struct lcm_run *run, const lcm_node *node,
                          const lcm_function *callee) {
  struct lcm_endless *endless = run->notes.endless;
  const char *told = settling(run, callee);
  const char *name =
      told || run->function != callee ? told : deciding(run, callee->body);
  if (endless && (name || endless->doubtful || rests_on_unknown(run))) {
    endless->callee = callee;
    endless->name = same_at_levels(name, node, callee);
  }
  report_recursion(run, node, callee);
}

/* Limit the work in "callee", called in "run", where recursions are looked for
 * and it is the first on the way that comes to call itself. */
static void limit_work(struct lcm_run *run, const lcm_function *callee) {
  struct lcm_endless *endless = run->notes.endless;
  if (!endless || endless->first ||
      !lcm_facts_recur(lcm_run_knowledge(run), callee->body))
    return;
  endless->first = callee;
  endless->depth = run->depth;
  const unsigned long long most = lcm_ctx_worked(run->ctx) + MOST_WORK;
  endless->until = lcm_ctx_limit(run->ctx, most);
  if (endless->until && endless->until < most)
    (void)lcm_ctx_limit(run->ctx, endless->until);
}

/* Lift what limit_work limits, where the call at "depth" ends that it did so
 * for; that was too long where it came to the limit. */
static void lift_limit(struct lcm_run *run, size_t depth) {
  struct lcm_endless *endless = run->notes.endless;
  if (!endless || !endless->first || endless->depth != depth)
    return;
  if (lcm_ctx_is_over(run->ctx)) {
    endless->callee = endless->first;
    endless->name = NULL;
    endless->is_long = true;
    run->status = LCM_ESTOPPED;
  }
  endless->first = NULL;
  (void)lcm_ctx_limit(run->ctx, endless->until);
}

bool lcm_run_enter(struct lcm_run *run, const lcm_node *node,
                   struct lcm_run *saved, const lcm_node **body) {
  const lcm_function *callee =
      lcm_program_function(run->program, node->u.call.callee);
  if (!callee || !callee->body)
    return false;
  if (run->notes.endless && run->notes.endless->is_long) {
    run->status = LCM_ESTOPPED;
    return false;
  }
  if (run->depth > LCM_MAX_CALL_DEPTH &&
      (is_called_around(run, callee) ||
       run->depth > LCM_MAX_CALL_DEPTH + MORE_CALLS)) {
    if (!run->status)
      end_recursion(run, node, callee);
    run->status = LCM_EDOMAIN;
    return false;
  }
  if (!run->status && is_certain(run, node, callee)) {
    report_recursion(run, node, callee);
    run->status = LCM_EDOMAIN;
    return false;
  }
  if (!run->status && is_open(run, node, callee)) {
    run->status = LCM_EDOMAIN;
    return false;
  }
  limit_work(run, callee);
  const lcm_env inner = frame_of(run, node, callee);
  const lost_list lost = lost_by(run, node, callee);
  const lcm_section *pointees = lcm_run_traits(run, callee->body)->depends
                                    ? lcm_run_pointees(run, node, callee)
                                    : NULL;
  *saved = *run;
  run->env = inner;
  run->path = path_of(run, node);
  run->function = callee;
  run->pointees = pointees;
  run->depth++;
  run->lost_from = run->lost.n;
  for (size_t i = 0; i < lost.n; i++)
    lcm_run_lose(run, lost.at[i].name, lost.at[i].origin);
  memset(&run->member_values, 0, sizeof run->member_values);
  lcm_record_enter(run, callee->body);
  *body = callee->body;
  return true;
}

bool lcm_run_enter_members(struct lcm_run *run, const struct lcm_team *team,
                           const lcm_node *node, struct lcm_run *saved,
                           const lcm_node **body) {
  const lcm_function *callee =
      lcm_program_function(run->program, node->u.call.callee);
  const size_t n = callee && callee->body ? callee->n_params : 0;
  struct lcm_run inner = {0};
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *arg = lcm_call_argument(node, i);
    if (!lcm_run_by_member(run, arg))
      continue;
    lcm_run_add_member_value(run, team, callee->params[i], arg);
    const struct lcm_member_value last =
        run->member_values.at[--run->member_values.n];
    LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &inner.member_values, last);
  }
  if (!lcm_run_enter(run, node, saved, body))
    return false;
  run->member_values = inner.member_values;
  return true;
}

void lcm_run_leave(struct lcm_run *run, const struct lcm_run *saved) {
  run->frames[saved->depth] = run->env;
  run->env = saved->env;
  run->path = saved->path;
  run->notes.parent = saved->notes.parent;
  run->function = saved->function;
  run->pointees = saved->pointees;
  run->depth = saved->depth;
  run->lost.n = saved->lost.n;
  run->lost_from = saved->lost_from;
  run->member_values = saved->member_values;
  lift_limit(run, saved->depth);
}
