/* Putting units together to a program, with its entry. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "model/link/agree.h"
#include "model/link/link.h"
#include "model/link/named.h"
#include "model/link/passes.h"
#include "model/link/place.h"
#include "model/link/select.h"
#include "model/sections/sections.h"
#include "model/structure/structure.h"

/* A search for messages between ranks from a function on. */
struct search {
  const lcm_program *program;
  bool *seen; /* functions that were looked into */
  bool found; /* a message outside such a team */
};

/* Look for messages in and below "node". */
static void look(struct search *s, const lcm_node *node) {
  if (s->found || node->ignored ||
      (node->kind == LCM_NODE_TEAM && node->u.team.kind == LCM_TEAM_RANKS))
    return;
  s->found = node->kind == LCM_NODE_MESSAGE;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(s->program, node->u.call.callee)
          : NULL;
  const size_t at = callee ? (size_t)(callee - s->program->functions) : 0;
  if (callee && callee->body && !s->seen[at]) {
    s->seen[at] = true;
    look(s, callee->body);
  }
  for (size_t i = 0; i < node->n_children && !s->found; i++)
    look(s, node->children[i]);
}

/* Return "body" as what each rank of a team executes. */
static const lcm_node *team_of(lcm_ctx *ctx, const lcm_node *body) {
  const lcm_node **children = LCM_NEW(lcm_ctx_arena(ctx), const lcm_node *);
  lcm_node *team = lcm_node_new(ctx, LCM_NODE_TEAM, body->loc);
  *children = body;
  team->label = "ranks";
  team->u.team.kind = LCM_TEAM_RANKS;
  team->children = children;
  team->n_children = 1;
  lcm_place_keep(ctx, team, LCM_PLACE_NONE);
  return team;
}

/* Put "program" into "*out" with its entry executed by a team of ranks, where
 * that sends messages between ranks. */
static lcm_status program_rank(const lcm_program **out, lcm_ctx *ctx,
                               const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_function *entry = lcm_program_function(program, program->entry);
  struct search s = {.program = program,
                     .seen =
                         LCM_NEW_ARRAY(arena, bool, program->n_functions + 1)};
  *out = program;
  if (!entry || !entry->body)
    return LCM_OK;
  look(&s, entry->body);
  if (!s.found)
    return LCM_OK;
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++)
    functions[i] = program->functions[i];
  functions[entry - program->functions].body = team_of(ctx, entry->body);
  *copy = *program;
  copy->functions = functions;
  *out = copy;
  return lcm_program_finish(ctx, copy);
}

/* Return "node" with the calls at and below it that say what they cost, of
 * functions that "program" does not define, as fragments; "node" itself where
 * there are none. */
static const lcm_node *settle(lcm_ctx *ctx, const lcm_program *program,
                              const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_node **children = NULL;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL && node->flops
          ? lcm_program_function(program, node->u.call.callee)
          : NULL;
  const bool own =
      node->kind == LCM_NODE_CALL && node->flops && !(callee && callee->body);
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = settle(ctx, program, node->children[i]);
    if (child == node->children[i])
      continue;
    if (!children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    children[i] = child;
  }
  if (!own && !children)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  if (own) {
    copy->kind = LCM_NODE_FRAGMENT;
    memset(&copy->u, 0, sizeof copy->u);
    lcm_place_keep(ctx, copy, LCM_PLACE_CALL);
  }
  return copy;
}

/* Return "program" with those calls as fragments that say what they cost and
 * whose functions it does not define. */
static const lcm_program *program_settle(lcm_ctx *ctx,
                                         const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  bool changed = false;
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (!functions[i].body)
      continue;
    functions[i].body = settle(ctx, program, functions[i].body);
    changed = changed || functions[i].body != program->functions[i].body;
  }
  *copy = *program;
  copy->functions = functions;
  return changed ? copy : program;
}

/* A program that is put together. */
struct linking {
  lcm_ctx *ctx;
  lcm_program *out;
  LCM_LIST(const char *) files;
  LCM_LIST(lcm_function) functions;
  LCM_LIST(lcm_param) params;
  LCM_LIST(lcm_resource) resources;
  LCM_LIST(struct lcm_condition) conditions;
  LCM_LIST(struct lcm_draw) draws;
  LCM_LIST(lcm_category) categories;
  LCM_LIST(struct lcm_covariance) covariances;
  LCM_LIST(lcm_contract) contracts;
  LCM_LIST(lcm_pointer) pointers;
  LCM_LIST(struct lcm_points) points;
  /* where what is said of each of the "pointers" stands */
  LCM_LIST(const char *) pointer_files;
  lcm_status status;
  bool lenient;
  bool named; /* comments name functions of other files */
};

/* Order functions by key, those with a body first, those that are not weak
 * before those that are, then by place. */
static int function_order(const void *a, const void *b) {
  const lcm_function *f = a;
  const lcm_function *g = b;
  const int by = strcmp(f->key, g->key);
  if (by)
    return by;
  if (!f->body != !g->body)
    return f->body ? -1 : 1;
  if (f->weak != g->weak)
    return g->weak ? -1 : 1;
  const int file =
      strcmp(f->loc.file ? f->loc.file : "", g->loc.file ? g->loc.file : "");
  return file ? file
              : (f->loc.begin > g->loc.begin) - (f->loc.begin < g->loc.begin);
}

/* Return whether "f" and "g" stand at one place: a function of a header that
 * several units include. */
static bool is_same_place(const lcm_function *f, const lcm_function *g) {
  return f->loc.file && g->loc.file && !strcmp(f->loc.file, g->loc.file) &&
         f->loc.begin == g->loc.begin;
}

/* ---- functions of one name ------------------------------------------------
 */

/* A function that goes by another key because several have its own. */
struct renaming {
  const char *key; /* key, file: of the function */
  const char *file;
  const char *apart; /* the key that it gets */
};

/* Renamings, those of one key together; "first" leads from a key to the first
 * of them. */
struct renaming_list {
  struct renaming *at;
  size_t n;
  size_t cap;
  lcm_map first;
};

typedef struct renaming_list renaming_list;

/* Return the renaming of "key" in "file" (NULL: in any file), or NULL. */
static const struct renaming *find_renaming(const renaming_list *list,
                                            const char *key, const char *file) {
  size_t i = 0;
  if (!lcm_map_get(&list->first, key, &i))
    return NULL;
  for (; i < list->n && list->at[i].key == key; i++)
    if (!file || !strcmp(list->at[i].file, file))
      return &list->at[i];
  return NULL;
}

/* Note that the function "f" has to go by another key. */
static void set_apart(struct linking *l, renaming_list *list,
                      const lcm_function *f) {
  const char *file = f->loc.file ? f->loc.file : "";
  const struct renaming renaming = {
      f->key, file,
      lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s:%s", file,
                                          f->name))};
  if (find_renaming(list, f->key, file))
    return;
  if (!find_renaming(list, f->key, NULL))
    lcm_map_put(lcm_ctx_arena(l->ctx), &list->first, f->key, list->n);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), list, renaming);
}

/* Find the functions that share a key with another body elsewhere, which is
 * not weak: an error in one program, except for `main`. */
static void find_shared(struct linking *l, renaming_list *list) {
  for (size_t i = 1; i < l->functions.n; i++) {
    const lcm_function *f = &l->functions.at[i - 1];
    const lcm_function *g = &l->functions.at[i];
    if (strcmp(f->key, g->key) != 0 || !f->body || !g->body || g->weak ||
        is_same_place(f, g))
      continue;
    set_apart(l, list, f);
    set_apart(l, list, g);
    if (l->lenient || !strcmp(g->name, "main"))
      continue;
    lcm_report(l->ctx, LCM_DIAG_DUPLICATE_FUNCTION, g->loc,
               "'%s' is defined at %s:%u too", g->name, f->loc.file,
               f->loc.line);
    l->status = LCM_ESTRUCT;
  }
}

/* Return the key by which the file "file" calls what it calls "key". */
static const char *apart(const renaming_list *list, const char *key,
                         const char *file) {
  const struct renaming *any = find_renaming(list, key, NULL);
  const struct renaming *own = any ? find_renaming(list, key, file) : NULL;
  return own ? own->apart : any ? any->apart : key;
}

/* Return the attribute `passes` of "node" of the file "file" with functions as
 * "list" renames them; NULL where it has none, or they stay. */
static const char *redirect_passes(struct linking *l, const renaming_list *list,
                                   const lcm_node *node, const char *file) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_passed_list passed = {0};
  const char *text = NULL;
  bool changed = false;
  lcm_passes_read(&passed, l->ctx, node);
  for (size_t i = 0; i < passed.n; i++) {
    const struct lcm_passed *one = &passed.at[i];
    const char *key = one->forwarded ? one->key : apart(list, one->key, file);
    changed = changed || key != one->key;
    text = lcm_arena_printf(arena, "%s%s%zu=%s%s", text ? text : "",
                            text ? ";" : "", one->at, one->forwarded ? "*" : "",
                            key);
  }
  return changed ? text : NULL;
}

/* Return "node" of the file "file" with the calls to functions that "list"
 * renames going to the one of their own file, else to the first; "node" itself
 * where there are none. */
static const lcm_node *redirect(struct linking *l, const renaming_list *list,
                                const lcm_node *node, const char *file) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_node **children = NULL;
  const bool call = node->kind == LCM_NODE_CALL;
  const char *callee = call ? apart(list, node->u.call.callee, file) : NULL;
  const char *passes = call ? redirect_passes(l, list, node, file) : NULL;
  const bool own = passes || (call && callee != node->u.call.callee);
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = redirect(l, list, node->children[i], file);
    if (child == node->children[i])
      continue;
    if (!children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    children[i] = child;
  }
  if (!own && !children)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  if (call)
    copy->u.call.callee = callee;
  if (passes)
    lcm_node_say(l->ctx, copy, "passes", passes);
  return copy;
}

/* Let the functions that "pointer" of the file "file" holds and "list" renames
 * be those of their own file, else the first. */
static void redirect_pointer(struct linking *l, const renaming_list *list,
                             lcm_pointer *pointer, const char *file) {
  const char **holds = NULL;
  for (size_t i = 0; i < pointer->n_holds; i++) {
    const char *key = apart(list, pointer->holds[i], file);
    if (key == pointer->holds[i])
      continue;
    if (!holds) {
      holds =
          LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const char *, pointer->n_holds);
      memcpy(holds, pointer->holds, pointer->n_holds * sizeof *holds);
    }
    holds[i] = key;
  }
  pointer->holds = holds ? holds : pointer->holds;
}

/* Give functions that share a key, as the mains of several programs do, keys
 * of their own. */
static void keep_apart(struct linking *l) {
  renaming_list list = {0};
  find_shared(l, &list);
  for (size_t i = 0; list.n && i < l->functions.n; i++) {
    lcm_function *f = &l->functions.at[i];
    const char *file = f->loc.file ? f->loc.file : "";
    const struct renaming *own =
        f->body ? find_renaming(&list, f->key, file) : NULL;
    f->key = own ? own->apart : f->key;
    if (f->body)
      f->body = redirect(l, &list, f->body, file);
  }
  for (size_t i = 0; list.n && i < l->pointers.n; i++)
    redirect_pointer(l, &list, &l->pointers.at[i], l->pointer_files.at[i]);
  if (list.n)
    qsort(l->functions.at, l->functions.n, sizeof *l->functions.at,
          function_order);
}

const lcm_program *lcm_program_rename(lcm_ctx *ctx, const lcm_program *program,
                                      const char *key, const char *to) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct renaming renaming = {key, "", to};
  renaming_list list = {&renaming, 1, 1, {0}};
  struct linking l = {.ctx = ctx, .out = LCM_NEW(arena, lcm_program)};
  lcm_map_put(arena, &list.first, key, 0);
  *l.out = *program;
  for (size_t i = 0; i < program->n_functions; i++) {
    lcm_function f = program->functions[i];
    f.key = f.key == key ? to : f.key;
    f.body = f.body ? redirect(&l, &list, f.body, "") : NULL;
    LCM_LIST_ADD(arena, &l.functions, f);
  }
  for (size_t i = 0; i < program->n_pointers; i++) {
    lcm_pointer pointer = program->pointers[i];
    redirect_pointer(&l, &list, &pointer, "");
    LCM_LIST_ADD(arena, &l.pointers, pointer);
  }
  if (l.functions.n)
    qsort(l.functions.at, l.functions.n, sizeof *l.functions.at,
          function_order);
  l.out->functions = l.functions.at;
  l.out->pointers = l.pointers.at;
  l.out->entry = program->entry == key ? to : program->entry;
  return l.out;
}

/* Sort the functions and keep one of each key: the one with a body, the first
 * of those at one place. */
static void join_functions(struct linking *l) {
  size_t kept = 0;
  if (l->functions.n)
    qsort(l->functions.at, l->functions.n, sizeof *l->functions.at,
          function_order);
  keep_apart(l);
  for (size_t i = 0; i < l->functions.n; i++) {
    const lcm_function *f = &l->functions.at[i];
    lcm_function *last = kept ? &l->functions.at[kept - 1] : NULL;
    if (!last || strcmp(last->key, f->key) != 0)
      l->functions.at[kept++] = *f;
    else
      last->address_taken = last->address_taken || f->address_taken;
  }
  l->functions.n = kept;
}

/* Take the param "param" unless there is one of its name; return that. */
static lcm_param *take_param(struct linking *l, const lcm_param *param) {
  for (size_t i = 0; i < l->params.n; i++)
    if (l->params.at[i].name == param->name)
      return &l->params.at[i];
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->params, *param);
  return NULL;
}

/* Take the param "param" unless it is known; a different value is an error. */
static void join_param(struct linking *l, const lcm_param *param) {
  lcm_param *known = take_param(l, param);
  if (!known || lcm_param_join(known, param) || l->lenient)
    return;
  lcm_report(l->ctx, LCM_DIAG_DUPLICATE_PARAM, param->loc,
             "param '%s' has another value at %s:%u", param->name,
             known->loc.file, known->loc.line);
  l->status = LCM_ESTRUCT;
}

/* Take the resource "resource" unless its name is known. */
static void join_resource(struct linking *l, const lcm_resource *resource) {
  for (size_t i = 0; i < l->resources.n; i++)
    if (l->resources.at[i].name == resource->name)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->resources, *resource);
}

/* Take the category "category" unless its name is known. */
static void join_category(struct linking *l, const lcm_category *category) {
  for (size_t i = 0; i < l->categories.n; i++)
    if (l->categories.at[i].name == category->name)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->categories, *category);
}

/* Take the condition "condition" unless its name is known. */
static void join_condition(struct linking *l,
                           const struct lcm_condition *condition) {
  for (size_t i = 0; i < l->conditions.n; i++)
    if (l->conditions.at[i].name == condition->name)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->conditions, *condition);
}

/* Take whether "unit" is a model, and its unit of time; two units of time are
 * an error. */
static void join_kind(struct linking *l, const lcm_program *unit) {
  lcm_program *out = l->out;
  const lcm_loc at = {.file = unit->n_files ? unit->files[0] : NULL};
  out->is_model = out->is_model || unit->is_model;
  if (out->unit && unit->unit && strcmp(out->unit, unit->unit) != 0) {
    lcm_report(l->ctx, LCM_DIAG_UNIT, at,
               "times are in %s here and in %s elsewhere", unit->unit,
               out->unit);
    l->status = LCM_EUNIT;
  }
  out->unit = out->unit ? out->unit : unit->unit;
}

/* Take the draw "draw"; a comment in a header declares it in each unit. */
static void join_draw(struct linking *l, const struct lcm_draw *draw) {
  for (size_t i = 0; i < l->draws.n; i++) {
    const struct lcm_draw *known = &l->draws.at[i];
    if (known->name == draw->name && known->kind == draw->kind &&
        known->n_args == draw->n_args &&
        (!draw->n_args ||
         !memcmp(known->args, draw->args, draw->n_args * sizeof *draw->args)))
      return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->draws, *draw);
}

/* Take "contract" of a unit, one in a header only once. */
static void join_contract(struct linking *l, const lcm_contract *contract) {
  for (size_t i = 0; i < l->contracts.n; i++) {
    const lcm_contract *known = &l->contracts.at[i];
    if (known->loc.file == contract->loc.file &&
        known->loc.line == contract->loc.line &&
        !strcmp(known->text, contract->text))
      return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->contracts, *contract);
}

/* Take all that "unit" has. */
static void join_unit(struct linking *l, const lcm_program *unit) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  for (size_t i = 0; i < unit->n_files; i++)
    LCM_LIST_ADD(arena, &l->files, unit->files[i]);
  for (size_t i = 0; i < unit->n_functions; i++)
    LCM_LIST_ADD(arena, &l->functions, unit->functions[i]);
  for (size_t i = 0; i < unit->n_params; i++)
    join_param(l, &unit->params[i]);
  for (size_t i = 0; i < unit->n_resources; i++)
    join_resource(l, &unit->resources[i]);
  for (size_t i = 0; i < unit->n_conditions; i++)
    join_condition(l, &unit->conditions[i]);
  for (size_t i = 0; i < unit->n_draws; i++)
    join_draw(l, &unit->draws[i]);
  for (size_t i = 0; i < unit->n_categories; i++)
    join_category(l, &unit->categories[i]);
  for (size_t i = 0; i < unit->n_covariances; i++)
    LCM_LIST_ADD(arena, &l->covariances, unit->covariances[i]);
  for (size_t i = 0; i < unit->n_contracts; i++)
    join_contract(l, &unit->contracts[i]);
  for (size_t i = 0; i < unit->n_pointers; i++) {
    LCM_LIST_ADD(arena, &l->pointers, unit->pointers[i]);
    LCM_LIST_ADD(arena, &l->pointer_files, unit->n_files ? unit->files[0] : "");
  }
  for (size_t i = 0; i < unit->n_points; i++)
    LCM_LIST_ADD(arena, &l->points, unit->points[i]);
  join_kind(l, unit);
  l->out->nesting_off = l->out->nesting_off || unit->nesting_off;
  l->out->variant = l->out->variant ? l->out->variant : unit->variant;
  l->out->entry = l->out->entry ? l->out->entry : unit->entry;
}

/* Return the function with the key "key", NULL for none. */
static const lcm_function *find_function(const struct linking *l,
                                         const char *key) {
  for (size_t i = 0; i < l->functions.n; i++)
    if (!strcmp(l->functions.at[i].key, key))
      return &l->functions.at[i];
  return NULL;
}

/* Take what the members of the structure hold that the call "node" puts into a
 * variable for params, and note whether a comment names what it calls. */
static lcm_status take_members(const lcm_node *node, void *user) {
  static const char RESULT[] = "result.";
  struct linking *l = user;
  l->named = l->named ||
             (node->kind == LCM_NODE_CALL && lcm_node_attribute(node, "named"));
  const char *into = node->kind == LCM_NODE_CALL && node->u.call.callee
                         ? lcm_node_attribute(node, "into")
                         : NULL;
  const lcm_function *f = into ? find_function(l, node->u.call.callee) : NULL;
  for (size_t i = 0; f && f->body && i < f->body->n_attributes; i++) {
    const struct lcm_attribute *one = &f->body->attributes[i];
    if (strncmp(one->key, RESULT, strlen(RESULT)) != 0)
      continue;
    const lcm_param param = {
        .name = lcm_intern(l->ctx,
                           lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s.%s",
                                            into, one->key + strlen(RESULT))),
        .value = lcm_expr_int(l->ctx, strtol(one->value, NULL, 10)),
        .loc = node->loc};
    (void)take_param(l, &param);
  }
  return LCM_OK;
}

lcm_status lcm_program_join(const lcm_program **out, lcm_ctx *ctx,
                            const lcm_program *const *units, size_t n,
                            bool lenient) {
  struct linking l = {.ctx = ctx,
                      .lenient = lenient,
                      .out = LCM_NEW(lcm_ctx_arena(ctx), lcm_program)};
  for (size_t i = 0; i < n; i++)
    join_unit(&l, units[i]);
  join_functions(&l);
  for (size_t i = 0; i < l.functions.n && !l.status; i++)
    if (l.functions.at[i].body)
      l.status = lcm_node_foreach(l.functions.at[i].body, take_members, &l);
  for (size_t i = 0; l.named && i < l.functions.n; i++)
    if (l.functions.at[i].body)
      l.functions.at[i].body = lcm_link_named(
          ctx, l.functions.at, l.functions.n, l.functions.at[i].body);
  l.out->files = l.files.at;
  l.out->n_files = l.files.n;
  l.out->functions = l.functions.at;
  l.out->n_functions = l.functions.n;
  l.out->params = l.params.at;
  l.out->n_params = l.params.n;
  l.out->resources = l.resources.at;
  l.out->n_resources = l.resources.n;
  l.out->conditions = l.conditions.at;
  l.out->n_conditions = l.conditions.n;
  l.out->draws = l.draws.at;
  l.out->n_draws = l.draws.n;
  l.out->categories = l.categories.at;
  l.out->n_categories = l.categories.n;
  l.out->covariances = l.covariances.at;
  l.out->n_covariances = l.covariances.n;
  l.out->contracts = l.contracts.at;
  l.out->n_contracts = l.contracts.n;
  l.out->points = l.points.at;
  l.out->n_points = l.points.n;
  l.out->n_pointers =
      lcm_pointers_join(&l.out->pointers, ctx, l.pointers.at, l.pointers.n);
  if (l.status)
    return l.status;
  *out = l.out;
  return LCM_OK;
}

/* ---- the entry ------------------------------------------------------------
 */

/* Which functions may be meant by an entry. */
struct entry_search {
  const char *name; /* name, file: as asked for; file NULL: any */
  const char *file;
  bool *called;               /* for each function: something calls it */
  const lcm_program *program; /* whose functions they are */
};

/* Mark the callee of "node" as called. */
static lcm_status mark_call(const lcm_node *node, void *user) {
  const struct entry_search *search = user;
  const lcm_program *program = search->program;
  if (node->kind != LCM_NODE_CALL)
    return LCM_OK;
  const lcm_function *callee =
      lcm_program_function(program, node->u.call.callee);
  if (callee)
    search->called[callee - program->functions] = true;
  return LCM_OK;
}

/* Return whether the function number "i" is one that "search" means. */
static bool is_candidate(const struct entry_search *search, size_t i) {
  const lcm_function *f = &search->program->functions[i];
  if (!f->body)
    return false;
  if (!search->name)
    return !search->called[i];
  return !strcmp(f->name, search->name) &&
         (!search->file ||
          (f->loc.file && lcm_path_ends(f->loc.file, strlen(f->loc.file),
                                        search->file, strlen(search->file))));
}

/* Report that "n" functions fit "search": none, or too many, which are
 * listed. */
static lcm_status no_entry(lcm_ctx *ctx, const struct entry_search *search,
                           size_t n) {
  enum { MOST = 8 };
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *list = "";
  size_t listed = 0;
  lcm_loc at = {0};
  for (size_t i = 0; i < search->program->n_functions && listed < MOST; i++) {
    const lcm_function *f = &search->program->functions[i];
    if (!is_candidate(search, i))
      continue;
    at = listed ? at : f->loc;
    list = lcm_arena_printf(arena, "%s%s%s:%s", list, listed ? ", " : "",
                            f->loc.file ? f->loc.file : "", f->name);
    listed++;
  }
  if (!n)
    lcm_report(ctx, LCM_DIAG_ENTRY, at, "there is no function '%s'",
               search->name ? search->name : "main");
  else
    lcm_report(ctx, LCM_DIAG_ENTRY, at,
               "a run could begin in %zu functions (%s%s); choose one with "
               "--entry",
               n, list, listed < n ? ", ..." : "");
  return LCM_EUNBOUND;
}

/* Put the key of the one function that "search" means into "*key"; "*n"
 * receives how many there are. */
static void find_entry(const char **key, size_t *n,
                       const struct entry_search *search) {
  *n = 0;
  for (size_t i = 0; i < search->program->n_functions; i++)
    if (is_candidate(search, i)) {
      *key = search->program->functions[i].key;
      ++*n;
    }
}

/* Return what "entry" (NULL: main) means in "program". */
static struct entry_search search_for(lcm_ctx *ctx, const lcm_program *program,
                                      const char *entry) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *colon = entry ? strrchr(entry, ':') : NULL;
  return (struct entry_search){
      .name = colon   ? colon + 1
              : entry ? entry
                      : "main",
      .file = colon ? lcm_arena_strndup(arena, entry, (size_t)(colon - entry))
                    : NULL,
      .called = LCM_NEW_ARRAY(arena, bool, program->n_functions + 1),
      .program = program};
}

/* Put a function that nothing calls into "*key", and how many there are into
 * "*n". */
static void find_uncalled(const char **key, size_t *n,
                          struct entry_search *search) {
  const lcm_program *program = search->program;
  lcm_status status = LCM_OK;
  search->name = NULL;
  for (size_t i = 0; i < program->n_functions && !status; i++)
    if (program->functions[i].body)
      status = lcm_node_foreach(program->functions[i].body, mark_call, search);
  find_entry(key, n, search);
}

const char *lcm_program_start(lcm_ctx *ctx, const lcm_program *program) {
  struct entry_search search = search_for(ctx, program, NULL);
  const char *key = NULL;
  size_t n = 0;
  if (program->entry)
    return program->entry;
  find_entry(&key, &n, &search);
  if (!n)
    find_uncalled(&key, &n, &search);
  return n == 1 ? key : NULL;
}

lcm_status lcm_program_enter(const lcm_program **out, lcm_ctx *ctx,
                             const lcm_program *program, const char *entry) {
  struct entry_search search = search_for(ctx, program, entry);
  const char *key = NULL;
  size_t n = 0;
  if (!entry && program->entry)
    return program_rank(out, ctx, program);
  find_entry(&key, &n, &search);
  if (!n && !entry)
    find_uncalled(&key, &n, &search);
  if (n != 1)
    return no_entry(ctx, &search, n);
  lcm_program *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_program);
  *copy = *program;
  copy->entry = key;
  return program_rank(out, ctx, program_settle(ctx, copy));
}

/* Return whether "entry" as the user says it means main. */
static bool is_main(const char *entry) {
  const char *colon = entry ? strrchr(entry, ':') : NULL;
  return !entry || !strcmp(colon ? colon + 1 : entry, "main");
}

lcm_status lcm_program_link(const lcm_program **out, lcm_ctx *ctx,
                            const lcm_program *const *units, size_t n,
                            const char *entry, bool all) {
  const lcm_program *joined = NULL;
  const lcm_program **some = NULL;
  size_t n_some = 0;
  lcm_status status = lcm_units_select(&some, &n_some, ctx, units, n, entry);
  if (!status && all)
    status = lcm_program_join(&joined, ctx, units, n, false);
  else if (!status)
    status = lcm_program_join(&joined, ctx, some, n_some, false);
  if (!status)
    status = lcm_coefs_agree(ctx, joined);
  if (status)
    return status;
  joined = lcm_members_settle(ctx, joined, is_main(entry));
  joined = lcm_program_specialise(ctx, joined, true, is_main(entry));
  return lcm_program_enter(out, ctx, lcm_points_settle(ctx, joined), entry);
}
