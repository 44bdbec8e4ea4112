/* What pointers to functions may hold: the smallest sets with all that the
 * pointers and calls of the program say, regardless of order and callers. */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "model/link/holdings.h"
#include "model/link/passes.h"
#include "model/link/pointer.h"

/* A call: the node, the function that it stands in, and the place that it goes
 * through where it is no direct one. */
struct site {
  const lcm_node *call;
  const lcm_function *in;
};

/* A pointer. */
struct place {
  const char *name;
  uint64_t *set;               /* functions that it may hold */
  uint64_t *done;              /* those of which its calls know */
  LCM_LIST(size_t) to;         /* pointers that may have what it holds */
  LCM_LIST(struct site) sites; /* calls through it */
  const char *unknown;
  bool queued; /* it changed, and that was not passed on yet */
};

/* A parameter that is a pointer to functions. */
struct own_param {
  size_t at;
  size_t place;
};

/* What is known of a function. */
struct actor {
  LCM_LIST(struct own_param) params; /* its parameters that are pointers */
  bool called;                       /* something calls it */
};

/* Everything. */
struct lcm_holdings {
  lcm_ctx *ctx;
  const lcm_program *program;
  lcm_map index; /* index, places: pointers by name */
  LCM_LIST(struct place) places;
  /* keys, key_index: functions that pointers may hold, sorted; "words" of 64 of
   * them are in a set */
  LCM_LIST(const char *) keys;
  lcm_map key_index;
  size_t words;
  struct actor *actors; /* beside the functions of the program */
  lcm_map actor_index;
  LCM_LIST(struct site) sites; /* direct calls */
  LCM_LIST(size_t) queue;
  bool has_main; /* a run begins in main */
  bool open;     /* a function is called that nobody has, or there is no main */
};

/* Return the number of the pointer "name", which is new or known. */
static size_t place_of(lcm_holdings *h, const char *name) {
  size_t i = 0;
  if (lcm_map_get(&h->index, name, &i))
    return i;
  const struct place fresh = {.name = name};
  lcm_map_put(lcm_ctx_arena(h->ctx), &h->index, name, h->places.n);
  LCM_LIST_ADD(lcm_ctx_arena(h->ctx), &h->places, fresh);
  return h->places.n - 1;
}

static const char *local_name(const lcm_holdings *h, const lcm_function *f,
                              const char *name) {
  return LCM_INTERN_JOINED(h->ctx, f->loc.file ? f->loc.file : "", ":", f->name,
                           ":", name);
}

/* Return whether "name" is a parameter of "f". */
static bool is_param(const lcm_function *f, const char *name) {
  for (size_t i = 0; i < f->n_params; i++)
    if (f->params[i] == name)
      return true;
  return false;
}

/* Return the number of the pointer that "name" means inside "f". */
static size_t named_in(lcm_holdings *h, const lcm_function *f,
                       const char *name) {
  return place_of(h, is_param(f, name) ? local_name(h, f, name) : name);
}

/* Return the name of the pointer that the call "call" goes through, NULL for a
 * direct one. */
static const char *through(const lcm_holdings *h, const lcm_node *call) {
  const char *callee = call->u.call.callee;
  return callee[0] == '*' ? lcm_intern(h->ctx, callee + 1) : NULL;
}

/* ---- what there is ------------------------------------------------------- */

/* Note the function "key" as one that pointers may hold. */
static void add_key(lcm_holdings *h, const char *key) {
  size_t known = 0;
  if (lcm_map_get(&h->key_index, key, &known))
    return;
  lcm_map_put(lcm_ctx_arena(h->ctx), &h->key_index, key, 0);
  LCM_LIST_ADD(lcm_ctx_arena(h->ctx), &h->keys, key);
}

/* Note the call "node" of "f", and what it passes. */
static void find_site(lcm_holdings *h, const lcm_function *f,
                      const lcm_node *node) {
  if (node->kind != LCM_NODE_CALL)
    return;
  const struct site site = {node, f};
  const char *name = through(h, node);
  lcm_passed_list list = {0};
  lcm_passes_read(&list, h->ctx, node);
  for (size_t i = 0; i < list.n; i++)
    if (list.at[i].forwarded)
      (void)named_in(h, f, list.at[i].key);
    else if (strcmp(list.at[i].key, LCM_PASSED_NONE) != 0 &&
             strcmp(list.at[i].key, LCM_PASSED_ANY) != 0)
      add_key(h, list.at[i].key);
  if (!name) {
    LCM_LIST_ADD(lcm_ctx_arena(h->ctx), &h->sites, site);
    return;
  }
  const size_t at = named_in(h, f, name);
  LCM_LIST_ADD(lcm_ctx_arena(h->ctx), &h->places.at[at].sites, site);
}

/* Number the functions that pointers may hold. */
static void number_keys(lcm_holdings *h) {
  lcm_arena *arena = lcm_ctx_arena(h->ctx);
  for (size_t i = 0; i < h->program->n_pointers; i++)
    for (size_t k = 0; k < h->program->pointers[i].n_holds; k++)
      add_key(h, h->program->pointers[i].holds[k]);
  if (h->keys.n)
    qsort(h->keys.at, h->keys.n, sizeof *h->keys.at, lcm_order_names);
  for (size_t i = 0; i < h->keys.n; i++)
    lcm_map_put(arena, &h->key_index, h->keys.at[i], i);
  h->words = h->keys.n / 64 + 1;
}

/* Find the parameters of all functions that are pointers to functions. */
static void find_params(lcm_holdings *h) {
  lcm_arena *arena = lcm_ctx_arena(h->ctx);
  for (size_t i = 0; i < h->program->n_functions; i++) {
    const lcm_function *f = &h->program->functions[i];
    lcm_map_put(arena, &h->actor_index, f->key, i);
    for (size_t k = 0; f->body && k < f->n_params; k++) {
      struct own_param param = {.at = k};
      if (lcm_map_get(&h->index, local_name(h, f, f->params[k]), &param.place))
        LCM_LIST_ADD(arena, &h->actors[i].params, param);
    }
  }
}

/* ---- what flows ---------------------------------------------------------- */

/* Note that pointer "i" has changed. */
static void push(lcm_holdings *h, size_t i) {
  if (h->places.at[i].queued)
    return;
  h->places.at[i].queued = true;
  LCM_LIST_ADD(lcm_ctx_arena(h->ctx), &h->queue, i);
}

/* Let pointer "i" hold what nobody knows, for the reason "why". */
static void set_unknown(lcm_holdings *h, size_t i, const char *why) {
  if (h->places.at[i].unknown)
    return;
  h->places.at[i].unknown = why;
  push(h, i);
}

/* Return the set of pointer "i", made where it has none. */
static uint64_t *set_of(lcm_holdings *h, size_t i) {
  struct place *place = &h->places.at[i];
  if (!place->set) {
    place->set = LCM_NEW_ARRAY(lcm_ctx_arena(h->ctx), uint64_t, h->words);
    place->done = LCM_NEW_ARRAY(lcm_ctx_arena(h->ctx), uint64_t, h->words);
  }
  return place->set;
}

/* Let pointer "i" hold the function "key". */
static void add_function(lcm_holdings *h, size_t i, const char *key) {
  size_t at = 0;
  if (!lcm_map_get(&h->key_index, key, &at))
    return;
  uint64_t *set = set_of(h, i);
  const uint64_t bit = (uint64_t)1 << at % 64;
  if (set[at / 64] & bit)
    return;
  set[at / 64] |= bit;
  push(h, i);
}

/* Let pointer "to" hold what "from" does. */
static void add_edge(lcm_holdings *h, size_t from, size_t to) {
  struct place *place = &h->places.at[from];
  for (size_t i = 0; i < place->to.n; i++)
    if (place->to.at[i] == to)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(h->ctx), &place->to, to);
  push(h, from);
}

/* Return "before", the name in the key "key" of a function in quotes, and
 * "behind". */
static const char *reason(const lcm_holdings *h, const char *before,
                          const char *key, const char *behind) {
  const char *colon = strrchr(key, ':');
  return lcm_intern(h->ctx,
                    lcm_arena_printf(lcm_ctx_arena(h->ctx), "%s'%s'%s", before,
                                     colon ? colon + 1 : key, behind));
}

/* Return the number of the function "key" where the program defines it, else
 * how many it has. */
static size_t defined(const lcm_holdings *h, const char *key) {
  size_t i = 0;
  return lcm_map_get(&h->actor_index, key, &i) && h->program->functions[i].body
             ? i
             : h->program->n_functions;
}

/* Return whether argument number "i" of "call" is written as 0. */
static bool is_zero(const lcm_node *call, size_t i) {
  const lcm_expr *value = i < call->u.call.n_args ? call->u.call.args[i] : NULL;
  return value && lcm_expr_is_int(value, 0);
}

/* Let function number "callee" have what the call "site" of it passes. */
static void bind(lcm_holdings *h, size_t callee, const struct site *site) {
  struct actor *actor = &h->actors[callee];
  lcm_passed_list list = {0};
  actor->called = true;
  if (!actor->params.n)
    return;
  lcm_passes_read(&list, h->ctx, site->call);
  for (size_t i = 0; i < actor->params.n; i++) {
    const struct own_param param = actor->params.at[i];
    size_t k = 0;
    while (k < list.n && list.at[k].at != param.at)
      k++;
    const struct lcm_passed *passed = k < list.n ? &list.at[k] : NULL;
    if (passed && passed->forwarded)
      add_edge(h, named_in(h, site->in, passed->key), param.place);
    else if (passed && strcmp(passed->key, LCM_PASSED_ANY) != 0)
      add_function(h, param.place, passed->key);
    else if (passed || !is_zero(site->call, param.at))
      set_unknown(h, param.place,
                  reason(h, "which calls of ",
                         h->program->functions[callee].name,
                         " set to what is not followed"));
  }
}

/* Let the world outside have what the call "site" passes to a function that the
 * program does not define. */
static void hand_out(lcm_holdings *h, const struct site *site) {
  lcm_passed_list list = {0};
  lcm_passes_read(&list, h->ctx, site->call);
  const size_t outside = list.n ? place_of(h, lcm_intern(h->ctx, "?")) : 0;
  for (size_t i = 0; i < list.n; i++)
    if (list.at[i].forwarded)
      add_edge(h, named_in(h, site->in, list.at[i].key), outside);
    else
      add_function(h, outside, list.at[i].key);
}

/* Let the function "key" have what the call "site" passes. */
static void call_of(lcm_holdings *h, const char *key, const struct site *site) {
  const size_t callee = defined(h, key);
  if (callee < h->program->n_functions)
    bind(h, callee, site);
  else
    hand_out(h, site);
}

/* Let the functions that pointer "i" is new to hold have what the calls through
 * it pass. */
static void call_new(lcm_holdings *h, size_t i) {
  const size_t n = h->places.at[i].sites.n;
  for (size_t at = 0; n && h->places.at[i].set && at < h->keys.n; at++) {
    const uint64_t bit = (uint64_t)1 << at % 64;
    struct place *place = &h->places.at[i];
    if (!(place->set[at / 64] & ~place->done[at / 64] & bit))
      continue;
    place->done[at / 64] |= bit;
    for (size_t k = 0; k < n; k++) {
      const struct site site = h->places.at[i].sites.at[k];
      call_of(h, h->keys.at[at], &site);
    }
  }
}

/* Let the pointers that may have what pointer "i" holds have it. */
static void pass_on(lcm_holdings *h, size_t i) {
  for (size_t k = 0; k < h->places.at[i].to.n; k++) {
    const size_t to = h->places.at[i].to.at[k];
    const uint64_t *from = h->places.at[i].set;
    uint64_t *set = from ? set_of(h, to) : NULL;
    bool news = false;
    for (size_t w = 0; set && w < h->words; w++) {
      news = news || (from[w] & ~set[w]);
      set[w] |= from[w];
    }
    if (news)
      push(h, to);
    if (h->places.at[i].unknown)
      set_unknown(h, to, h->places.at[i].unknown);
  }
}

/* Pass on all that has changed. */
static void settle(lcm_holdings *h) {
  for (size_t at = 0; at < h->queue.n; at++) {
    const size_t i = h->queue.at[at];
    h->places.at[i].queued = false;
    pass_on(h, i);
    call_new(h, i);
  }
  h->queue.n = 0;
}

/* ---- what is said -------------------------------------------------------- */

/* Return why the pointer "said" may hold anything, NULL where it may not. */
static const char *why_unknown(const lcm_holdings *h, const lcm_pointer *said) {
  for (size_t i = 0; i < said->n_given; i++)
    if (defined(h, said->given[i]) == h->program->n_functions)
      return reason(h, "which ", said->given[i], " may set");
  return said->external && !said->defined
             ? lcm_intern(h->ctx, "which is defined elsewhere")
             : said->unknown;
}

/* Take what is said of the pointer "said". */
static void take(lcm_holdings *h, const lcm_pointer *said) {
  const size_t at = place_of(h, said->name);
  const char *why = why_unknown(h, said);
  for (size_t i = 0; i < said->n_holds; i++)
    add_function(h, at, said->holds[i]);
  for (size_t i = 0; i < said->n_from; i++)
    add_edge(h, place_of(h, said->from[i]), at);
  if (why)
    set_unknown(h, at, why);
}

/* Let what functions return that the program does not define be unknown, and
 * members be what anything may be set to that has their structure. */
static void take_names(lcm_holdings *h) {
  lcm_arena *arena = lcm_ctx_arena(h->ctx);
  for (size_t i = 0; i < h->places.n; i++) {
    const char *name = h->places.at[i].name;
    const size_t n = strlen(name);
    const char *dot = strrchr(name, '.');
    size_t whole = 0;
    if (n > 2 && !strcmp(name + n - 2, "()")) {
      const char *key = lcm_intern_n(h->ctx, name, n - 2);
      if (defined(h, key) == h->program->n_functions)
        set_unknown(h, i, reason(h, "which ", key, " may return"));
    }
    if (dot && strcmp(dot, ".*") != 0 &&
        lcm_map_get(
            &h->index,
            lcm_intern(h->ctx, lcm_arena_printf(arena, "%.*s.*",
                                                (int)(dot - name), name)),
            &whole))
      add_edge(h, whole, i);
  }
}

/* Return the name of the member that the pointer "place" is, with its dot; NULL
 * for others. */
static const char *member_of(const struct place *place) {
  const char *dot = strrchr(place->name, '.');
  return dot && strcmp(dot, ".*") != 0 ? dot : NULL;
}

/* Return whether the source does not say what the pointer "name" may hold. */
static bool is_unsaid(const lcm_holdings *h, const char *name) {
  const lcm_pointer *said = lcm_program_pointer(h->program, name);
  return !said || (!said->n_holds && !said->n_from && !said->n_given &&
                   !said->unknown && !said->external);
}

/* Return whether something may set all members of the structure of the member
 * "name", which begins with "dot". */
static bool is_of_whole(const lcm_holdings *h, const char *name,
                        const char *dot) {
  size_t whole = 0;
  const char *all = lcm_arena_printf(lcm_ctx_arena(h->ctx), "%.*s.*",
                                     (int)(dot - name), name);
  return lcm_map_get(&h->index, lcm_intern(h->ctx, all), &whole);
}

/* Let members that are called and that nothing sets hold what members of their
 * name do in other structures: those are cast to theirs. */
static void take_casts(lcm_holdings *h) {
  const size_t n = h->places.n;
  for (size_t i = 0; i < n; i++) {
    const char *member = member_of(&h->places.at[i]);
    if (!member || !h->places.at[i].sites.n ||
        !is_unsaid(h, h->places.at[i].name) ||
        is_of_whole(h, h->places.at[i].name, member))
      continue;
    for (size_t k = 0; k < n; k++) {
      const char *other = member_of(&h->places.at[k]);
      if (k != i && other && !strcmp(other, member))
        add_edge(h, k, i);
    }
  }
}

/* Return whether the program has a main. */
static bool has_main(const lcm_program *program) {
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body &&
        !strcmp(program->functions[i].name, "main"))
      return true;
  return false;
}

/* Return whether something that the program lacks may set its pointers: its run
 * begins elsewhere, or it calls what it does not define and nothing is said
 * of. */
static bool is_open(const lcm_holdings *h) {
  for (size_t i = 0; h->has_main && i < h->sites.n; i++) {
    const lcm_node *call = h->sites.at[i].call;
    if (!call->flops &&
        defined(h, call->u.call.callee) == h->program->n_functions)
      return true;
  }
  return !h->has_main;
}

/* Let the pointers that are passed to functions which nothing here calls, or
 * which the world outside has, be unknown: "whole": the former never run. */
static void take_uncalled(lcm_holdings *h, bool whole) {
  size_t outside = 0;
  const bool any = lcm_map_get(&h->index, lcm_intern(h->ctx, "?"), &outside);
  for (size_t i = 0; i < h->program->n_functions; i++) {
    const struct actor *actor = &h->actors[i];
    const lcm_function *f = &h->program->functions[i];
    size_t at = 0;
    const bool out = any && h->places.at[outside].set &&
                     lcm_map_get(&h->key_index, f->key, &at) &&
                     (h->places.at[outside].set[at / 64] >> at % 64 & 1);
    for (size_t k = 0; k < actor->params.n; k++)
      if (out || (!actor->called && !whole))
        set_unknown(
            h, actor->params.at[k].place,
            reason(h, "which callers of ", f->name, " elsewhere may set"));
  }
}

lcm_holdings *lcm_holdings_find(lcm_ctx *ctx, const lcm_program *program,
                                const lcm_node_refs *calls, bool whole) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_holdings *h = LCM_NEW(arena, lcm_holdings);
  h->ctx = ctx;
  h->program = program;
  h->has_main = has_main(program);
  h->actors = LCM_NEW_ARRAY(arena, struct actor, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++)
    for (size_t k = 0; k < calls[i].n; k++)
      find_site(h, &program->functions[i], calls[i].at[k]);
  number_keys(h);
  for (size_t i = 0; i < program->n_pointers; i++) {
    (void)place_of(h, program->pointers[i].name);
    for (size_t k = 0; k < program->pointers[i].n_from; k++)
      (void)place_of(h, program->pointers[i].from[k]);
  }
  find_params(h);
  for (size_t i = 0; i < program->n_pointers; i++)
    take(h, &program->pointers[i]);
  take_names(h);
  take_casts(h);
  for (size_t i = 0; i < h->sites.n; i++)
    call_of(h, h->sites.at[i].call->u.call.callee, &h->sites.at[i]);
  settle(h);
  take_uncalled(h, whole && h->has_main);
  settle(h);
  h->open = is_open(h);
  return h;
}

struct lcm_pointees lcm_holdings_of(const lcm_holdings *h, const char *name) {
  LCM_LIST(const char *) functions = {0};
  struct lcm_pointees held = {NULL, 0, NULL, false};
  size_t i = 0;
  const bool known = lcm_map_get(&h->index, name, &i);
  const struct place *place = known ? &h->places.at[i] : NULL;
  for (size_t at = 0; place && place->set && at < h->keys.n; at++)
    if (place->set[at / 64] >> at % 64 & 1)
      LCM_LIST_ADD(lcm_ctx_arena(h->ctx), &functions, h->keys.at[at]);
  held.functions = functions.at;
  held.n = functions.n;
  held.unknown = place ? place->unknown : NULL;
  held.open = !held.n && !held.unknown && h->open && !strchr(name, ':');
  return held;
}
