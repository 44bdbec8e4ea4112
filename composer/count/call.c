/* Counts what calls execute: once for all calls alike where that is
 * possible.  What nodes say themselves that they compute. */
#include "composer/count/call.h"

#include <string.h>

#include "composer/count/graph.h"
#include "composer/count/moved.h"
#include "composer/count/notes.h"
#include "composer/count/rows.h"
#include "composer/count/self.h"
#include "composer/count/store.h"
#include "composer/count/touch.h"

void lcm_cost_add(struct lcm_cost_walk *walk, const lcm_node *node) {
  for (int k = 0; k < LCM_COST_COUNT; k++) {
    const lcm_expr *amount = lcm_cost_resolve(walk, node->costs[k]);
    const struct lcm_cost_event event = {walk->nest, k, amount};
    if (amount)
      LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->events, event);
  }
  const char *elsewhere = lcm_node_attribute(node, "elsewhere");
  if (elsewhere)
    lcm_cost_note(
        walk, node,
        lcm_arena_printf(
            lcm_ctx_arena(walk->ctx),
            "the operations of %s() are not told apart by kind and not counted",
            elsewhere));
  const char *mover = lcm_node_attribute(node, "mover");
  if (mover)
    lcm_cost_note(walk, node,
                  lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                   "what %s() moves is among the bytes, not "
                                   "among loads and stores",
                                   mover));
  if (lcm_node_attribute(node, "chance"))
    lcm_cost_note(walk, node,
                  "the condition of `?:`, && or || in it is not known: both "
                  "ways are taken as equally likely");
}

/* Count the call "node" of a function from elsewhere that says what it costs.
 */
static void priced_calls(struct lcm_cost_walk *walk, const lcm_node *node) {
  bool any = lcm_expr_is_int(node->flops, 0);
  lcm_cost_add(walk, node);
  for (int k = 0; k < LCM_COST_COUNT; k++)
    any = any || node->costs[k];
  if (!any)
    lcm_cost_note(
        walk, node,
        lcm_arena_printf(
            lcm_ctx_arena(walk->ctx),
            "the operations of %s() are not told apart by kind and not counted",
            node->u.call.callee));
  const struct lcm_cost_event bytes = {walk->nest, LCM_COST_BYTES,
                                       lcm_cost_resolve(walk, node->bytes)};
  if (!bytes.amount)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->events, bytes);
  lcm_cost_doubt(walk, false, true);
  lcm_cost_remark(walk, node,
                  lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                   "%s() is taken to touch other bytes than "
                                   "the code around it",
                                   node->u.call.callee));
}

/* Functions that call each other and are followed into one another. */
enum { MOST_CIRCLE = 8 };

/* A call. */
struct call {
  const lcm_function *callee;
  struct lcm_subst *values; /* what the parameters stand for, "n" of them */
  size_t n;
  lcm_section *data; /* what pointers point to, by parameter */
};

/* Return whether "function" is being executed already. */
static bool is_active(const struct lcm_cost_walk *walk,
                      const lcm_function *function) {
  for (const struct lcm_cost_active *at = walk->active; at; at = at->outer)
    if (at->function == function)
      return true;
  return false;
}

/* Return whether a function that "function" calls and that calls it is being
 * executed. */
static bool is_circular(const struct lcm_cost_walk *walk,
                        const lcm_function *function) {
  const struct lcm_cost_circle *circle = lcm_cost_circle_of(walk, function);
  if (!circle->size)
    return false;
  for (const struct lcm_cost_active *at = walk->active; at; at = at->outer)
    if (lcm_cost_circle_of(walk, at->function)->id == circle->id)
      return true;
  return false;
}

/* ---- arguments ------------------------------------------------------------
 */

/* Return the value of argument "i" of the call "node", NULL where it has no
 * model. */
static const lcm_expr *known_argument(const struct lcm_cost_walk *walk,
                                      const lcm_node *node, size_t i) {
  const lcm_expr *const *sizes = node->u.call.sizes;
  if (i >= node->u.call.n_args)
    return NULL;
  return lcm_cost_resolve(walk,
                          sizes && sizes[i] ? sizes[i] : node->u.call.args[i]);
}

/* Return the value of argument "i" of the call "node" of "callee", a name for
 * it where it has no model. */
static const lcm_expr *argument(struct lcm_cost_walk *walk,
                                const lcm_node *node,
                                const lcm_function *callee, size_t i) {
  const lcm_expr *value = known_argument(walk, node, i);
  if (value)
    return value;
  return lcm_expr_symbol(
      walk->ctx,
      lcm_intern(walk->ctx, lcm_arena_printf(lcm_ctx_arena(walk->ctx), "%s.%s",
                                             callee->name, callee->params[i])),
      LCM_DIM_NONE);
}

/* Return the call "node" of "callee". */
static struct call call_of(struct lcm_cost_walk *walk, const lcm_node *node,
                           const lcm_function *callee) {
  lcm_arena *arena = lcm_ctx_arena(walk->ctx);
  const size_t n = callee->n_params;
  struct call call = {.callee = callee};
  call.values = LCM_NEW_ARRAY(arena, struct lcm_subst, n + 1);
  call.data = LCM_NEW_ARRAY(arena, lcm_section, n + 1);
  for (size_t i = 0; i < n; i++) {
    if (*callee->params[i])
      call.values[call.n++] = (struct lcm_subst){
          callee->params[i], argument(walk, node, callee, i)};
    if (i < node->u.call.n_args && node->u.call.places &&
        node->u.call.places[i].datum && !node->u.call.places[i].also)
      call.data[i] = lcm_cost_globalize(walk, &node->u.call.places[i]);
  }
  return call;
}

/* Return whether "e" (may be NULL) is the same in all executions: it speaks of
 * no index of a loop around. */
static bool is_same(const struct lcm_cost_walk *walk, const lcm_expr *e) {
  for (size_t i = 0; e && i < walk->nest->n; i++)
    if (walk->nest->at[i].nesting.index &&
        lcm_expr_has(e, walk->nest->at[i].nesting.index))
      return false;
  for (size_t i = 0; e && i < walk->unknown.n; i++)
    if (lcm_expr_has(e, walk->unknown.at[i]))
      return false;
  return true;
}

/* Return whether the same holds for all that "section" says. */
static bool is_same_section(const struct lcm_cost_walk *walk,
                            const lcm_section *section) {
  bool same = is_same(walk, section->element);
  for (size_t i = 0; i < section->n_extents && same; i++)
    same = is_same(walk, section->extents[i].lower) &&
           is_same(walk, section->extents[i].length);
  return same && !section->n_over;
}

/* Return whether the arguments of "call" are the same in all executions. */
static bool is_free(const struct lcm_cost_walk *walk, const struct call *call) {
  bool same = true;
  for (size_t i = 0; i < call->n && same; i++)
    same = is_same(walk, call->values[i].by);
  for (size_t i = 0; i < call->callee->n_params && same; i++)
    same = !call->data[i].datum || is_same_section(walk, &call->data[i]);
  return same;
}

/* Return a text that tells "call" from others. */
static const char *key_of(const struct lcm_cost_walk *walk,
                          const struct call *call) {
  lcm_buf key = {0};
  lcm_buf_printf(&key, "%p", (const void *)call->callee);
  for (size_t i = 0; i < call->n; i++)
    lcm_buf_printf(&key, " %p", (const void *)call->values[i].by);
  for (size_t i = 0; i < call->callee->n_params; i++) {
    const lcm_section *data = &call->data[i];
    if (!data->datum)
      continue;
    lcm_buf_printf(&key, ";%zu %p %p %p %p %d%d%d", i, (const void *)data->key,
                   (const void *)data->datum, (const void *)data->element,
                   (const void *)data->why, data->exact, data->declared,
                   data->is_private);
    for (size_t k = 0; k < data->n_extents; k++)
      lcm_buf_printf(&key, ",%p %p %p", (const void *)data->extents[k].lower,
                     (const void *)data->extents[k].length,
                     (const void *)data->extents[k].field);
  }
  const char *text = lcm_intern(walk->ctx, key.text ? key.text : "");
  lcm_buf_free(&key);
  return text;
}

/* ---- execution ------------------------------------------------------------
 */

/* Visit the body of the function that "call" calls. */
static void enter_function(struct lcm_cost_walk *walk,
                           const struct call *call) {
  const struct lcm_cost_walk outside = *walk;
  const struct lcm_cost_active active = {call->callee, walk->active};
  walk->values.at = call->values;
  walk->values.n = walk->values.cap = call->n;
  walk->data = call->data;
  walk->function = call->callee;
  walk->active = &active;
  walk->home = walk->nest->n;
  walk->inside++;
  walk->visit(walk, call->callee->body);
  walk->inside--;
  walk->home = outside.home;
  walk->active = outside.active;
  walk->function = outside.function;
  walk->data = outside.data;
  walk->values = outside.values;
  walk->nest = outside.nest;
}

/* Put the accesses of "walk" into "summary", each once unless each is to
 * another element. */
static void take_touches(struct lcm_cost_summary *summary,
                         struct lcm_cost_walk *walk) {
  lcm_cost_touch **out = LCM_NEW_ARRAY(lcm_ctx_arena(walk->ctx),
                                       lcm_cost_touch *, walk->touches.n + 1);
  const size_t list = ++walk->store->lists;
  for (size_t i = 0; i < walk->touches.n; i++) {
    lcm_cost_touch *touch = walk->touches.at[i];
    if (touch->last != list || touch->vague)
      out[summary->n_touches++] = touch;
    touch->last = list;
  }
  summary->touches = out;
}

/* Return what one execution of "call" does. */
static struct lcm_cost_summary *summarise(struct lcm_cost_walk *walk,
                                          const struct call *call) {
  struct lcm_cost_walk own = {.ctx = walk->ctx,
                              .program = walk->program,
                              .visit = walk->visit,
                              .store = walk->store,
                              .function = walk->function,
                              .active = walk->active,
                              .nest = &walk->store->root,
                              .level = walk->level,
                              .line = walk->line,
                              .inside = walk->inside};
  struct lcm_cost_summary *summary =
      LCM_NEW(lcm_ctx_arena(walk->ctx), struct lcm_cost_summary);
  lcm_cost_open_part(&own);
  enter_function(&own, call);
  for (int k = 0; k < LCM_COST_KINDS; k++)
    summary->of[k] = lcm_cost_sum_events(&own, k, 0, 0);
  take_touches(summary, &own);
  summary->entries = own.entries.at;
  summary->n_entries = own.entries.n;
  summary->moved = own.parts.at[0].moved;
  summary->n_visited = own.n_visited;
  summary->about = own.about;
  summary->at_most = own.at_most;
  return summary;
}

/* Return the same, found out once; NULL where that is more than the walk may
 * visit. */
static struct lcm_cost_summary *summary_of(struct lcm_cost_walk *walk,
                                           const struct call *call) {
  size_t found = 0;
  const char *key = key_of(walk, call);
  if (!lcm_map_get(&walk->store->calls, key, &found)) {
    found = (size_t)(uintptr_t)summarise(walk, call);
    lcm_map_put(lcm_ctx_arena(walk->ctx), &walk->store->calls, key, found);
  }
  struct lcm_cost_summary *summary =
      (struct lcm_cost_summary *)(uintptr_t)found;
  return walk->n_visited + summary->n_visited > LCM_COST_VISITS ? NULL
                                                                : summary;
}

/* Return "nest" inside that of the walk. */
static lcm_cost_nest *nest_inside(struct lcm_cost_walk *walk,
                                  lcm_cost_nest *nest, size_t list) {
  if (nest->last == list)
    return nest->inside;
  lcm_cost_nest *inside = walk->nest;
  for (size_t i = 0; i < nest->n; i++)
    inside = lcm_cost_nest_add(walk->store, inside, &nest->at[i]);
  nest->last = list;
  nest->inside = inside;
  return inside;
}

/* Add the accesses of "summary" to those of the walk. */
static void add_touches(struct lcm_cost_walk *walk,
                        const struct lcm_cost_summary *summary) {
  const size_t list = ++walk->store->lists;
  for (size_t i = 0; i < summary->n_touches; i++) {
    lcm_cost_touch touch = *summary->touches[i];
    touch.nest = nest_inside(walk, touch.nest, list);
    lcm_cost_touch *one = lcm_cost_touch_of(walk->store, &touch);
    LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->touches, one);
  }
}

/* Add one execution of what "summary" says to what the walk has counted. */
static void apply(struct lcm_cost_walk *walk,
                  struct lcm_cost_summary *summary) {
  const struct lcm_cost_entry entry = {NULL, summary, true};
  walk->n_visited += summary->n_visited;
  for (int k = 0; k < LCM_COST_KINDS; k++) {
    const struct lcm_cost_event event = {walk->nest, k, summary->of[k]};
    if (event.amount && !lcm_expr_is_int(event.amount, 0))
      LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->events, event);
  }
  add_touches(walk, summary);
  lcm_cost_doubt(walk, summary->about, summary->at_most);
  if (summary->n_entries)
    LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->entries, entry);
  if (summary->moved)
    walk->parts.at[walk->parts.n - 1].moved = summary->moved;
}

/* Count the call "node" of "callee", a function of a circle that is being
 * executed, by what is known of it. */
static void repeat(struct lcm_cost_walk *walk, const lcm_node *node,
                   const lcm_function *callee) {
  const lcm_expr **args = LCM_NEW_ARRAY(lcm_ctx_arena(walk->ctx),
                                        const lcm_expr *, callee->n_params + 1);
  const size_t size = lcm_cost_circle_of(walk, callee)->size;
  if (size > MOST_CIRCLE) {
    lcm_cost_note(walk, node,
                  lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                   "%s() is one of %zu functions that call "
                                   "each other: this call is not counted",
                                   callee->name, size));
    return;
  }
  for (size_t i = 0; i < callee->n_params; i++)
    args[i] = known_argument(walk, node, i);
  lcm_cost_repeat(walk, node, callee, args);
}

/* Note that what the call "node" of the function called "name" does is not
 * known. */
static void miss(struct lcm_cost_walk *walk, const lcm_node *node,
                 const char *name) {
  const char *why = lcm_node_attribute(node, "why");
  lcm_cost_note(walk, node,
                why ? lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                       "what %s() does is not counted: %s",
                                       name, why)
                    : lcm_arena_printf(
                          lcm_ctx_arena(walk->ctx),
                          "%s() is not in the sources and in no table: what it "
                          "does is not counted (`// lcm: external` may say it)",
                          name));
}

void lcm_cost_call(struct lcm_cost_walk *walk, const lcm_node *node) {
  const lcm_function *callee =
      lcm_program_function(walk->program, node->u.call.callee);
  if ((!callee || !callee->body) && node->flops) {
    priced_calls(walk, node);
    return;
  }
  if (!callee || !callee->body) {
    miss(walk, node, callee ? callee->name : node->u.call.callee);
    return;
  }
  const bool circular = is_circular(walk, callee);
  if (circular && (is_active(walk, callee) ||
                   lcm_cost_circle_of(walk, callee)->size > MOST_CIRCLE)) {
    repeat(walk, node, callee);
    return;
  }
  if (lcm_cost_circle_of(walk, callee)->nodes > LCM_COST_VISITS) {
    lcm_cost_note(walk, node,
                  lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                   "%s() leads to more than %d places: it is "
                                   "not counted here",
                                   callee->name, LCM_COST_VISITS));
    return;
  }
  const struct call call = call_of(walk, node, callee);
  struct lcm_cost_summary *summary =
      !circular && is_free(walk, &call) ? summary_of(walk, &call) : NULL;
  if (summary)
    apply(walk, summary);
  else
    enter_function(walk, &call);
}
