/* Visits everything that a run executes, in program order, for its accesses. */
#include <string.h>

#include "composer/count/count.h"
#include "composer/trace/carry.h"
#include "composer/trace/cross.h"
#include "composer/trace/move.h"
#include "composer/trace/request.h"
#include "composer/trace/share.h"
#include "composer/trace/tracer.h"
#include "composer/trace/walk.h"

/* How many occurrences are visited, and how many pairs of accesses to one datum
 * compared, at most. */
enum { MAX_OCCURRENCES = 200000, MAX_PAIRS = 5000 };

typedef LCM_LIST(lcm_section) section_list;

/* The functions being executed, innermost first; data: what their pointer
 * parameters point to. */
struct active {
  const lcm_function *function;
  const lcm_section *data;
  const struct active *outer;
};

/* Where the walk is. */
struct walk {
  struct lcm_tracer *tracer;
  LCM_LIST(struct lcm_trace_step) steps;
  LCM_LIST(lcm_iteration) ranges;
  /* what the names of the function stand for */
  LCM_LIST(struct lcm_subst) values;
  const lcm_function *function;
  /* what its pointer parameters point to, by parameter */
  const lcm_section *data;
  const char *path;
  /* functions being executed, to stop at recursion */
  const struct active *active;
  size_t n_visited;
  const lcm_node *loop;
  const char *index;
  const lcm_expr *count;
  bool parallel;
  bool maybe;   /* a condition decides whether what is visited is executed */
  bool blurred; /* inside a recursion: all of what is touched may be touched */
  bool nested;  /* the function is being executed already */
};

static const char RECURSION[] = "the function calls itself";
static const char ARGUMENT[] = "the argument that points to it is not followed";

static lcm_status visit(struct walk *walk, const lcm_node *node);

static lcm_arena *arena_of(const struct walk *walk) {
  return lcm_ctx_arena(walk->tracer->ctx);
}

/* Return "e" with the names of the function replaced by what they stand for;
 * NULL stays NULL. */
static const lcm_expr *resolve(struct walk *walk, const lcm_expr *e) {
  if (!e || !walk->values.n)
    return e;
  return lcm_expr_subst(walk->tracer->ctx, e, walk->values.at, walk->values.n);
}

/* Return the extent "extent" of the function as one of the run: all elements
 * where there is no value for one of its ends. */
static struct lcm_extent resolve_extent(struct walk *walk,
                                        const struct lcm_extent *extent) {
  const lcm_expr *lower = resolve(walk, extent->lower);
  const lcm_expr *length = resolve(walk, extent->length);
  if (!lower != !extent->lower || !length != !extent->length)
    return (struct lcm_extent){.field = extent->field};
  return (struct lcm_extent){lower, length, extent->field};
}

/* Put the indices that "section" runs over, resolved, into "out". */
static void resolve_over(struct walk *walk, lcm_section *out,
                         const lcm_section *section) {
  lcm_iteration *over =
      LCM_NEW_ARRAY(arena_of(walk), lcm_iteration, section->n_over + 1);
  for (size_t i = 0; i < section->n_over; i++)
    over[i] = (lcm_iteration){section->over[i].index,
                              resolve(walk, section->over[i].from),
                              resolve(walk, section->over[i].to),
                              resolve(walk, section->over[i].step),
                              resolve(walk, section->over[i].factor)};
  out->over = over;
}

/* Return what the argument points to behind which "section" lies; NULL where it
 * lies behind none that is known. */
static const lcm_section *pointee_of(struct walk *walk,
                                     const lcm_section *section) {
  const size_t i = lcm_function_param(walk->function, section);
  return walk->data && i < walk->function->n_params && walk->data[i].datum
             ? &walk->data[i]
             : NULL;
}

/* Return the key by which the run knows the datum "key" of the function: each
 * execution of one that calls itself has variables of its own.  Those that are
 * static have not, which a trace for costs may overlook, one of all dependences
 * not. */
static const char *key_of(struct walk *walk, const char *key) {
  return key && walk->nested && !walk->tracer->all && strstr(key, "@F@")
             ? lcm_intern(
                   walk->tracer->ctx,
                   lcm_arena_printf(arena_of(walk), "%s|%s", key, walk->path))
             : key;
}

/* Return "section" of the function as a section of the data of the run: names
 * resolved, a parameter replaced by "place" (NULL: it lies behind none). */
static lcm_section globalize(struct walk *walk, const lcm_section *section,
                             const lcm_section *place) {
  lcm_section out = *section;
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(arena_of(walk), struct lcm_extent, section->n_extents + 1);
  for (size_t k = 0; k < section->n_extents; k++)
    extents[k] = resolve_extent(walk, &section->extents[k]);
  out.extents = extents;
  out.also = NULL;
  resolve_over(walk, &out, section);
  out.element = resolve(walk, section->element);
  if (!place)
    out.key = key_of(walk, out.key);
  if (place) {
    out = lcm_section_behind(walk->tracer->ctx, place, &out);
    out.is_private = out.is_private || place->is_private;
  } else if (walk->data && out.n_extents && !out.extents[0].field &&
             lcm_function_param(walk->function, section) <
                 walk->function->n_params)
    out.why = out.why ? out.why : ARGUMENT;
  if (walk->blurred)
    lcm_section_blur(&out, RECURSION);
  out.exact = out.exact && !out.why;
  return out;
}

/* Add "section" as globalize has it to "out", for each place that it may lie
 * at. */
static void add_global(struct walk *walk, section_list *out,
                       const lcm_section *section) {
  const lcm_section *place = pointee_of(walk, section);
  do {
    const lcm_section one = globalize(walk, section, place);
    LCM_LIST_ADD(arena_of(walk), out, one);
    place = place ? place->also : NULL;
  } while (place);
}

/* Return the sections at "sections" that are not private, globalized; their
 * number is put into "*n". */
static const lcm_section *
globalize_all(struct walk *walk, const lcm_section *sections, size_t *n) {
  section_list out = {0};
  size_t kept = 0;
  size_t found = 0;
  for (size_t i = 0; i < *n; i++)
    add_global(walk, &out, &sections[i]);
  for (size_t i = 0; i < out.n; i++)
    if (!out.at[i].is_private ||
        lcm_map_get(&walk->tracer->shared, out.at[i].key, &found))
      out.at[kept++] = out.at[i];
  *n = kept;
  return out.at;
}

/* Return what "place", to which an argument points, is in the run: a list, each
 * with the next. */
static lcm_section globalize_place(struct walk *walk,
                                   const lcm_section *place) {
  section_list out = {0};
  for (; place && place->datum; place = place->also)
    add_global(walk, &out, place);
  for (size_t i = 0; i < out.n; i++)
    out.at[i].also = i + 1 < out.n ? &out.at[i + 1] : NULL;
  return out.at[0];
}

/* Return a copy of where the walk is. */
static const struct lcm_place *place_of(struct walk *walk) {
  lcm_arena *arena = arena_of(walk);
  struct lcm_place *place = LCM_NEW(arena, struct lcm_place);
  struct lcm_trace_step *steps =
      LCM_NEW_ARRAY(arena, struct lcm_trace_step, walk->steps.n + 1);
  lcm_iteration *ranges =
      LCM_NEW_ARRAY(arena, lcm_iteration, walk->ranges.n + 1);
  memcpy(steps, walk->steps.at, walk->steps.n * sizeof *steps);
  if (walk->ranges.n)
    memcpy(ranges, walk->ranges.at, walk->ranges.n * sizeof *ranges);
  *place = (struct lcm_place){steps,          walk->steps.n,  ranges,
                              walk->ranges.n, walk->loop,     walk->index,
                              walk->count,    walk->parallel, walk->maybe};
  return place;
}

/* Give to the tracer that the node at hand reads the "n_reads" sections at
 * "reads" and writes the "n_writes" at "writes". */
static void give(struct walk *walk, const lcm_section *reads, size_t n_reads,
                 const lcm_section *writes, size_t n_writes) {
  if (!n_reads && !n_writes)
    return;
  const struct lcm_touching touching = {place_of(walk), reads, n_reads, writes,
                                        n_writes};
  lcm_trace_touch(walk->tracer, &touching);
}

/* Give the accesses of "node" to the tracer. */
static void record(struct walk *walk, const lcm_node *node) {
  size_t n_reads = node->n_reads;
  size_t n_writes = node->n_writes;
  const lcm_section *reads = globalize_all(walk, node->reads, &n_reads);
  const lcm_section *writes = globalize_all(walk, node->writes, &n_writes);
  give(walk, reads, n_reads, writes, n_writes);
}

static void set_value(struct walk *walk, const char *name,
                      const lcm_expr *value);

/* Let the variables that the operation "node" of message passing sets be worth
 * what it sets them to, which only a run knows, from here on. */
static void forget_set(struct walk *walk, const lcm_node *node) {
  lcm_ctx *ctx = walk->tracer->ctx;
  const struct lcm_mpi_call *call = node->u.message;
  for (size_t i = 0; i < call->n_sets; i++)
    if (*call->sets[i])
      set_value(walk, call->sets[i],
                lcm_expr_symbol(ctx, call->sets[i], LCM_DIM_NONE));
  if (call->made)
    set_value(walk, call->made, lcm_expr_symbol(ctx, call->made, LCM_DIM_NONE));
}

/* Return those of the "*n" sections at "reads" that an operation of message
 * passing reads while it is under way. */
static const lcm_section *buffers_of(struct walk *walk,
                                     const lcm_section *reads, size_t *n) {
  section_list out = {0};
  for (size_t i = 0; i < *n; i++)
    if (!reads[i].passed)
      LCM_LIST_ADD(arena_of(walk), &out, reads[i]);
  *n = out.n;
  return out.at;
}

/* Visit the operation of message passing "node": what makes a request touches
 * its buffers until that is waited for. */
static void visit_message(struct walk *walk, const lcm_node *node) {
  const struct lcm_mpi_function *function =
      lcm_mpi_function(node->u.message->operation);
  const struct lcm_place *place = place_of(walk);
  struct lcm_pending pending = {.id = place->steps[place->n_steps - 1].id,
                                .node = node,
                                .function = walk->function,
                                .n_reads = node->n_reads,
                                .n_writes = node->n_writes,
                                .ranges = place->ranges,
                                .n_ranges = place->n_ranges};
  const lcm_section *reads = globalize_all(walk, node->reads, &pending.n_reads);
  pending.writes = globalize_all(walk, node->writes, &pending.n_writes);
  pending.persistent = function && function->mode == LCM_MODE_INIT;
  pending.started = function && function->mode == LCM_MODE_LATER;
  if (!pending.persistent)
    give(walk, reads, pending.n_reads, pending.writes, pending.n_writes);
  pending.reads = buffers_of(walk, reads, &pending.n_reads);
  if (pending.persistent || pending.started)
    lcm_trace_pend(walk->tracer, &pending);
  if (function && (function->kind == LCM_MESSAGE_START ||
                   function->kind == LCM_MESSAGE_WAIT ||
                   function->kind == LCM_MESSAGE_WAITANY))
    lcm_trace_complete(walk->tracer, place, walk->function,
                       function->kind == LCM_MESSAGE_START);
  forget_set(walk, node);
}

/* Return whether the author declared what "node" reads or writes, so that
 * what lies below it is covered. */
static bool is_declared(const lcm_node *node) {
  for (size_t i = 0; i < node->n_reads; i++)
    if (node->reads[i].declared)
      return true;
  for (size_t i = 0; i < node->n_writes; i++)
    if (node->writes[i].declared)
      return true;
  return false;
}

/* Visit the children of "node" in order. */
static lcm_status visit_children(struct walk *walk, const lcm_node *node) {
  const size_t at = walk->steps.n - 1;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < node->n_children && !status; i++) {
    walk->steps.at[at].child = i;
    status = visit(walk, node->children[i]);
  }
  return status;
}

/* Return the number of iterations of "range" as an expression. */
static const lcm_expr *trips(struct walk *walk, const lcm_iteration *range) {
  lcm_ctx *ctx = walk->tracer->ctx;
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *from = resolve(walk, range->from);
  const lcm_expr *to = resolve(walk, range->to);
  const lcm_expr *step = resolve(walk, range->step);
  if (!from || !to || range->factor)
    return NULL;
  const lcm_expr *span = lcm_expr_sub(ctx, to, from);
  if (step)
    span = lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_div(ctx, span, step));
  return lcm_expr_add(ctx, span, one);
}

/* Return how often the body of the loop "node" runs in all. */
static const lcm_expr *count_below(struct walk *walk, const lcm_node *node) {
  lcm_ctx *ctx = walk->tracer->ctx;
  const lcm_expr *count = walk->count;
  if (node->u.loop.count)
    return lcm_expr_mul(ctx, count, resolve(walk, node->u.loop.count));
  if (!node->u.loop.n_ranges)
    return NULL;
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    count = lcm_expr_mul(ctx, count, trips(walk, &node->u.loop.ranges[i]));
  return count;
}

/* Enter the loop "node": its indices become known. */
static void enter_loop(struct walk *walk, const lcm_node *node) {
  for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
    const lcm_iteration *range = &node->u.loop.ranges[i];
    const lcm_iteration known = {
        range->index, resolve(walk, range->from), resolve(walk, range->to),
        resolve(walk, range->step), resolve(walk, range->factor)};
    LCM_LIST_ADD(arena_of(walk), &walk->ranges, known);
  }
  if (node->kind != LCM_NODE_PARLOOP)
    return;
  walk->loop = node;
  walk->index = node->u.loop.n_ranges ? node->u.loop.ranges[0].index : NULL;
  walk->parallel = true;
}

/* Note in "user" that "node" runs something at the same time. */
static lcm_status find_parallel(const lcm_node *node, void *user) {
  bool *found = user;
  *found = *found || node->kind == LCM_NODE_PARLOOP ||
           node->kind == LCM_NODE_PARALLEL || node->kind == LCM_NODE_TASK ||
           node->kind == LCM_NODE_CALL;
  return LCM_OK;
}

/* Visit the body of the sequential loop "node", which is executed "before"
 * times, as its next iteration does. */
static lcm_status visit_again(struct walk *walk, const lcm_node *node,
                              const lcm_expr *before) {
  struct lcm_tracer *tracer = walk->tracer;
  lcm_ctx *ctx = tracer->ctx;
  bool parallel = false;
  if (tracer->again || node->kind == LCM_NODE_PARLOOP || is_declared(node) ||
      lcm_node_foreach(node, find_parallel, &parallel) ||
      (!parallel && !tracer->all))
    return LCM_OK;
  const struct walk outside = *walk;
  walk->values.at = NULL;
  walk->values.n = walk->values.cap = 0;
  for (size_t i = 0; i < outside.values.n; i++)
    set_value(walk, outside.values.at[i].name, outside.values.at[i].by);
  for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
    const lcm_iteration *range = &node->u.loop.ranges[i];
    const lcm_expr *index = lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE);
    const lcm_expr *step =
        range->step ? resolve(walk, range->step) : lcm_expr_int(ctx, 1);
    set_value(walk, range->index, lcm_expr_add(ctx, index, step));
  }
  tracer->again = true;
  tracer->n_again = walk->steps.n;
  if (walk->count != before)
    walk->count = lcm_expr_sub(ctx, walk->count, before);
  const lcm_status status = visit_children(walk, node);
  tracer->again = false;
  lcm_trace_restore(tracer);
  walk->count = outside.count;
  walk->values = outside.values;
  return status;
}

/* Return the names of the functions that are being executed, "*n" of them. */
static const char *const *active_names(struct walk *walk, size_t *n) {
  LCM_LIST(const char *) names = {0};
  for (const struct active *at = walk->active; at; at = at->outer)
    LCM_LIST_ADD(arena_of(walk), &names, at->function->name);
  *n = names.n;
  return names.at;
}

/* Visit the body of the parallel loop "node" as another iteration does, after
 * the first, where one leaves something to the other. */
static lcm_status visit_other(struct walk *walk, const lcm_node *node) {
  struct lcm_tracer *tracer = walk->tracer;
  struct lcm_carrying loop = {.id = walk->steps.at[walk->steps.n - 1].id};
  if (tracer->again || node->kind != LCM_NODE_PARLOOP || is_declared(node))
    return LCM_OK;
  loop.names = active_names(walk, &loop.n_names);
  if (!lcm_trace_has_carried(tracer, &loop))
    return LCM_OK;
  loop.trips = lcm_expr_int(tracer->ctx, 1);
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    loop.trips = lcm_expr_mul(tracer->ctx, loop.trips,
                              trips(walk, &node->u.loop.ranges[i]));
  tracer->again = true;
  tracer->carrying = &loop;
  tracer->n_again = walk->steps.n;
  const lcm_status status = visit_children(walk, node);
  tracer->again = false;
  tracer->carrying = NULL;
  lcm_trace_restore(tracer);
  return status;
}

/* Visit a loop of any kind.  What the author declares of a loop speaks of one
 * iteration, in terms of its index. */
static lcm_status visit_loop(struct walk *walk, const lcm_node *node) {
  const struct walk outside = *walk;
  if (node->kind != LCM_NODE_PARLOOP && !walk->loop)
    walk->count = count_below(walk, node);
  walk->maybe = walk->maybe || !node->u.loop.n_ranges;
  enter_loop(walk, node);
  lcm_status status = LCM_OK;
  record(walk, node);
  if (!is_declared(node))
    status = visit_children(walk, node);
  if (!status)
    status = visit_again(walk, node, outside.count);
  if (!status)
    status = visit_other(walk, node);
  walk->ranges.n = outside.ranges.n;
  walk->loop = outside.loop;
  walk->index = outside.index;
  walk->parallel = outside.parallel;
  walk->count = outside.count;
  walk->maybe = outside.maybe;
  return status;
}

/* Give to the tracer that the call "node" of a function that is not in the
 * program may touch all that its pointer arguments point to. */
static void give_unknown(struct walk *walk, const lcm_node *node) {
  section_list touched = {0};
  size_t kept = 0;
  for (size_t i = 0; i < node->u.call.n_args && node->u.call.places; i++)
    for (const lcm_section *at = &node->u.call.places[i]; at && at->datum;
         at = at->also)
      add_global(walk, &touched, at);
  for (size_t i = 0; i < touched.n; i++)
    if (!touched.at[i].is_private) {
      touched.at[kept] = touched.at[i];
      lcm_section_blur(&touched.at[kept++],
                       lcm_arena_printf(arena_of(walk),
                                        "%s() is not in the program",
                                        node->u.call.callee));
    }
  give(walk, touched.at, kept, touched.at, kept);
}

/* Return what the pointer arguments of the call "node" point to, as data of
 * the run. */
static const lcm_section *places_of_call(struct walk *walk,
                                         const lcm_node *node, size_t n) {
  lcm_section *data = LCM_NEW_ARRAY(arena_of(walk), lcm_section, n + 1);
  for (size_t i = 0; i < n && i < node->u.call.n_args; i++)
    if (node->u.call.places && node->u.call.places[i].datum)
      data[i] = globalize_place(walk, &node->u.call.places[i]);
  return data;
}

/* Bind the parameters of "callee" to the arguments of the call "node". */
static void bind_arguments(struct walk *inner, struct walk *outer,
                           const lcm_node *node, const lcm_function *callee) {
  for (size_t i = 0; i < callee->n_params && i < node->u.call.n_args; i++) {
    const lcm_expr *arg = resolve(outer, node->u.call.args[i]);
    const struct lcm_subst value = {callee->params[i], arg};
    if (arg && *callee->params[i])
      LCM_LIST_ADD(arena_of(inner), &inner->values, value);
  }
}

/* Return whether the parameters of "function" point to the same at "a" and
 * "b". */
static bool same_data(const lcm_function *function, const lcm_section *a,
                      const lcm_section *b) {
  for (size_t i = 0; a && b && i < function->n_params; i++)
    if (a[i].key != b[i].key)
      return false;
  return !a == !b;
}

/* Return how often "function" is being executed already; "*same": also with
 * "data". */
static unsigned activations(bool *same, const struct walk *walk,
                            const lcm_function *function,
                            const lcm_section *data) {
  unsigned n = 0;
  *same = false;
  for (const struct active *at = walk->active; at; at = at->outer)
    if (at->function == function) {
      *same = *same || (n > 0 && same_data(function, at->data, data));
      n++;
    }
  return n;
}

/* Visit what the call "node" executes.  A function that calls itself is entered
 * once more, for all that it may touch, and again for as long as its parameters
 * point to other data than before. */
static lcm_status visit_call(struct walk *walk, const lcm_node *node) {
  enum { MOST = 6 };
  const lcm_function *callee =
      lcm_program_function(walk->tracer->program, node->u.call.callee);
  bool same = false;
  if (!callee || !callee->body) {
    give_unknown(walk, node);
    return LCM_OK;
  }
  const lcm_section *data = places_of_call(walk, node, callee->n_params);
  const unsigned n = activations(&same, walk, callee, data);
  if (n > 1 && (same || n > MOST))
    return LCM_OK;
  const struct active active = {callee, data, walk->active};
  struct walk inner = *walk;
  inner.values.at = NULL;
  inner.values.n = inner.values.cap = 0;
  inner.data = data;
  bind_arguments(&inner, walk, node, callee);
  inner.function = callee;
  inner.active = &active;
  inner.blurred = walk->blurred || n;
  inner.maybe = walk->maybe || n;
  inner.nested = n > 0;
  inner.path = lcm_arena_printf(arena_of(walk), "%s%s/%u>", walk->path,
                                walk->function->key, node->id);
  const lcm_status status = visit(&inner, callee->body);
  walk->n_visited = inner.n_visited;
  return status;
}

/* Let "name" stand for "value" from here on. */
static void set_value(struct walk *walk, const char *name,
                      const lcm_expr *value) {
  const struct lcm_subst entry = {name, value};
  for (size_t i = 0; i < walk->values.n; i++)
    if (walk->values.at[i].name == name) {
      walk->values.at[i] = entry;
      return;
    }
  LCM_LIST_ADD(arena_of(walk), &walk->values, entry);
}

/* Visit "node" according to its kind; its step stands already. */
static lcm_status visit_kind(struct walk *walk, const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    return visit_loop(walk, node);
  case LCM_NODE_LET: {
    const char *name = node->u.let.name;
    const lcm_expr *value = resolve(walk, node->u.let.value);
    record(walk, node);
    set_value(walk, name,
              value ? value
                    : lcm_expr_symbol(walk->tracer->ctx, name, LCM_DIM_NONE));
    return LCM_OK;
  }
  case LCM_NODE_CALL:
    record(walk, node);
    return is_declared(node) ? LCM_OK : visit_call(walk, node);
  case LCM_NODE_TEAM: {
    const bool outside = walk->parallel;
    walk->parallel = true;
    record(walk, node);
    const lcm_status status =
        is_declared(node) ? LCM_OK : visit_children(walk, node);
    walk->parallel = outside;
    return status;
  }
  case LCM_NODE_BRANCH: {
    const bool outside = walk->maybe;
    record(walk, node);
    walk->maybe = outside || node->n_children != 1 ||
                  !lcm_trace_chosen(walk->tracer->ctx, node, 0);
    const lcm_status status =
        is_declared(node) ? LCM_OK : visit_children(walk, node);
    walk->maybe = outside;
    return status;
  }
  case LCM_NODE_MESSAGE:
    visit_message(walk, node);
    return LCM_OK;
  case LCM_NODE_OPAQUE:
    walk->tracer->n_opaque += !walk->tracer->again;
    break;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_COUNT:
    break;
  }
  record(walk, node);
  return is_declared(node) ? LCM_OK : visit_children(walk, node);
}

/* Visit "node" and what it executes. */
static lcm_status visit(struct walk *walk, const lcm_node *node) {
  walk->tracer->is_cut = walk->tracer->is_cut ||
                         walk->n_visited > MAX_OCCURRENCES ||
                         walk->tracer->n_pairs > MAX_PAIRS;
  walk->n_visited++;
  if (node->ignored || walk->tracer->is_cut)
    return LCM_OK;
  if (walk->steps.n > LCM_MAX_DEPTH) {
    lcm_report(walk->tracer->ctx, LCM_DIAG_DEPTH, node->loc,
               "the structure is nested more than %d deep", LCM_MAX_DEPTH);
    return LCM_EDEPTH;
  }
  const char *id = lcm_intern(
      walk->tracer->ctx, lcm_arena_printf(arena_of(walk), "%s%s/%u", walk->path,
                                          walk->function->key, node->id));
  const struct lcm_trace_step step = {id, node, 0, walk->count};
  LCM_LIST_ADD(arena_of(walk), &walk->steps, step);
  const lcm_status status = visit_kind(walk, node);
  walk->steps.n--;
  return status;
}

lcm_status lcm_trace_walk(struct lcm_tracer *tracer) {
  const lcm_function *entry =
      tracer->program->entry
          ? lcm_program_function(tracer->program, tracer->program->entry)
          : NULL;
  if (!entry || !entry->body)
    return LCM_OK;
  lcm_trace_share(tracer);
  const struct active active = {entry, NULL, NULL};
  struct walk walk = {
      .tracer = tracer, .function = entry, .path = "", .active = &active};
  walk.count = lcm_expr_int(tracer->ctx, 1);
  return visit(&walk, entry->body);
}
