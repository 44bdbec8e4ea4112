#include <stdlib.h>
#include <string.h>

#include "analyzer/lower_internal.h"

/* A construct being lowered.
 * rest      the words of its name that are not done yet
 * stacked   pragmas between this one and the statement: index and number
 * combined  inside a combined parallel construct, whose end joins anyway */
struct construct {
  struct lcm_lowering *l;
  const lcm_pragma *pragma;
  const lcm_ast *ast;
  const char *rest;
  size_t next;
  size_t n_next;
  bool combined;
};

static lcm_node *lower_rest(struct construct *c);

/* Take "word" off the front of the name; false where it is not there. */
static bool accept(struct construct *c, const char *word) {
  const size_t n = strlen(word);
  if (strncmp(c->rest, word, n) != 0 || (c->rest[n] && c->rest[n] != ' '))
    return false;
  c->rest += n + (c->rest[n] == ' ');
  return true;
}

/* Return a node of "kind" at the pragma. */
static lcm_node *new_node(struct construct *c, lcm_node_kind kind) {
  lcm_loc loc = c->pragma->loc;
  loc.end = c->ast->end > loc.end ? c->ast->end : loc.end;
  return lcm_node_new(c->l->ctx, kind, loc);
}

/* Return the expression in the clause "name", or NULL. */
static const lcm_expr *clause_expr(struct construct *c, const char *name) {
  const struct lcm_clause *clause = lcm_pragma_clause(c->pragma, name);
  if (!clause || !clause->args)
    return NULL;
  const char *colon = strchr(clause->args, ':');
  const bool modifier = colon && !strchr(clause->args, '?');
  const char *text = modifier ? colon + 1 : clause->args;
  return lcm_lower_clause(c->l, text + strspn(text, " "));
}

/* Add the names listed in the clauses that make variables private. */
static size_t add_privates(struct lcm_lowering *l, const lcm_pragma *pragma) {
  static const char *const CLAUSES[] = {"private", "firstprivate",
                                        "lastprivate", "linear", "reduction"};
  const size_t before = l->privates.n;
  for (size_t i = 0; i < pragma->n_clauses; i++)
    for (size_t k = 0; k < sizeof CLAUSES / sizeof *CLAUSES; k++) {
      const char *at = pragma->clauses[i].args;
      if (strcmp(pragma->clauses[i].name, CLAUSES[k]) != 0 || !at)
        continue;
      at = strchr(at, ':') ? strchr(at, ':') + 1 : at;
      while (*at) {
        at += strspn(at, " ,");
        const size_t n = strcspn(at, " ,[");
        if (n)
          LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->privates,
                       lcm_intern_n(l->ctx, at, n));
        at += n + strcspn(at + n, ",");
      }
    }
  return before;
}

/* Return a series of "node" and the implicit barrier behind it, unless the
 * construct says nowait or is combined with the parallel region. */
static lcm_node *with_barrier(struct construct *c, lcm_node *node) {
  if (c->combined || lcm_pragma_clause(c->pragma, "nowait"))
    return node;
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, 2);
  lcm_node *barrier = new_node(c, LCM_NODE_BARRIER);
  lcm_node *series = new_node(c, LCM_NODE_SERIES);
  lcm_lower_attribute(c->l, barrier, "implicit", "yes");
  children[0] = node;
  children[1] = barrier;
  series->children = children;
  series->n_children = 2;
  return series;
}

/* Return the statement that the construct governs, with the pragmas stacked
 * behind this one applied, as one node. */
static const lcm_node *body(struct construct *c) {
  if (c->n_next)
    return lcm_lower_construct(c->l, c->next, c->n_next, c->ast);
  return lcm_lower_governed(c->l, c->ast);
}

/* Set the schedule of the loop "node" by the clauses. */
static void set_schedule(struct construct *c, lcm_node *node) {
  static const struct {
    const char *word;
    lcm_schedule schedule;
  } KINDS[] = {{"static", LCM_SCHED_STATIC},
               {"dynamic", LCM_SCHED_DYNAMIC},
               {"guided", LCM_SCHED_GUIDED},
               {"auto", LCM_SCHED_AUTO},
               {"runtime", LCM_SCHED_RUNTIME}};
  const struct lcm_clause *clause = lcm_pragma_clause(c->pragma, "schedule");
  node->u.loop.ordered = lcm_pragma_clause(c->pragma, "ordered") != NULL;
  if (!clause || !clause->args)
    return;
  const char *colon = strchr(clause->args, ':');
  const char *at = colon ? colon + 1 : clause->args;
  at += strspn(at, " ");
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
    if (!strncmp(at, KINDS[i].word, strlen(KINDS[i].word)))
      node->u.loop.schedule = KINDS[i].schedule;
  const char *comma = strchr(at, ',');
  if (comma)
    node->u.loop.chunk = lcm_lower_clause(c->l, comma + 1);
}

/* Return how many loops the construct collapses. */
static unsigned collapse_of(struct construct *c) {
  double value = 1;
  const lcm_expr *e = clause_expr(c, "collapse");
  if (e && lcm_expr_is_number(e, &value) && value >= 1 && value < 10)
    return (unsigned)value;
  return 1;
}

/* Lower a worksharing loop. */
static lcm_node *lower_loop(struct construct *c) {
  if (c->ast->kind != LCM_AST_FOR) {
    lcm_node *other = new_node(c, LCM_NODE_SERIES);
    lcm_lower_child(c->l, other, body(c));
    return other;
  }
  lcm_node *node =
      lcm_lower_loop(c->l, LCM_NODE_PARLOOP, c->ast, collapse_of(c));
  node->u.loop.worksharing = true;
  set_schedule(c, node);
  if (!node->u.loop.n_ranges && !node->u.loop.count)
    node->u.loop.count = lcm_expr_symbol(c->l->ctx, "unknown", LCM_DIM_NONE);
  lcm_node *holder = new_node(c, LCM_NODE_SERIES);
  lcm_lower_child(c->l, holder, lcm_lower_apply(c->l, node, c->ast->anchor));
  return holder;
}

/* Return whether a section pragma stands before the statement "ast". */
static bool starts_section(const struct lcm_lowering *l, const lcm_ast *ast,
                           unsigned from) {
  for (size_t i = 0; i < l->pragmas.n; i++)
    if (l->pragmas.at[i].loc.begin >= from &&
        l->pragmas.at[i].loc.begin <= ast->begin &&
        !strcmp(l->pragmas.at[i].construct, "section"))
      return true;
  return false;
}

/* Lower sections: each statement behind a section pragma, and those before the
 * first, are a unit. */
static lcm_node *lower_sections(struct construct *c) {
  lcm_node_list units = {0};
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  unsigned from = c->ast->begin;
  const lcm_ast *first =
      c->ast->kind == LCM_AST_COMPOUND ? c->ast->first : c->ast;
  for (const lcm_ast *at = first; at;) {
    const lcm_ast *last = at;
    while (last->next && !starts_section(c->l, last->next, last->end))
      last = last->next;
    lcm_node_list nodes = {0};
    lcm_lower_block(c->l, &nodes, at, last->end);
    LCM_LIST_ADD(arena, &units, lcm_lower_series(c->l, &nodes, c->pragma->loc));
    from = last->end;
    at = c->ast->kind == LCM_AST_COMPOUND ? last->next : NULL;
  }
  (void)from;
  lcm_node *node = new_node(c, LCM_NODE_PARALLEL);
  node->children = units.at;
  node->n_children = units.n;
  node->u.parallel.worksharing = true;
  return node;
}

/* Lower single: one unit for whoever comes first. */
static lcm_node *lower_single(struct construct *c) {
  lcm_node *node = new_node(c, LCM_NODE_PARALLEL);
  node->u.parallel.worksharing = true;
  node->label = "single";
  lcm_lower_child(c->l, node, body(c));
  return node;
}

/* Lower master or masked: a branch on the thread. */
static lcm_node *lower_masked(struct construct *c) {
  lcm_ctx *ctx = c->l->ctx;
  const lcm_expr *filter = clause_expr(c, "filter");
  const lcm_expr **conditions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, 2);
  lcm_node *node = new_node(c, LCM_NODE_BRANCH);
  conditions[0] = lcm_expr_binary(ctx, LCM_X_EQ,
                                  lcm_expr_symbol(ctx, "thread", LCM_DIM_NONE),
                                  filter ? filter : lcm_expr_int(ctx, 0));
  node->u.branch.conditions = conditions;
  lcm_lower_child(c->l, node, *c->rest ? lower_rest(c) : body(c));
  return node;
}

/* Declare the lock "name" of the source. */
static void declare_lock(struct lcm_lowering *l, const char *name,
                         lcm_loc loc) {
  for (size_t i = 0; i < l->declared.resources.n; i++)
    if (l->declared.resources.at[i].name == name)
      return;
  const lcm_resource resource = {.name = name,
                                 .multiplicity = lcm_expr_int(l->ctx, 1),
                                 .lock = true,
                                 .loc = loc};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->declared.resources, resource);
}

/* Return the construct's body in possession of the lock "name". */
static lcm_node *lower_using(struct construct *c, const char *name) {
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  lcm_node *node = new_node(c, LCM_NODE_USING);
  struct lcm_instance *instance = LCM_NEW(arena, struct lcm_instance);
  instance->name = lcm_intern(c->l->ctx, name);
  node->u.resource.instances = instance;
  node->u.resource.n_instances = 1;
  node->label = lcm_arena_printf(arena, "%s", name);
  declare_lock(c->l, instance->name, c->pragma->loc);
  lcm_lower_child(c->l, node, body(c));
  return node;
}

/* Lower critical: its name is the argument of a clause without a name. */
static lcm_node *lower_critical(struct construct *c) {
  for (size_t i = 0; i < c->pragma->n_clauses; i++)
    if (!*c->pragma->clauses[i].name)
      return lower_using(c, c->pragma->clauses[i].args);
  return lower_using(c, "critical");
}

/* Lower atomic: possession of the variable, by name. */
static lcm_node *lower_atomic(struct construct *c) {
  const lcm_ast *at = c->ast;
  while (at && at->kind != LCM_AST_REF)
    at = at->first;
  lcm_node *node =
      lower_using(c, lcm_arena_printf(lcm_ctx_arena(c->l->ctx), "atomic %s",
                                      at && at->name ? at->name : ""));
  lcm_lower_attribute(c->l, node, "atomic", "yes");
  return node;
}

/* Add the dependences of the `depend` clauses to the task "node". */
static void add_depends(struct construct *c, lcm_node *node) {
  LCM_LIST(struct lcm_depend) depends = {0};
  for (size_t i = 0; i < c->pragma->n_clauses; i++) {
    const struct lcm_clause *clause = &c->pragma->clauses[i];
    const char *colon = clause->args ? strchr(clause->args, ':') : NULL;
    if (strcmp(clause->name, "depend") != 0 || !colon)
      continue;
    size_t n = (size_t)(colon - clause->args);
    while (n && clause->args[n - 1] == ' ')
      n--;
    const struct lcm_scope scope = lcm_lower_scope(c->l);
    for (const char *at = colon + 1; *at;) {
      size_t len = 0;
      int nesting = 0;
      for (; at[len] && (at[len] != ',' || nesting); len++)
        nesting += at[len] == '[' || at[len] == '('   ? 1
                   : at[len] == ']' || at[len] == ')' ? -1
                                                      : 0;
      struct lcm_depend depend = {.type =
                                      lcm_intern_n(c->l->ctx, clause->args, n)};
      const size_t blanks = strspn(at, " ");
      const struct lcm_expr_source source = {.text = at + blanks,
                                             .len = len - blanks,
                                             .at = c->pragma->loc,
                                             .resolve = scope.resolve,
                                             .user = scope.user};
      if (!lcm_section_parse(&depend.section, c->l->ctx, &source, &scope))
        LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &depends, depend);
      at += len + (at[len] == ',');
    }
  }
  node->u.task.depends = depends.at;
  node->u.task.n_depends = depends.n;
}

/* Lower task. */
static lcm_node *lower_task(struct construct *c) {
  lcm_node *node = new_node(c, LCM_NODE_TASK);
  node->u.task.when = clause_expr(c, "if");
  node->u.task.final_when = clause_expr(c, "final");
  add_depends(c, node);
  lcm_lower_child(c->l, node, body(c));
  return node;
}

/* Lower taskloop: its iterations are tasks, joined unless it says nogroup. */
static lcm_node *lower_taskloop(struct construct *c) {
  const lcm_expr *grain = clause_expr(c, "grainsize");
  const lcm_expr *tasks = clause_expr(c, "num_tasks");
  lcm_node *loop =
      lcm_lower_loop(c->l, LCM_NODE_PARLOOP, c->ast, collapse_of(c));
  loop->u.loop.worksharing = true;
  loop->u.loop.schedule = tasks ? LCM_SCHED_NUM_TASKS : LCM_SCHED_GRAINSIZE;
  loop->u.loop.chunk = tasks ? tasks : grain;
  lcm_node *group = new_node(c, LCM_NODE_TASKGROUP);
  lcm_lower_child(c->l, group, lcm_lower_apply(c->l, loop, c->ast->anchor));
  return group;
}

/* Return a team whose body is "inside". */
static lcm_node *team_of(struct construct *c, lcm_team_kind kind,
                         const char *clause) {
  lcm_node *node = new_node(c, LCM_NODE_TEAM);
  node->u.team.kind = kind;
  node->u.team.size = clause_expr(c, clause);
  node->u.team.when = kind == LCM_TEAM_THREADS ? clause_expr(c, "if") : NULL;
  c->combined = *c->rest != '\0';
  lcm_lower_child(c->l, node, *c->rest ? lower_rest(c) : body(c));
  return node;
}

/* Lower what is left of the name. */
static lcm_node *lower_rest(struct construct *c) {
  if (accept(c, "target") || accept(c, "scope") || accept(c, "dispatch"))
    return *c->rest && strcmp(c->rest, "data") != 0
               ? lower_rest(c)
               : lower_rest(&(struct construct){c->l, c->pragma, c->ast, "",
                                                c->next, c->n_next, true});
  if (accept(c, "teams")) {
    (void)accept(c, "distribute");
    const bool inner = !strncmp(c->rest, "parallel", 8);
    if (inner)
      return lower_rest(c);
    if (!*c->rest)
      return team_of(c, LCM_TEAM_LEAGUE, "num_teams");
    return team_of(c, LCM_TEAM_LEAGUE, "num_teams");
  }
  if (accept(c, "distribute"))
    return *c->rest ? lower_rest(c) : lower_loop(c);
  if (accept(c, "parallel"))
    return team_of(c, LCM_TEAM_THREADS, "num_threads");
  if (accept(c, "for") || accept(c, "loop"))
    return with_barrier(c, lower_loop(c));
  if (accept(c, "sections"))
    return with_barrier(c, lower_sections(c));
  if (accept(c, "single"))
    return with_barrier(c, lower_single(c));
  if (accept(c, "master") || accept(c, "masked"))
    return lower_masked(c);
  if (accept(c, "critical"))
    return lower_critical(c);
  if (accept(c, "atomic"))
    return lower_atomic(c);
  if (accept(c, "taskloop"))
    return lower_taskloop(c);
  if (accept(c, "taskgroup")) {
    lcm_node *node = new_node(c, LCM_NODE_TASKGROUP);
    lcm_lower_child(c->l, node, body(c));
    return node;
  }
  if (accept(c, "task"))
    return lower_task(c);
  lcm_node *node = new_node(c, LCM_NODE_SERIES);
  lcm_lower_child(c->l, node, body(c));
  return node;
}

/* Give "node" the construct and clauses of "pragma" as attributes. */
static void describe(struct lcm_lowering *l, lcm_node *node,
                     const lcm_pragma *pragma) {
  lcm_lower_attribute(l, node, "construct", pragma->construct);
  if (*pragma->text)
    lcm_lower_attribute(l, node, "clauses", pragma->text);
  if (!node->label)
    node->label = pragma->construct;
}

/* Return whether "construct" opens a parallel region or a task. */
static bool opens_region(const char *construct) {
  return strstr(construct, "parallel") || strstr(construct, "task") ||
         strstr(construct, "teams");
}

const lcm_node *lcm_lower_construct(struct lcm_lowering *l, size_t at, size_t n,
                                    const lcm_ast *ast) {
  const lcm_pragma *pragma = &l->pragmas.at[at];
  struct lcm_meaning meaning;
  const size_t anchor = l->pragma_anchor[at];
  const unsigned region = l->region;
  if (lcm_lower_meaning(&meaning, l, anchor) && meaning.read_as &&
      !strcmp(meaning.read_as, "serial"))
    return n > 1 ? lcm_lower_construct(l, at + 1, n - 1, ast)
                 : lcm_lower_governed(l, ast);
  if (opens_region(pragma->construct))
    l->region = pragma->loc.begin ? pragma->loc.begin : 1;
  const size_t privates = add_privates(l, pragma);
  struct construct c = {l,      pragma, ast,  pragma->construct,
                        at + 1, n - 1,  false};
  lcm_node *node = lower_rest(&c);
  l->privates.n = privates;
  l->region = region;
  describe(l, node, pragma);
  return lcm_lower_apply(l, node, anchor);
}

const lcm_node *lcm_lower_standalone(struct lcm_lowering *l,
                                     const lcm_pragma *pragma) {
  static const struct {
    const char *construct;
    lcm_node_kind kind;
  } KINDS[] = {{"barrier", LCM_NODE_BARRIER}, {"taskwait", LCM_NODE_TASKWAIT}};
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
    if (!strcmp(pragma->construct, KINDS[i].construct)) {
      lcm_node *node = lcm_node_new(l->ctx, KINDS[i].kind, pragma->loc);
      describe(l, node, pragma);
      return node;
    }
  return NULL;
}

const lcm_node *lcm_lower_parallel(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_meaning *meaning) {
  const unsigned region = l->region;
  l->region = ast->begin ? ast->begin : 1;
  lcm_node *loop = lcm_lower_loop(l, LCM_NODE_PARLOOP, ast, 1);
  l->region = region;
  loop->u.loop.worksharing = true;
  loop->u.loop.schedule = meaning->schedule;
  loop->u.loop.chunk = meaning->chunk;
  lcm_node *team = lcm_lower_node(l, LCM_NODE_TEAM, ast);
  team->label = "parallel (read as)";
  lcm_lower_child(l, team, lcm_lower_apply(l, loop, ast->anchor));
  return team;
}
