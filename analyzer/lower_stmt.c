#include <string.h>

#include "analyzer/lower_internal.h"

/* A block being lowered.
 * first, last  plain statements that become one fragment
 * from         offset behind the statement before */
struct block {
  struct lcm_lowering *l;
  lcm_node_list *nodes;
  const lcm_ast *first;
  const lcm_ast *last;
};

/* Statements of one block: from "first" up to offset "end", with the pragmas
 * behind offset "from". */
struct stretch {
  const lcm_ast *first;
  unsigned end;
  unsigned from;
};

/* Lower the statements of "s" into "nodes". */
static void lower_from(struct lcm_lowering *l, lcm_node_list *nodes,
                       struct stretch s);

/* Return the place of "ast". */
static lcm_loc loc_of(const struct lcm_lowering *l, const lcm_ast *ast) {
  return (lcm_loc){l->file, ast->line, ast->column, ast->begin, ast->end};
}

lcm_node *lcm_lower_node(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast) {
  return lcm_node_new(l->ctx, kind, loc_of(l, ast));
}

void lcm_lower_child(struct lcm_lowering *l, lcm_node *node,
                     const lcm_node *child) {
  const lcm_node **children = LCM_NEW(lcm_ctx_arena(l->ctx), const lcm_node *);
  *children = child;
  node->children = children;
  node->n_children = child ? 1 : 0;
}

void lcm_lower_attribute(struct lcm_lowering *l, lcm_node *node,
                         const char *key, const char *value) {
  const size_t n = node->n_attributes;
  struct lcm_attribute *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), struct lcm_attribute, n + 1);
  for (size_t i = 0; i < n; i++)
    all[i] = node->attributes[i];
  all[n] = (struct lcm_attribute){key, value};
  node->attributes = all;
  node->n_attributes = n + 1;
}

const lcm_node *lcm_lower_series(struct lcm_lowering *l,
                                 const lcm_node_list *nodes, lcm_loc loc) {
  if (nodes->n == 1)
    return nodes->at[0];
  lcm_node *series = lcm_node_new(l->ctx, LCM_NODE_SERIES, loc);
  series->children = nodes->at;
  series->n_children = nodes->n;
  return series;
}

/* Return a short line of the source of "ast" for pictures. */
static const char *label_of(struct lcm_lowering *l, const lcm_ast *ast) {
  const char *text = l->text + ast->begin;
  size_t n = strcspn(text, "\n{;");
  const size_t most = ast->end - ast->begin;
  n = n > most ? most : n;
  if (n > 40)
    return lcm_arena_printf(lcm_ctx_arena(l->ctx), "%.37s...", text);
  return lcm_arena_strndup(lcm_ctx_arena(l->ctx), text, n);
}

/* Return the FNV-1a hash of the text of "ast" without white space. */
static unsigned long long fingerprint(const struct lcm_lowering *l,
                                      unsigned begin, unsigned end) {
  unsigned long long hash = 14695981039346656037ull;
  for (unsigned i = begin; i < end && i < l->len; i++)
    if (!strchr(" \t\n\r", l->text[i]))
      hash = (hash ^ (unsigned char)l->text[i]) * 1099511628211ull;
  return hash;
}

/* Return whether the call "ast" goes to a function of the project. */
static bool is_project_call(const lcm_ast *ast) {
  return ast->kind == LCM_AST_CALL && ast->is_function && !ast->is_system &&
         ast->name && strncmp(ast->name, "__builtin", 9) != 0 &&
         strncmp(ast->name, "omp_", 4) != 0;
}

/* Return whether "ast" sets or unsets a lock of OpenMP. */
static bool is_lock_call(const lcm_ast *ast) {
  return ast->kind == LCM_AST_CALL && ast->name &&
         (!strcmp(ast->name, "omp_set_lock") ||
          !strcmp(ast->name, "omp_unset_lock") ||
          !strcmp(ast->name, "omp_set_nest_lock") ||
          !strcmp(ast->name, "omp_unset_nest_lock"));
}

/* Return whether a call of interest lies in or below "ast". */
static bool has_call(const lcm_ast *ast) {
  if (is_project_call(ast) || is_lock_call(ast))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (has_call(child))
      return true;
  return false;
}

/* Return whether "ast" needs nodes of its own. */
static bool is_interesting(const struct lcm_lowering *l, const lcm_ast *ast) {
  return lcm_lower_concerns(l, ast->begin, ast->end) || has_call(ast);
}

/* Turn the plain statements gathered so far into a fragment. */
static void flush(struct block *b) {
  if (!b->first)
    return;
  lcm_node *node = lcm_lower_node(b->l, LCM_NODE_FRAGMENT, b->first);
  node->loc.end = b->last->end;
  node->label = label_of(b->l, b->first);
  node->fingerprint = fingerprint(b->l, b->first->begin, b->last->end);
  lcm_lower_accesses(b->l, node, b->first, b->last);
  lcm_lower_cost(b->l, node, b->first, b->last);
  LCM_LIST_ADD(lcm_ctx_arena(b->l->ctx), b->nodes, node);
  b->first = b->last = NULL;
}

/* Return the key of the function called by "ast". */
static const char *callee_key(struct lcm_lowering *l, const lcm_ast *ast) {
  if (!ast->is_static)
    return ast->name;
  return lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s:%s",
                                             l->file, ast->name));
}

/* Return the first argument of the call "ast". */
static const lcm_ast *first_argument(const lcm_ast *ast) {
  return ast->first ? ast->first->next : NULL;
}

/* Put the arguments of the call "ast" into "node"; literals have no syntax, so
 * the text between the parentheses is what is split. */
static void add_arguments(struct lcm_lowering *l, lcm_node *node,
                          const lcm_ast *ast) {
  LCM_LIST(const lcm_expr *) args = {0};
  LCM_LIST(lcm_section) places = {0};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  l->pointers.n = 0;
  const char *open = memchr(l->text + ast->begin, '(', ast->end - ast->begin);
  size_t at = open ? (size_t)(open - l->text) + 1 : ast->end;
  const lcm_ast *syntax = first_argument(ast);
  while (at < ast->end) {
    int nesting = 0;
    size_t end = at;
    for (; end < ast->end; end++) {
      const char c = l->text[end];
      if (!nesting && (c == ',' || c == ')'))
        break;
      nesting += c == '(' || c == '[' || c == '{';
      nesting -= c == ')' || c == ']' || c == '}';
    }
    while (syntax && syntax->begin < at)
      syntax = syntax->next;
    lcm_section place = {.datum = NULL};
    if (syntax && syntax->begin < end && syntax->is_pointer)
      place = lcm_lower_place(l, syntax);
    const bool is_pointer = syntax && syntax->begin < end && syntax->is_pointer;
    const bool blank = strspn(l->text + at, " \t\n") >= end - at;
    if (!blank) {
      LCM_LIST_ADD(arena, &args, lcm_lower_expr(l, at, end));
      LCM_LIST_ADD(arena, &places, place);
      LCM_LIST_ADD(arena, &l->pointers, is_pointer);
    }
    if (end >= ast->end || l->text[end] == ')')
      break;
    at = end + 1;
  }
  node->u.call.args = args.at;
  node->u.call.places = places.at;
  node->u.call.n_args = args.n;
}

/* Add the node of the lock call "ast". */
static void add_lock(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const bool set = strstr(ast->name, "unset") == NULL;
  const lcm_ast *argument = first_argument(ast);
  const lcm_section place =
      argument ? lcm_lower_place(l, argument) : (lcm_section){.datum = NULL};
  const char *name = place.datum ? place.datum : lcm_intern(l->ctx, "lock");
  struct lcm_instance *instance = LCM_NEW(arena, struct lcm_instance);
  const lcm_expr **indices =
      LCM_NEW_ARRAY(arena, const lcm_expr *, place.n_extents + 1);
  for (size_t i = 0; i < place.n_extents; i++)
    if (place.extents[i].lower)
      indices[instance->n_indices++] = place.extents[i].lower;
  instance->name = name;
  instance->indices = indices;
  lcm_node *node =
      lcm_lower_node(l, set ? LCM_NODE_ACQUIRE : LCM_NODE_RELEASE, ast);
  node->u.resource.instances = instance;
  node->u.resource.n_instances = 1;
  LCM_LIST_ADD(arena, nodes, node);
  for (size_t i = 0; i < l->declared.resources.n; i++)
    if (l->declared.resources.at[i].name == name)
      return;
  const lcm_resource resource = {.name = name,
                                 .multiplicity = lcm_expr_int(l->ctx, 1),
                                 .lock = true,
                                 .loc = node->loc};
  LCM_LIST_ADD(arena, &l->declared.resources, resource);
}

/* Add nodes for the calls in and below "ast", in the order in which they are
 * executed. */
static void add_calls(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast) {
  for (const lcm_ast *child = ast->first; child; child = child->next)
    add_calls(l, nodes, child);
  if (is_lock_call(ast))
    add_lock(l, nodes, ast);
  if (!is_project_call(ast))
    return;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_CALL, ast);
  node->u.call.callee = callee_key(l, ast);
  node->label = lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s()", ast->name);
  add_arguments(l, node, ast);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

/* Return the child of the loop, if or switch "ast" that is its body. */
static const lcm_ast *body_of(const lcm_ast *ast) {
  return ast->kind == LCM_AST_DO ? ast->first : ast->last;
}

const lcm_node *lcm_lower_body(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node_list nodes = {0};
  if (ast->kind == LCM_AST_COMPOUND)
    lcm_lower_block(l, &nodes, ast->first, ast->end);
  else
    lcm_lower_block(l, &nodes, ast, ast->end);
  return lcm_lower_series(l, &nodes, loc_of(l, ast));
}

const lcm_node *lcm_lower_governed(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node_list nodes = {0};
  if (ast->kind == LCM_AST_COMPOUND)
    return lcm_lower_body(l, ast);
  lower_from(l, &nodes, (struct stretch){ast, ast->end, ast->begin + 1});
  return lcm_lower_series(l, &nodes, loc_of(l, ast));
}

/* Return the loop directly inside "ast", for collapsed loops, or NULL. */
static const lcm_ast *inner_loop(const lcm_ast *ast) {
  const lcm_ast *body = body_of(ast);
  while (body && body->kind == LCM_AST_COMPOUND && body->first == body->last)
    body = body->first;
  return body && body->kind == LCM_AST_FOR ? body : NULL;
}

lcm_node *lcm_lower_loop(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast, unsigned collapse) {
  LCM_LIST(lcm_iteration) ranges = {0};
  lcm_node *node = lcm_lower_node(l, kind, ast);
  const lcm_ast *loop = ast;
  lcm_iteration range;
  bool counted = ast->kind == LCM_AST_FOR;
  for (unsigned i = 0; counted && loop && i < collapse; i++) {
    counted = lcm_lower_header(&range, l, loop);
    if (counted) {
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &ranges, range);
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->privates, range.index);
    }
    ast = loop;
    loop = i + 1 < collapse ? inner_loop(loop) : NULL;
  }
  if (!counted && kind == LCM_NODE_LOOP)
    node->kind = LCM_NODE_WHILE;
  if (counted) {
    node->u.loop.ranges = ranges.at;
    node->u.loop.n_ranges = ranges.n;
  }
  node->label = label_of(l, ast);
  node->fingerprint = fingerprint(l, ast->begin, ast->end);
  lcm_lower_child(l, node, lcm_lower_body(l, body_of(ast)));
  l->privates.n -= ranges.n;
  return node;
}

/* Append what "meaning" declares of the data to the accesses of "node". */
static void apply_sections(lcm_node *node, const struct lcm_meaning *meaning) {
  if (!meaning->n_inputs && !meaning->n_outputs)
    return;
  node->reads = meaning->inputs;
  node->n_reads = meaning->n_inputs;
  node->writes = meaning->outputs;
  node->n_writes = meaning->n_outputs;
}

/* Set the sizes of the call "node": one for each argument, or for each that is
 * no pointer. */
static void apply_size(struct lcm_lowering *l, lcm_node *node,
                       const struct lcm_meaning *meaning) {
  if (node->kind != LCM_NODE_CALL || !meaning->size_of)
    return;
  const size_t n = node->u.call.n_args;
  const lcm_expr **sizes =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_expr *, n + 1);
  size_t used = 0;
  for (size_t i = 0; i < n; i++)
    if (meaning->n_sizes == n || i >= l->pointers.n || !l->pointers.at[i]) {
      sizes[i] = used < meaning->n_sizes ? meaning->sizes[used] : NULL;
      used++;
    }
  node->u.call.sizes = sizes;
  if (used == meaning->n_sizes)
    return;
  lcm_report(l->ctx, LCM_DIAG_MISPLACED, node->loc,
             "`size` gives %zu values for a call with %zu arguments that are "
             "no pointers",
             meaning->n_sizes, used);
  l->status = LCM_EPARSE;
}

/* Put the probability of "meaning" into the branch "node". */
static void apply_probability(struct lcm_lowering *l, lcm_node *node,
                              const struct lcm_meaning *meaning) {
  if (node->kind != LCM_NODE_BRANCH || !meaning->probability)
    return;
  const lcm_expr **chances = LCM_NEW_ARRAY(
      lcm_ctx_arena(l->ctx), const lcm_expr *, node->n_children + 1);
  chances[0] = meaning->probability;
  if (node->n_children > 1)
    chances[1] =
        lcm_expr_sub(l->ctx, lcm_expr_int(l->ctx, 1), meaning->probability);
  node->u.branch.probabilities = chances;
  node->u.branch.conditions = NULL;
}

/* Return "node" with the uses, waits and signals of "meaning" around it. */
static const lcm_node *surround(struct lcm_lowering *l, const lcm_node *node,
                                const struct lcm_meaning *meaning) {
  lcm_node_list nodes = {0};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const bool condition = meaning->n_waits || meaning->n_signals;
  for (size_t i = 0; i < meaning->n_waits; i++)
    LCM_LIST_ADD(arena, &nodes, meaning->waits[i]);
  for (size_t i = 0; i < meaning->n_uses; i++)
    LCM_LIST_ADD(arena, &nodes, meaning->uses[i]);
  if (!condition || node->n_models || node->kind != LCM_NODE_FRAGMENT)
    LCM_LIST_ADD(arena, &nodes, node);
  for (size_t i = 0; i < meaning->n_signals; i++)
    LCM_LIST_ADD(arena, &nodes, meaning->signals[i]);
  return lcm_lower_series(l, &nodes, node->loc);
}

const lcm_node *lcm_lower_apply(struct lcm_lowering *l, lcm_node *node,
                                size_t anchor) {
  struct lcm_meaning meaning;
  return lcm_lower_meaning(&meaning, l, anchor)
             ? lcm_lower_mean(l, node, &meaning)
             : node;
}

const lcm_node *lcm_lower_mean(struct lcm_lowering *l, lcm_node *node,
                               const struct lcm_meaning *said) {
  const struct lcm_meaning meaning = *said;
  node->name = meaning.name ? meaning.name : node->name;
  node->models = meaning.models;
  node->n_models = meaning.n_models;
  node->with = meaning.with;
  node->n_with = meaning.n_with;
  node->assumes = meaning.assumes;
  node->n_assumes = meaning.n_assumes;
  node->ignored = meaning.ignored;
  apply_sections(node, &meaning);
  apply_size(l, node, &meaning);
  apply_probability(l, node, &meaning);
  if (meaning.count &&
      (node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_WHILE ||
       node->kind == LCM_NODE_PARLOOP))
    node->u.loop.count = meaning.count;
  if (meaning.schedule && node->kind == LCM_NODE_PARLOOP) {
    node->u.loop.schedule = meaning.schedule;
    node->u.loop.chunk = meaning.chunk;
  }
  return surround(l, node, &meaning);
}

/* Return the branch for the `if` "ast", its condition's calls left out. */
static lcm_node *lower_if(struct lcm_lowering *l, const lcm_ast *ast,
                          const lcm_node *otherwise) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BRANCH, ast);
  const lcm_ast *yes = ast->first ? ast->first->next : NULL;
  const lcm_ast *no = yes ? yes->next : NULL;
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, 2);
  const lcm_expr **conditions = LCM_NEW_ARRAY(arena, const lcm_expr *, 2);
  const lcm_expr **chances = LCM_NEW_ARRAY(arena, const lcm_expr *, 2);
  if (!yes) {
    yes = ast->first;
    no = NULL;
  }
  children[node->n_children++] =
      yes ? lcm_lower_body(l, yes) : lcm_lower_node(l, LCM_NODE_SERIES, ast);
  if (no)
    children[node->n_children++] = lcm_lower_body(l, no);
  else if (otherwise)
    children[node->n_children++] = otherwise;
  node->children = children;
  node->label = label_of(l, ast);
  const char *open = memchr(l->text + ast->begin, '(', ast->end - ast->begin);
  const unsigned stop = yes ? yes->begin : ast->end;
  const char *close =
      open ? memrchr(open, ')', (size_t)(l->text + stop - open)) : NULL;
  const size_t from = open ? (size_t)(open - l->text) + 1 : 0;
  const size_t to = close ? (size_t)(close - l->text) : 0;
  conditions[0] = lcm_lower_expr(l, from, to);
  if (conditions[0]) {
    node->u.branch.conditions = conditions;
    return node;
  }
  chances[0] = chances[1] = lcm_expr_ratio(l->ctx, 1, 2);
  node->u.branch.probabilities = chances;
  lcm_lower_attribute(l, node, "probability", "default");
  return node;
}

/* Return the branch for the `switch` "ast": all cases equally likely. */
static lcm_node *lower_switch(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BRANCH, ast);
  lcm_node_list cases = {0};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *body = body_of(ast);
  const lcm_ast *first = body ? body->first : NULL;
  for (const lcm_ast *at = first; at; at = at->next)
    if (at->kind == LCM_AST_CASE) {
      lcm_node_list nodes = {0};
      const lcm_ast *next = at->next;
      while (next && next->kind != LCM_AST_CASE)
        next = next->next;
      lcm_lower_block(l, &nodes, at->last ? at->last : at,
                      next ? next->begin : body->end);
      LCM_LIST_ADD(arena, &cases, lcm_lower_series(l, &nodes, loc_of(l, at)));
    }
  const lcm_expr **chances =
      LCM_NEW_ARRAY(arena, const lcm_expr *, cases.n + 1);
  for (size_t i = 0; i < cases.n; i++)
    chances[i] = lcm_expr_ratio(l->ctx, 1, (long long)cases.n);
  lcm_lower_attribute(l, node, "probability", "default");
  node->children = cases.at;
  node->n_children = cases.n;
  node->u.branch.probabilities = chances;
  node->label = label_of(l, ast);
  return node;
}

/* Return whether control leaves the block at the end of "ast". */
static bool ends_in_jump(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_COMPOUND)
    return ast->last && ends_in_jump(ast->last);
  return ast->kind == LCM_AST_RETURN || ast->kind == LCM_AST_CONTINUE ||
         ast->kind == LCM_AST_BREAK || ast->kind == LCM_AST_GOTO ||
         (ast->kind == LCM_AST_CALL && ast->name &&
          (!strcmp(ast->name, "exit") || !strcmp(ast->name, "abort")));
}

/* Return whether "ast" is an `if` without else whose branch leaves. */
static bool is_early_exit(const lcm_ast *ast) {
  return ast->kind == LCM_AST_IF && ast->first &&
         ast->first->next == ast->last && ast->last != ast->first &&
         ends_in_jump(ast->last);
}

/* Return whether anything of interest follows in "rest" before "end". */
static bool rest_is_interesting(const struct lcm_lowering *l,
                                const lcm_ast *rest, unsigned end) {
  return rest && lcm_lower_concerns(l, rest->begin, end)
             ? true
             : rest &&
                   (has_call(rest) || rest_is_interesting(l, rest->next, end));
}

/* Lower the early exit "ast" with the "rest" of its block, which runs
 * otherwise.  An exit whose condition has no model is taken never.  Return
 * whether the rest is done. */
static bool lower_exit(struct block *b, const lcm_ast *ast, unsigned end) {
  struct lcm_lowering *l = b->l;
  lcm_node_list rest = {0};
  if (!is_interesting(l, ast->last) && !rest_is_interesting(l, ast->next, end))
    return false;
  flush(b);
  add_calls(l, b->nodes, ast->first);
  lcm_node *node = lower_if(l, ast, NULL);
  struct lcm_meaning meaning;
  const bool chance = ast->anchor != (size_t)-1 && l->on[ast->anchor].n &&
                      lcm_lower_meaning(&meaning, l, ast->anchor) &&
                      meaning.probability;
  if (!node->u.branch.conditions && !chance) {
    b->first = b->last = NULL;
    return false;
  }
  lcm_lower_block(l, &rest, ast->next, end);
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_node *, 2);
  children[0] = node->children[0];
  children[1] = lcm_lower_series(l, &rest, node->loc);
  node->children = children;
  node->n_children = 2;
  lcm_lower_attribute(l, node, "exit", "yes");
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes,
               lcm_lower_apply(l, node, ast->anchor));
  return true;
}

/* Return the LET for the assignment of the offsets "from".."to" to "name"; NULL
 * where the value has no model. */
static lcm_node *let_of(struct lcm_lowering *l, const lcm_ast *at,
                        const char *name, size_t from, size_t to) {
  const struct lcm_local *local = lcm_lower_local(l, name);
  if (!local || local->unstable)
    return NULL;
  const lcm_expr *value = lcm_lower_expr(l, from, to);
  if (!value)
    return NULL;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, at);
  node->u.let = (struct lcm_assign){lcm_lower_name(l, name), value};
  return node;
}

/* Add LETs for the variables that "ast" declares with values. */
static void lower_declaration(struct lcm_lowering *l, lcm_node_list *nodes,
                              const lcm_ast *ast) {
  for (const lcm_ast *var = ast->first; var; var = var->next) {
    if (var->kind != LCM_AST_VAR || var->is_pointer)
      continue;
    const char *equals =
        memchr(l->text + var->begin, '=', var->end - var->begin);
    if (!equals)
      continue;
    lcm_node *node =
        let_of(l, var, var->name, (size_t)(equals - l->text) + 1, var->end);
    if (node && !(node->u.let.value &&
                  lcm_expr_has(node->u.let.value, node->u.let.name)))
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  }
}

/* Return the assignment that "ast" is, or is the only branch of; NULL
 * otherwise. */
static const lcm_ast *assignment_in(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_IF && ast->first && ast->first->next == ast->last)
    ast = ast->last;
  if (ast->kind == LCM_AST_COMPOUND && ast->first == ast->last && ast->first)
    ast = ast->first;
  return ast->kind == LCM_AST_ASSIGN && ast->first &&
                 ast->first->kind == LCM_AST_REF
             ? ast
             : NULL;
}

/* Add the LET for `x = e` or `if (c) x = e`, where that can be followed. */
static void lower_assignment(struct lcm_lowering *l, lcm_node_list *nodes,
                             const lcm_ast *ast) {
  const lcm_ast *assign = assignment_in(ast);
  if (!assign)
    return;
  const char *equals =
      memchr(l->text + assign->begin, '=', assign->end - assign->begin);
  const char *name = assign->first->name;
  if (!equals)
    return;
  lcm_node *node =
      let_of(l, ast, name, (size_t)(equals - l->text) + 1, assign->end);
  if (!node)
    return;
  if (assign != ast && ast->kind == LCM_AST_IF) {
    const char *open = memchr(l->text + ast->begin, '(', 20);
    const char *close =
        open ? memrchr(open, ')', (size_t)(l->text + ast->last->begin - open))
             : NULL;
    const lcm_expr *cond = close
                               ? lcm_lower_expr(l, (size_t)(open - l->text) + 1,
                                                (size_t)(close - l->text))
                               : NULL;
    node->u.let.value = lcm_expr_if(
        l->ctx, cond, node->u.let.value,
        lcm_expr_symbol(l->ctx, lcm_lower_name(l, name), LCM_DIM_NONE));
    if (!node->u.let.value)
      return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

/* Add a fragment for what the statement "ast" accesses beside its calls. */
static void add_remainder(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast) {
  if (ast->kind == LCM_AST_CALL)
    return;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_FRAGMENT, ast);
  lcm_lower_accesses(l, node, ast, ast);
  lcm_lower_cost(l, node, ast, ast);
  node->label = label_of(l, ast);
  node->fingerprint = fingerprint(l, ast->begin, ast->end);
  if (node->n_reads || node->n_writes)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

/* Add nodes for the statement "ast", which has something of interest, to
 * "nodes"; no pragma governs it. */
static void lower_interesting(struct lcm_lowering *l, lcm_node_list *nodes,
                              const lcm_ast *ast) {
  struct lcm_meaning meaning;
  const bool said = lcm_lower_meaning(&meaning, l, ast->anchor);
  lcm_node *node = NULL;
  lcm_node_list calls = {0};
  switch ((int)ast->kind) {
  case LCM_AST_FOR:
  case LCM_AST_WHILE:
  case LCM_AST_DO:
    if (said && meaning.read_as && !strcmp(meaning.read_as, "parallel")) {
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes,
                   lcm_lower_parallel(l, ast, &meaning));
      return;
    }
    node = lcm_lower_loop(l, LCM_NODE_LOOP, ast, 1);
    break;
  case LCM_AST_IF:
    add_calls(l, nodes, ast->first);
    node = lower_if(l, ast, NULL);
    break;
  case LCM_AST_SWITCH:
    node = lower_switch(l, ast);
    break;
  case LCM_AST_COMPOUND:
    node = lcm_lower_node(l, LCM_NODE_SERIES, ast);
    lcm_lower_child(l, node, lcm_lower_body(l, ast));
    break;
  case LCM_AST_LABEL:
  case LCM_AST_CASE:
    if (ast->last)
      lcm_lower_block(l, nodes, ast->last, ast->end);
    return;
  }
  if (!node && has_call(ast)) {
    add_calls(l, &calls, ast);
    add_remainder(l, &calls, ast);
    node = lcm_lower_node(l, LCM_NODE_SERIES, ast);
    node->children = calls.at;
    node->n_children = calls.n;
    if (calls.n == 1) {
      *node = *calls.at[0];
    }
  }
  if (!node) {
    node = lcm_lower_node(l, LCM_NODE_FRAGMENT, ast);
    node->label = label_of(l, ast);
    node->fingerprint = fingerprint(l, ast->begin, ast->end);
    lcm_lower_accesses(l, node, ast, ast);
    lcm_lower_cost(l, node, ast, ast);
  }
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes,
               lcm_lower_apply(l, node, ast->anchor));
}

/* Return the last statement of the range that `begin` opened at "ast", or NULL
 * where none opens there. */
static const lcm_ast *range_end(struct lcm_lowering *l, const lcm_ast *ast,
                                const lcm_directive **begin) {
  *begin = NULL;
  if (ast->anchor == (size_t)-1)
    return NULL;
  for (size_t i = 0; i < l->on[ast->anchor].n; i++)
    if (l->on[ast->anchor].at[i]->kind == LCM_DIR_BEGIN)
      *begin = l->on[ast->anchor].at[i];
  if (!*begin)
    return NULL;
  unsigned end = 0;
  for (const lcm_directive *d = *begin + 1;
       d < l->directives + l->n_directives && !end; d++)
    if (d->kind == LCM_DIR_END && d->words[0] == (*begin)->words[0])
      end = d->loc.begin;
  const lcm_ast *last = ast;
  while (last->next && last->next->begin < end)
    last = last->next;
  return last;
}

/* Claim the pragmas that stand before "ast" and after "from": standalone ones
 * become nodes; return the index of the first that governs "ast" in "*first"
 * and their number. */
static size_t claim(struct block *b, size_t *first, unsigned from,
                    unsigned until) {
  struct lcm_lowering *l = b->l;
  size_t n = 0;
  *first = 0;
  size_t low = 0;
  size_t high = l->pragmas.n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (l->pragmas.at[middle].loc.begin < from)
      low = middle + 1;
    else
      high = middle;
  }
  for (size_t i = low; i < l->pragmas.n; i++) {
    const lcm_pragma *pragma = &l->pragmas.at[i];
    if (pragma->loc.begin > until ||
        (pragma->loc.begin == until && pragma->raw))
      break;
    if (!pragma->standalone) {
      *first = n ? *first : i;
      n++;
      continue;
    }
    const lcm_node *node = lcm_lower_standalone(l, pragma);
    if (node) {
      flush(b);
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes, node);
    }
  }
  return n;
}

/* Lower the plain or interesting statement "ast". */
static void lower_one(struct block *b, const lcm_ast *ast) {
  struct lcm_lowering *l = b->l;
  const bool annotated = ast->anchor != (size_t)-1 && l->on[ast->anchor].n > 0;
  if (annotated || is_interesting(l, ast)) {
    flush(b);
    lower_interesting(l, b->nodes, ast);
    return;
  }
  if (ast->kind == LCM_AST_NULL)
    return;
  lcm_node_list lets = {0};
  if (ast->kind == LCM_AST_DECLSTMT)
    lower_declaration(l, &lets, ast);
  else
    lower_assignment(l, &lets, ast);
  if (lets.n) {
    flush(b);
    for (size_t i = 0; i < lets.n; i++)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes, lets.at[i]);
    return;
  }
  if (!b->first)
    b->first = ast;
  b->last = ast;
}

/* Lower the range from "ast" to "last" that `begin` opened as one node. */
static void lower_range(struct block *b, const lcm_ast *ast,
                        const lcm_ast *last) {
  struct lcm_lowering *l = b->l;
  lcm_node_list nodes = {0};
  lcm_directive_list kept = l->on[ast->anchor];
  flush(b);
  l->on[ast->anchor].n = 0;
  lcm_lower_block(l, &nodes, ast, last->end);
  l->on[ast->anchor] = kept;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_SERIES, ast);
  node->loc.end = last->end;
  node->children = nodes.at;
  node->n_children = nodes.n;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes,
               lcm_lower_apply(l, node, ast->anchor));
}

/* Return the offset behind which the pragmas before "first" begin: the end of
 * the statement before it, or the begin of what it stands in. */
static unsigned pragmas_from(const lcm_ast *first) {
  if (!first || !first->parent)
    return 0;
  unsigned from = first->parent->begin;
  for (const lcm_ast *at = first->parent->first; at && at != first;
       at = at->next)
    from = at->end;
  return from;
}

void lcm_lower_block(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *first, unsigned end) {
  lower_from(l, nodes, (struct stretch){first, end, pragmas_from(first)});
}

static void lower_from(struct lcm_lowering *l, lcm_node_list *nodes,
                       struct stretch s) {
  struct block b = {.l = l, .nodes = nodes};
  size_t pragma = 0;
  unsigned from = s.from;
  for (const lcm_ast *ast = s.first; ast && ast->begin < s.end;
       ast = ast->next) {
    const lcm_directive *begin = NULL;
    const lcm_ast *last = range_end(l, ast, &begin);
    if (last) {
      lower_range(&b, ast, last);
      ast = last;
      from = ast->end;
      continue;
    }
    const size_t n = claim(&b, &pragma, from, ast->begin);
    from = ast->end;
    if (n) {
      flush(&b);
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes,
                   lcm_lower_construct(l, pragma, n, ast));
      continue;
    }
    if (is_early_exit(ast) && lower_exit(&b, ast, s.end))
      return;
    if (!is_early_exit(ast))
      lower_one(&b, ast);
  }
  if (s.first && s.first->parent && s.first->parent->kind == LCM_AST_COMPOUND)
    (void)claim(&b, &pragma, from, s.end);
  flush(&b);
}
