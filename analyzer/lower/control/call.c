#include <stdint.h>
#include <string.h>

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/access/through.h"
#include "analyzer/lower/control/branch.h"
#include "analyzer/lower/control/call.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/mark.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/mpi/message.h"
#include "analyzer/lower/threads/thread_sync.h"
#include "analyzer/lower/values/names.h"
#include "base/ctx.h"
#include "model/expr/build.h"
#include "model/expr/fn.h"

const char *lcm_lower_key(struct lcm_lowering *l, const char *name,
                          bool is_static) {
  if (!is_static)
    return name;
  return LCM_INTERN_JOINED(l->ctx, l->syntax->unit, ":", name);
}

lcm_node *lcm_lower_opaque(struct lcm_lowering *l, lcm_node_list *nodes,
                           const lcm_ast *ast, const char *reason) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_OPAQUE, ast);
  node->label = lcm_lower_label(l, ast);
  node->u.opaque.reason = reason;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  if (!l->covered)
    lcm_report(l->ctx, LCM_DIAG_OPAQUE, node->loc, "%s", reason);
  return node;
}

/* Return the first argument of the call "ast". */
static const lcm_ast *first_argument(const lcm_ast *ast) {
  return ast->first ? ast->first->next : NULL;
}

/* The arguments of a call; pointers: which of them are some; places: what
 * "n_places" of them point to, none where none points anywhere. */
struct arguments {
  LCM_LIST(const lcm_expr *) values;
  lcm_section *places;
  size_t n_places;
  LCM_LIST(bool) pointers;
};

/* Return the offset behind the parenthesis that opens the arguments of the
 * call "ast"; its end where a macro makes it. */
static size_t arguments_from(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *callee = ast->first;
  size_t at = callee && callee->end > ast->begin ? callee->end : ast->begin;
  if (callee && callee->kind == LCM_AST_REF) {
    const size_t n = strlen(callee->name);
    if (ast->begin + n > l->len ||
        memcmp(l->text + callee->begin, callee->name, n) != 0)
      return ast->end;
    at = callee->begin + n;
  }
  for (; at < ast->end; at++)
    if (l->text[at] == '(')
      return at + 1;
  return ast->end;
}

/* Return the offset where the argument from "at" on ends. */
static size_t argument_end(const struct lcm_lowering *l, size_t at,
                           size_t end) {
  int nesting = 0;
  for (; at < end; at++) {
    const char c = l->text[at];
    if (!nesting && (c == ',' || c == ')'))
      return at;
    if (c == '"' || c == '\'')
      for (at++; at < end && l->text[at] != c; at++)
        at += l->text[at] == '\\';
    nesting += c == '(' || c == '[' || c == '{';
    nesting -= c == ')' || c == ']' || c == '}';
  }
  return end;
}

bool lcm_call_argument_text(size_t ends[2], const struct lcm_lowering *l,
                            const lcm_ast *ast, size_t i) {
  size_t at = arguments_from(l, ast);
  for (; at < ast->end; i--) {
    const size_t end = argument_end(l, at, ast->end);
    if (!i) {
      ends[0] = at + strspn(l->text + at, " \t\n");
      ends[1] = end;
      return ends[0] < end;
    }
    if (end >= ast->end || l->text[end] == ')')
      return false;
    at = end + 1;
  }
  return false;
}

/* Make room in "arguments" for "n" of them. */
static void make_room(struct arguments *arguments, lcm_arena *arena, size_t n) {
  arguments->values.at = LCM_NEW_ARRAY(arena, const lcm_expr *, n);
  arguments->pointers.at = LCM_NEW_ARRAY(arena, bool, n);
  arguments->values.cap = arguments->pointers.cap = n;
}

/* Note that the next of the "n" arguments points to "place"; no room is taken
 * before one points anywhere. */
static void add_place(struct arguments *arguments, lcm_arena *arena, size_t n,
                      const lcm_section *place) {
  const size_t at = arguments->values.n;
  const size_t room = n > at ? n : at + 1;
  if (!place->datum && !arguments->n_places)
    return;
  if (room > arguments->n_places) {
    lcm_section *all = LCM_NEW_ARRAY(arena, lcm_section, room);
    if (arguments->n_places)
      memcpy(all, arguments->places, arguments->n_places * sizeof *all);
    arguments->places = all;
    arguments->n_places = room;
  }
  arguments->places[at] = *place;
}

/* Take the arguments of the call "ast" from its text. */
static void read_arguments(struct arguments *out, struct lcm_lowering *l,
                           const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *syntax = first_argument(ast);
  if (ast->n_args)
    make_room(out, arena, ast->n_args);
  for (size_t at = arguments_from(l, ast); at < ast->end;) {
    const size_t end = argument_end(l, at, ast->end);
    while (syntax && syntax->begin < at)
      syntax = syntax->next;
    const bool pointer = syntax && syntax->begin < end && syntax->is_pointer;
    const lcm_section none = {.datum = NULL};
    const lcm_section place = pointer ? lcm_lower_place(l, syntax) : none;
    if (strspn(l->text + at, " \t\n") < end - at) {
      add_place(out, arena, ast->n_args, &place);
      LCM_LIST_ADD(arena, &out->values, lcm_lower_expr(l, at, end));
      LCM_LIST_ADD(arena, &out->pointers, pointer);
    }
    if (end >= ast->end || l->text[end] == ')')
      return;
    at = end + 1;
  }
}

/* Put into "arguments" what is known of those of the call "ast" that a macro
 * makes. */
static void count_arguments(struct arguments *arguments, lcm_arena *arena,
                            const lcm_ast *ast) {
  const lcm_ast *syntax = first_argument(ast);
  memset(arguments, 0, sizeof *arguments);
  for (unsigned i = 0; i < ast->n_args; i++) {
    LCM_LIST_ADD(arena, &arguments->values, NULL);
    LCM_LIST_ADD(arena, &arguments->pointers, syntax && syntax->is_pointer);
    syntax = syntax ? syntax->next : NULL;
  }
}

/* Put the arguments of the call "ast" into "node". */
static void add_arguments(struct lcm_lowering *l, lcm_node *node,
                          const lcm_ast *ast) {
  struct arguments arguments = {.values = {0}};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  read_arguments(&arguments, l, ast);
  if (arguments.values.n != ast->n_args)
    count_arguments(&arguments, arena, ast);
  if (arguments.pointers.n)
    lcm_map_put(arena, &l->pointers, arguments.values.at,
                (size_t)(uintptr_t)arguments.pointers.at);
  node->u.call.args = arguments.values.at;
  node->u.call.places = arguments.places;
  node->u.call.n_args = arguments.values.n;
}

/* Return whether the key "key" is that of a function called "name". */
static bool is_called(const char *key, const char *name) {
  const char *colon = strrchr(key, ':');
  return !strcmp(colon ? colon + 1 : key, name);
}

void lcm_call_size(struct lcm_lowering *l, lcm_node *node,
                   const struct lcm_meaning *meaning) {
  if (node->kind != LCM_NODE_CALL || !meaning->size_of || node->u.call.sizes ||
      !is_called(node->u.call.callee, meaning->size_of))
    return;
  const size_t n = node->u.call.n_args;
  size_t found = 0;
  size_t used = 0;
  const bool *pointers = lcm_map_get(&l->pointers, node->u.call.args, &found)
                             ? (const bool *)(uintptr_t)found
                             : NULL;
  const lcm_expr **sizes =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_expr *, n + 1);
  for (size_t i = 0; i < n; i++)
    if (meaning->n_sizes == n || !pointers || !pointers[i]) {
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

/* Return the call "ast" of the function with the key "callee", called
 * "name". */
static lcm_node *new_call(struct lcm_lowering *l, const lcm_ast *ast,
                          const char *callee, const char *name) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_CALL, ast);
  node->u.call.callee = callee;
  node->label = LCM_INTERN_JOINED(l->ctx, name, "()");
  add_arguments(l, node, ast);
  lcm_lower_passes(l, node, ast);
  lcm_external_price(l, node, ast, callee[0] == '*' ? NULL : name);
  if (l->said)
    lcm_call_size(l, node, l->said);
  return node;
}

/* Return the key of the function that a comment calls "name". */
static const char *target_key(struct lcm_lowering *l, const char *name) {
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name == name)
      return lcm_lower_key(l, name, top->is_static);
  return name;
}

/* Return the call "ast" of the functions that a comment names: a branch with
 * the shares that it gives or, where they are several, equal ones. */
static lcm_node *lower_targets(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t n = l->said->n_targets;
  const lcm_node **calls = LCM_NEW_ARRAY(arena, const lcm_node *, n);
  const lcm_expr **chances = LCM_NEW_ARRAY(arena, const lcm_expr *, n);
  lcm_node *one = NULL;
  bool shared = false;
  for (size_t i = 0; i < n; i++) {
    const char *name = l->said->targets[i];
    const lcm_expr *share = l->said->shares[i];
    calls[i] = one = new_call(l, ast, target_key(l, name), name);
    chances[i] = share ? share : lcm_expr_ratio(l->ctx, 1, (long long)n);
    shared = shared || share;
  }
  if (n == 1 && !shared)
    return one;
  lcm_node *branch = lcm_lower_node(l, LCM_NODE_BRANCH, ast);
  branch->label = lcm_lower_label(l, ast);
  branch->children = calls;
  branch->n_children = n;
  branch->u.branch.probabilities = chances;
  if (!shared)
    lcm_lower_attribute(l, branch, "probability", "default");
  return branch;
}

void lcm_lower_lock(struct lcm_lowering *l, const char *name, lcm_loc loc) {
  for (size_t i = 0; i < l->declared.resources.n; i++)
    if (l->declared.resources.at[i].name == name)
      return;
  const lcm_resource resource = {.name = name,
                                 .multiplicity = lcm_expr_int(l->ctx, 1),
                                 .lock = true,
                                 .loc = loc};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->declared.resources, resource);
}

/* Add an opaque node for the call "ast", for "reason".  Where it goes through a
 * pointer that has a name the call of that, "*name", is below it: the linker
 * may know which functions these are. */
static void add_indirect(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *ast, const char *reason) {
  const char *name = ast->is_function ? NULL : lcm_lower_through(l, ast);
  lcm_node *opaque = lcm_lower_opaque(l, nodes, ast, reason);
  if (!name || l->covered)
    return;
  const char *callee = LCM_INTERN_JOINED(l->ctx, "*", name);
  const char *shown = ast->name && *ast->name ? ast->name : "(*)";
  lcm_lower_child(l, opaque, new_call(l, ast, callee, shown));
}

/* Return how many parameters the function that "ref" refers to has; 0 where the
 * file does not define it. */
static size_t n_params(const struct lcm_lowering *l, const lcm_ast *ref) {
  const lcm_ast *top = l->syntax->top;
  size_t n = 0;
  while (top && (top->kind != LCM_AST_FUNCTION || top->key != ref->key))
    top = top->next;
  for (const lcm_ast *at = top ? top->first : NULL;
       at && at->kind == LCM_AST_PARAM; at = at->next)
    n++;
  return n;
}

/* Return what the only pointer to data among the arguments of "ast" points to,
 * wherever in it; datum NULL where there is none or another one. */
static lcm_section only_place(struct lcm_lowering *l, const lcm_ast *ast) {
  static const struct lcm_extent SOMEWHERE = {NULL, NULL, NULL};
  lcm_section found = {.datum = NULL};
  for (const lcm_ast *at = first_argument(ast); at; at = at->next) {
    if (!at->is_pointer || at->is_action)
      continue;
    if (found.datum)
      return (lcm_section){.datum = NULL};
    found = lcm_lower_place(l, at);
  }
  if (!found.n_extents || found.extents[found.n_extents - 1].length) {
    found.extents = &SOMEWHERE;
    found.n_extents = 1;
  }
  found.exact = false;
  found.why = "a library function chooses the element";
  return found;
}

/* Let the parameters of "call", which the call "ast" of a function from
 * elsewhere makes of "called", be pointers into what it is given. */
static void add_places(struct lcm_lowering *l, lcm_node *call,
                       const lcm_ast *ast, const lcm_ast *called) {
  const lcm_section place = only_place(l, ast);
  const size_t n = place.datum ? n_params(l, called) : 0;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_section *places = LCM_NEW_ARRAY(arena, lcm_section, n + 1);
  for (size_t i = 0; i < n; i++)
    places[i] = place;
  call->u.call.args = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  call->u.call.places = places;
  call->u.call.n_args = n;
}

/* Add the calls that "ast", a call of "external", makes of its argument: a loop
 * that runs as often, where that has a model. */
static void add_callbacks(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast,
                          const struct lcm_external *external) {
  const lcm_ast *called = lcm_call_callback(ast);
  const char *missing = NULL;
  const lcm_expr *count =
      lcm_external_value(l, ast, external, external->calls, &missing);
  if (!count) {
    (void)lcm_lower_opaque(
        l, nodes, ast,
        lcm_arena_printf(lcm_ctx_arena(l->ctx),
                         "%s() may call '%s': how often is not known",
                         ast->name, called->name));
    return;
  }
  lcm_node *loop = lcm_lower_node(l, LCM_NODE_LOOP, ast);
  lcm_node *call = lcm_lower_node(l, LCM_NODE_CALL, ast);
  call->u.call.callee = lcm_lower_key(l, called->name, called->is_static);
  call->label = lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s()", called->name);
  loop->label = lcm_lower_label(l, ast);
  add_places(l, call, ast, called);
  loop->u.loop.count = count;
  lcm_lower_child(l, loop, call);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, loop);
}

/* Add the node of the call "ast", whose arguments are done. */
static void add_call(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const char *oddity = lcm_call_oddity(l, ast);
  const bool said = l->said && l->said->n_targets;
  if (lcm_thread_call(l, nodes, ast))
    return;
  const struct lcm_external *external = lcm_external_calls(l, ast);
  if (lcm_call_is_message(l, ast))
    lcm_lower_message(l, nodes, ast);
  else if (external)
    add_callbacks(l, nodes, ast, external);
  else if (oddity && said && (!ast->is_function || lcm_call_callback(ast)))
    LCM_LIST_ADD(arena, nodes, lower_targets(l, ast));
  else if (oddity)
    add_indirect(l, nodes, ast, oddity);
  else if (lcm_call_is_project(ast) && !lcm_call_mpi(l, ast))
    LCM_LIST_ADD(arena, nodes,
                 new_call(l, ast, lcm_lower_key(l, ast->name, ast->is_static),
                          ast->name));
}

/* Return what "ast" executes as one node, a series. */
static const lcm_node *alternative(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node_list nodes = {0};
  if (ast)
    lcm_lower_calls(l, &nodes, ast);
  return lcm_lower_series(l, &nodes, lcm_lower_loc(l, ast));
}

/* Add the branch on "cond" (where "negated": on its contrary) that executes
 * "yes" and, unless NULL, else "no". */
static void add_choice(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *const parts[3], bool negated) {
  const lcm_ast *cond = parts[0];
  const lcm_expr *value = lcm_lower_expr(l, cond->begin, cond->end);
  if (value && negated)
    value = lcm_expr_apply(l->ctx, LCM_X_NOT, value);
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BRANCH, cond->parent);
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_node *, 2);
  node->label = lcm_lower_label(l, cond->parent);
  node->children = children;
  children[node->n_children++] = alternative(l, parts[1]);
  if (parts[2])
    children[node->n_children++] = alternative(l, parts[2]);
  lcm_lower_choose(l, node, value, cond);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

void lcm_lower_calls(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast) {
  const lcm_ast *left = ast->first;
  const lcm_ast *right = left ? left->next : NULL;
  if (!ast->marked)
    return;
  switch ((int)ast->kind) {
  case LCM_AST_SIZEOF:
    return;
  case LCM_AST_AND:
  case LCM_AST_OR:
    if (!right || !right->marked)
      break;
    lcm_lower_calls(l, nodes, left);
    add_choice(l, nodes, (const lcm_ast *const[]){left, right, NULL},
               ast->kind == LCM_AST_OR);
    return;
  case LCM_AST_CONDITIONAL:
    if (!right || (!right->marked && !ast->last->marked))
      break;
    lcm_lower_calls(l, nodes, left);
    add_choice(l, nodes, (const lcm_ast *const[]){left, right, right->next},
               false);
    return;
  case LCM_AST_BLOCK:
    if (left && left->kind == LCM_AST_COMPOUND)
      lcm_lower_block(l, nodes, left->first, NULL);
    return;
  case LCM_AST_ASM:
    if (!lcm_asm_is_empty(l, ast))
      lcm_lower_opaque(l, nodes, ast, "assembler code");
    return;
  }
  for (; left; left = left->next)
    lcm_lower_calls(l, nodes, left);
  add_call(l, nodes, ast);
}
