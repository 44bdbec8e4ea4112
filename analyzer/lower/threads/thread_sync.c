/* Calls that synchronize threads, as nodes. */
#include <string.h>

#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_entry.h"
#include "analyzer/lower/threads/thread_party.h"
#include "analyzer/lower/threads/thread_resource.h"
#include "analyzer/lower/threads/thread_sync.h"
#include "analyzer/lower/threads/thread_value.h"
#include "analyzer/lower/threads/thread_wait.h"

/* How many readers a lock of readers and writers lets in; how many threads have
 * a lock of their own, for simulations. */
enum { READERS = 65536, OWNERS = 1024 };

/* Let the declared resource "of", which is "ast", be an array where that is
 * one. */
static void add_ranges(struct lcm_lowering *l, const struct lcm_instance *of,
                       const lcm_ast *ast) {
  lcm_resource *resource = lcm_thread_declared(l, of->name);
  const size_t n = of->n_indices;
  const long long *sizes = lcm_thread_sizes(l, ast);
  if (n == 1 && lcm_expr_name(of->indices[0]) &&
      !strcmp(lcm_expr_name(of->indices[0]), "thread") && !resource->n_ranges &&
      (!sizes || !sizes[0] || !sizes[1])) {
    struct lcm_range *range = LCM_NEW(lcm_ctx_arena(l->ctx), struct lcm_range);
    *range =
        (struct lcm_range){lcm_intern(l->ctx, "i0"), lcm_expr_int(l->ctx, 0),
                           lcm_expr_int(l->ctx, OWNERS - 1)};
    resource->ranges = range;
    resource->n_ranges = 1;
  }
  if (resource->n_ranges || !n || n > 3 || !sizes)
    return;
  struct lcm_range *ranges =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), struct lcm_range, n);
  for (size_t i = 0; i < n; i++) {
    if (!sizes[i] || !sizes[i + 1] || sizes[i] <= sizes[i + 1])
      return;
    ranges[i] = (struct lcm_range){
        lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "i%zu", i)),
        lcm_expr_int(l->ctx, 0),
        lcm_expr_int(l->ctx, sizes[i] / sizes[i + 1] - 1)};
  }
  resource->ranges = ranges;
  resource->n_ranges = n;
}

/* Add the node "kind" of a lock that one at a time possesses. */
static void add_lock(struct lcm_lowering *l, lcm_node_list *nodes,
                     lcm_node_kind kind, const struct lcm_thread_call *call) {
  struct lcm_instance of;
  lcm_thread_object(&of, l, call->object);
  lcm_node *node = lcm_thread_possess(l, nodes, kind, call->call, &of);
  if (strstr(call->call->name, "_nest_"))
    lcm_lower_attribute(l, node, "nestable", "yes");
  lcm_lower_lock(l, of.name, lcm_lower_loc(l, call->call));
  add_ranges(l, &of, call->object);
}

/* Put the last call in and below "ast" that possesses the lock called "name"
 * before the offset "before" into "*out". */
static void find_entry(struct lcm_thread_call *out, struct lcm_lowering *l,
                       const lcm_ast *ast, const char *name, unsigned before) {
  struct lcm_thread_call call;
  if (lcm_thread_call_of(&call, l, ast) && ast->begin < before &&
      (call.act == LCM_THREAD_READ || call.act == LCM_THREAD_WRITE) &&
      lcm_thread_name(l, call.object) == name)
    *out = call;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    find_entry(out, l, child, name, before);
}

/* Add the node "kind" of a lock of readers and writers: a reader possesses one
 * of its many units, a writer all. */
static void add_shared(struct lcm_lowering *l, lcm_node_list *nodes,
                       lcm_node_kind kind, const struct lcm_thread_call *call) {
  struct lcm_instance of;
  struct lcm_thread_call entry = *call;
  const lcm_loc loc = lcm_lower_loc(l, call->call);
  lcm_thread_object(&of, l, call->object);
  if (call->act == LCM_THREAD_LEAVE)
    find_entry(&entry, l, l->function, of.name, call->call->begin);
  lcm_node *node = lcm_thread_possess(l, nodes, kind, call->call, &of);
  if (entry.act == LCM_THREAD_WRITE)
    lcm_lower_attribute(l, node, "units", "all");
  if (lcm_thread_declared(l, of.name))
    return;
  lcm_lower_lock(l, of.name, loc);
  lcm_thread_declared(l, of.name)->multiplicity = lcm_expr_int(l->ctx, READERS);
  add_ranges(l, &of, call->object);
}

/* Add the taking or giving of a unit of a semaphore. */
static void add_semaphore(struct lcm_lowering *l, lcm_node_list *nodes,
                          lcm_node_kind kind,
                          const struct lcm_thread_call *call) {
  struct lcm_instance of;
  lcm_thread_object(&of, l, call->object);
  (void)lcm_thread_possess(l, nodes, kind, call->call, &of);
  const lcm_resource taken = {.name = of.name,
                              .loc = lcm_lower_loc(l, call->call)};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->threads->taken, taken);
}

void lcm_threads_finish(struct lcm_lowering *l) {
  for (size_t i = 0; i < l->threads->taken.n; i++) {
    const struct lcm_resource *taken = &l->threads->taken.at[i];
    const lcm_ast at = {.begin = taken->loc.begin, .end = taken->loc.end};
    const lcm_resource *known = lcm_thread_declared(l, taken->name);
    if (!known || !known->lock)
      lcm_thread_fill(l, &at, taken->name, NULL);
  }
  lcm_thread_match_parties(l);
}

/* Add the barrier at "call". */
static void add_barrier(struct lcm_lowering *l, lcm_node_list *nodes,
                        const struct lcm_thread_call *call) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BARRIER, call->call);
  lcm_lower_attribute(l, node, "construct", call->call->name);
  lcm_thread_note_barrier(l, node, call);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

/* Add the call that only the first who comes makes; the others wait until it is
 * done. */
static void add_once(struct lcm_lowering *l, lcm_node_list *nodes,
                     const struct lcm_thread_call *call) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *routine = lcm_thread_routine(l, call->routine);
  struct lcm_instance *of = LCM_NEW(arena, struct lcm_instance);
  if (!routine) {
    lcm_lower_opaque(l, nodes, call->call,
                     "which function is called once is not known");
    return;
  }
  lcm_node *possession = lcm_lower_node(l, LCM_NODE_USING, call->call);
  lcm_node *single = lcm_lower_node(l, LCM_NODE_PARALLEL, call->call);
  lcm_node *entry = lcm_thread_entry(l, call->call, routine, NULL);
  entry->u.call.n_args = 0;
  single->u.parallel.worksharing = true;
  single->label = lcm_intern(l->ctx, "once");
  lcm_lower_child(l, single, entry);
  lcm_thread_object(of, l, call->object);
  possession->u.resource.instances = of;
  possession->u.resource.n_instances = 1;
  possession->label = of->name;
  lcm_lower_attribute(l, possession, "construct", call->call->name);
  lcm_lower_child(l, possession, single);
  lcm_lower_lock(l, of->name, possession->loc);
  LCM_LIST_ADD(arena, nodes, possession);
}

/* Add an opaque node for the call "call", which does what "reason" says. */
static void add_opaque(struct lcm_lowering *l, lcm_node_list *nodes,
                       const struct lcm_thread_call *call, const char *reason) {
  lcm_lower_opaque(l, nodes, call->call,
                   lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s(): %s",
                                    call->call->name, reason));
}

/* Add the nodes of the call "call" that nothing else has explained. */
static void add_stray(struct lcm_lowering *l, lcm_node_list *nodes,
                      const struct lcm_thread_call *call) {
  const lcm_ast *routine = lcm_thread_routine(l, call->routine);
  if (call->act == LCM_THREAD_DETACH || l->threads->starting)
    return;
  if (call->act == LCM_THREAD_JOIN) {
    lcm_lower_opaque(l, nodes, call->call,
                     "the threads that end here are started elsewhere");
    return;
  }
  lcm_lower_opaque(
      l, nodes, call->call,
      lcm_arena_printf(lcm_ctx_arena(l->ctx),
                       "the thread that runs '%s' is joined elsewhere or "
                       "never",
                       routine ? routine->name : "?"));
}

/* Add the nodes of "call". */
static void add_call(struct lcm_lowering *l, lcm_node_list *nodes,
                     const struct lcm_thread_call *call) {
  switch (call->act) {
  case LCM_THREAD_CREATE:
  case LCM_THREAD_JOIN:
  case LCM_THREAD_DETACH:
    add_stray(l, nodes, call);
    return;
  case LCM_THREAD_LOCK:
    add_lock(l, nodes, LCM_NODE_ACQUIRE, call);
    return;
  case LCM_THREAD_UNLOCK:
    add_lock(l, nodes, LCM_NODE_RELEASE, call);
    return;
  case LCM_THREAD_READ:
  case LCM_THREAD_WRITE:
    add_shared(l, nodes, LCM_NODE_ACQUIRE, call);
    return;
  case LCM_THREAD_LEAVE:
    add_shared(l, nodes, LCM_NODE_RELEASE, call);
    return;
  case LCM_THREAD_FILL:
    lcm_thread_fill(l, call->call, lcm_thread_name(l, call->object),
                    lcm_thread_expr(l, call->value));
    return;
  case LCM_THREAD_TAKE:
    add_semaphore(l, nodes, LCM_NODE_ACQUIRE, call);
    return;
  case LCM_THREAD_GIVE:
    add_semaphore(l, nodes, LCM_NODE_RELEASE, call);
    return;
  case LCM_THREAD_AWAIT:
    add_opaque(l, nodes, call,
               "it stands in no loop that asks for a variable that is "
               "followed");
    return;
  case LCM_THREAD_MEET:
    add_barrier(l, nodes, call);
    return;
  case LCM_THREAD_ONCE:
    add_once(l, nodes, call);
    return;
  case LCM_THREAD_TRY:
    add_opaque(l, nodes, call, "whether it possesses is not known");
    return;
  case LCM_THREAD_TIMED:
    add_opaque(l, nodes, call, "how long it waits is not known");
    return;
  case LCM_THREAD_STOP:
    add_opaque(l, nodes, call, "where the other thread ends is not known");
    return;
  case LCM_THREAD_PARTIES:
    lcm_thread_note_parties(l, call);
    return;
  case LCM_THREAD_WAKE:
    return;
  }
}

bool lcm_thread_lower_call(struct lcm_lowering *l, lcm_node_list *nodes,
                           const lcm_ast *ast) {
  struct lcm_thread_call call;
  if (ast->kind == LCM_AST_UPDATE || ast->kind == LCM_AST_ASSIGN) {
    lcm_thread_change(l, nodes, ast);
    return true;
  }
  if (!lcm_thread_call_of(&call, l, ast))
    return false;
  if (call.act == LCM_THREAD_CREATE && lcm_thread_is_passed_on(l, ast))
    return true;
  add_call(l, nodes, &call);
  return true;
}
