/* Functions of their own for what they are passed, so that calls through
 * pointers are calls of functions. */
#include <stdlib.h>
#include <string.h>

#include "model/link/choice.h"
#include "model/link/passes.h"
#include "model/link/specialise.h"

/* Parameters of a function that may be told apart, and functions that may be
 * made. */
enum { MOST_PARAMS = 64, MOST_MADE = 20000 };

/* What is known of a function. */
struct actor {
  const lcm_node *source; /* its body before anything is rewritten */
  /* set of its parameters through which it calls, itself or by passing them
   * on */
  uint64_t needs;
  /* what each of these is, NULL where that is not known; NULL where nothing is:
   * the function as it was */
  const char *const *bound;
  size_t made;   /* functions that were made of it */
  bool live;     /* it can be reached otherwise than by what was made of it */
  bool resolved; /* calls in it through pointers were replaced */
};

/* Functions being made. */
struct making {
  lcm_ctx *ctx;
  /* where they come from; "whole": its run begins in main */
  const lcm_program *program;
  bool whole;
  lcm_map index; /* from the key of a function to its place */
  /* the functions of the program, and those that are made */
  LCM_LIST(lcm_function) functions;
  LCM_LIST(struct actor) actors; /* what is known of them */
  LCM_LIST(lcm_node_refs) calls; /* those in them */
  lcm_outcomes outcomes;         /* what became of calls through pointers */
  /* some of them go through other pointers than parameters */
  bool through_pointers;
  bool reshaped;          /* nodes have more or fewer children than they had */
  size_t at;              /* the function that is rewritten */
  lcm_holdings *holdings; /* what pointers hold; NULL: nobody has asked */
  /* from what stands for a call through a pointer to what it was */
  lcm_map origin;
};

/* Return the set with parameter "i" alone. */
static uint64_t bit(size_t i) { return i < MOST_PARAMS ? (uint64_t)1 << i : 0; }

/* Return the place of the parameter "name" of "f", or MOST_PARAMS. */
static size_t param_at(const lcm_function *f, const char *name) {
  size_t i = 0;
  while (i < f->n_params && i < MOST_PARAMS && f->params[i] != name)
    i++;
  return i < f->n_params ? i : MOST_PARAMS;
}

/* Return the place of the parameter that "call" goes through. */
static size_t callee_at(struct making *m, const lcm_function *f,
                        const lcm_node *call) {
  return param_at(f, lcm_intern(m->ctx, call->u.call.callee + 1));
}

/* ---- who calls through what ---------------------------------------------- */

/* Return what the pointer "name" may hold. */
static struct lcm_pointees held_by(struct making *m, const char *name) {
  if (!m->holdings)
    m->holdings = lcm_holdings_find(m->ctx, m->program, m->calls.at, m->whole);
  return lcm_holdings_of(m->holdings, name);
}

/* Return what the function "key", called by "call", makes the function that is
 * looked at call through. */
static uint64_t needs_by(struct making *m, const char *key,
                         const lcm_node *call) {
  const lcm_function *f = &m->functions.at[m->at];
  lcm_passed_list list = {0};
  uint64_t needs = 0;
  size_t callee = 0;
  if (!lcm_map_get(&m->index, key, &callee) || !m->actors.at[callee].needs)
    return 0;
  lcm_passes_read(&list, m->ctx, call);
  for (size_t i = 0; i < list.n; i++)
    if (list.at[i].forwarded &&
        (m->actors.at[callee].needs & bit(list.at[i].at)))
      needs |= bit(param_at(f, list.at[i].key));
  return needs;
}

/* Return what "call", a call through a pointer, makes the function that is
 * looked at call through. */
static uint64_t needs_through(struct making *m, const lcm_node *call) {
  const size_t i = callee_at(m, &m->functions.at[m->at], call);
  uint64_t needs = bit(i);
  if (i < MOST_PARAMS)
    return needs;
  m->through_pointers = true;
  if (!call->marks.passes)
    return 0;
  const struct lcm_pointees held =
      held_by(m, lcm_intern(m->ctx, call->u.call.callee + 1));
  for (size_t k = 0; k < held.n; k++)
    needs |= needs_by(m, held.functions[k], call);
  return needs;
}

/* Return what "calls" go through, as parameters of the function that is looked
 * at. */
static uint64_t needs_of(struct making *m, const lcm_node_refs *calls) {
  uint64_t needs = 0;
  for (size_t i = 0; i < calls->n; i++) {
    const lcm_node *node = calls->at[i];
    const lcm_node *call = lcm_call_through(node);
    needs |=
        call ? needs_through(m, call) : needs_by(m, node->u.call.callee, node);
  }
  return needs;
}

/* Find what all functions call through; return whether any does. */
static bool find_needs(struct making *m) {
  bool changed = true;
  bool any = false;
  while (changed) {
    changed = false;
    for (m->at = 0; m->at < m->functions.n; m->at++) {
      struct actor *actor = &m->actors.at[m->at];
      const uint64_t needs = needs_of(m, &m->calls.at[m->at]);
      changed = changed || needs != actor->needs;
      any = any || needs;
      actor->needs = needs;
    }
    changed = changed && any;
  }
  return any;
}

/* ---- functions for what is passed ---------------------------------------- */

/* Return the key of the function made of "f" for "bound". */
static const char *made_key(struct making *m, const lcm_function *f,
                            const char *const *bound) {
  lcm_buf buf = {0};
  const char *before = "[";
  lcm_buf_puts(&buf, f->key);
  for (size_t i = 0; i < f->n_params && i < MOST_PARAMS; i++)
    if (bound[i]) {
      lcm_buf_printf(&buf, "%s%s", before, bound[i]);
      before = ", ";
    }
  lcm_buf_putc(&buf, ']');
  return lcm_intern(m->ctx, lcm_ctx_text(m->ctx, &buf));
}

/* Note the calls in the function with the body "body" (or NULL), which is the
 * next one. */
static void add_calls(struct making *m, const lcm_node *body) {
  lcm_node_refs calls = {0};
  if (body)
    lcm_calls_find(m->ctx, &calls, body);
  LCM_LIST_ADD(lcm_ctx_arena(m->ctx), &m->calls, calls);
}

/* Return the key of function "i" with its parameters "bound"; it is made unless
 * there is one. */
static const char *make(struct making *m, size_t i, const char *const *bound) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  lcm_function f = m->functions.at[i];
  const struct actor actor = {.source = m->actors.at[i].source,
                              .needs = m->actors.at[i].needs,
                              .bound = bound,
                              .live = true};
  const char *key = made_key(m, &f, bound);
  size_t known = 0;
  if (lcm_map_get(&m->index, key, &known))
    return key;
  if (m->functions.n > MOST_MADE)
    return f.key;
  f.name = lcm_intern(
      m->ctx, lcm_arena_printf(arena, "%s%s", f.name, key + strlen(f.key)));
  f.key = key;
  f.usr = NULL;
  f.body = actor.source;
  lcm_map_put(arena, &m->index, key, m->functions.n);
  m->actors.at[i].made++;
  LCM_LIST_ADD(arena, &m->functions, f);
  LCM_LIST_ADD(arena, &m->actors, actor);
  add_calls(m, f.body);
  return key;
}

/* Return what "passed" is inside the function that is rewritten: the key of a
 * function, LCM_PASSED_NONE, or "*NAME" of a pointer; NULL: not known. */
static const char *value_of(struct making *m, const struct lcm_passed *passed) {
  const struct actor *self = &m->actors.at[m->at];
  const size_t own = passed->forwarded
                         ? param_at(&m->functions.at[m->at], passed->key)
                         : MOST_PARAMS;
  if (own < MOST_PARAMS)
    return self->bound ? self->bound[own] : NULL;
  if (!passed->forwarded)
    return strcmp(passed->key, LCM_PASSED_ANY) ? passed->key : NULL;
  const struct lcm_pointees held = held_by(m, passed->key);
  return held.n == 1 && !held.unknown
             ? held.functions[0]
             : lcm_intern(m->ctx, lcm_arena_printf(lcm_ctx_arena(m->ctx), "*%s",
                                                   passed->key));
}

/* Return the key of the function that the call "node" of "key" goes to, given
 * what it passes. */
static const char *callee_of(struct making *m, const lcm_node *node,
                             const char *key) {
  size_t callee = 0;
  lcm_passed_list list = {0};
  bool any = false;
  if (!lcm_map_get(&m->index, key, &callee) || !m->actors.at[callee].needs ||
      m->actors.at[callee].bound)
    return key;
  const char **bound =
      LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), const char *, MOST_PARAMS + 1);
  lcm_passes_read(&list, m->ctx, node);
  for (size_t i = 0; i < list.n; i++) {
    if (!(m->actors.at[callee].needs & bit(list.at[i].at)))
      continue;
    bound[list.at[i].at] = value_of(m, &list.at[i]);
    any = any || bound[list.at[i].at];
  }
  return any ? make(m, callee, bound) : key;
}

static const lcm_node *rewrite(struct making *m, const lcm_node *node);
static const lcm_node *undo(struct making *m, const lcm_node *node,
                            const size_t *cycles);

/* Return a copy of "node" with its children rewritten or, with "cycles",
 * undone; "node" itself where they stay as they are. */
static const lcm_node *with_children(struct making *m, const lcm_node *node,
                                     const size_t *cycles) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  const lcm_node **children = NULL;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = cycles ? undo(m, node->children[i], cycles)
                                   : rewrite(m, node->children[i]);
    if (child == node->children[i])
      continue;
    if (!children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    children[i] = child;
  }
  if (!children)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children;
  return copy;
}

/* Return what stands for the call "opaque" where what it goes through may hold
 * "held". */
static const lcm_node *resolve(struct making *m, const lcm_node *opaque,
                               const struct lcm_pointees *held) {
  const lcm_node *call = opaque->children[0];
  const char **keys =
      LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), const char *, held->n + 1);
  for (size_t i = 0; i < held->n; i++)
    keys[i] = callee_of(m, call, held->functions[i]);
  return lcm_choice_new(m->ctx, opaque, keys, held);
}

/* Return what stands for the call "opaque" through the pointer "name", of which
 * all that is known is in the program. */
static const lcm_node *resolve_pointer(struct making *m, const lcm_node *opaque,
                                       const char *name) {
  const struct lcm_pointees held = held_by(m, name);
  if (held.unknown || held.open)
    return lcm_outcome_left(&m->outcomes, opaque,
                            held.unknown ? held.unknown
                                         : "which nothing here sets");
  const lcm_node *out = resolve(m, opaque, &held);
  lcm_map_put(lcm_ctx_arena(m->ctx), &m->origin, out,
              (size_t)(uintptr_t)opaque);
  m->actors.at[m->at].resolved = true;
  m->reshaped = m->reshaped || held.n != 1;
  lcm_outcome_resolved(&m->outcomes, opaque, &held);
  return out;
}

/* Return what stands for the call "opaque" in the function that is
 * rewritten. */
static const lcm_node *rewrite_through(struct making *m,
                                       const lcm_node *opaque) {
  const struct actor *self = &m->actors.at[m->at];
  const lcm_node *call = opaque->children[0];
  const size_t i = callee_at(m, &m->functions.at[m->at], call);
  const char *value = i < MOST_PARAMS && self->bound ? self->bound[i] : NULL;
  if (i == MOST_PARAMS)
    return resolve_pointer(m, opaque,
                           lcm_intern(m->ctx, call->u.call.callee + 1));
  if (value && value[0] == '*')
    return resolve_pointer(m, opaque, lcm_intern(m->ctx, value + 1));
  if (!value)
    return self->bound ? lcm_outcome_left(&m->outcomes, opaque, NULL) : opaque;
  const struct lcm_pointees one = {
      &value, strcmp(value, LCM_PASSED_NONE) ? 1 : 0, NULL, false};
  m->reshaped = m->reshaped || !one.n;
  lcm_outcome_resolved(&m->outcomes, opaque, &one);
  return resolve(m, opaque, &one);
}

/* Return "node" as it is in the function that is rewritten: calls go to what is
 * passed. */
static const lcm_node *rewrite(struct making *m, const lcm_node *node) {
  if (lcm_call_through(node))
    return rewrite_through(m, node);
  const lcm_node *out = with_children(m, node, NULL);
  if (node->kind != LCM_NODE_CALL)
    return out;
  const char *callee = callee_of(m, node, node->u.call.callee);
  if (callee == node->u.call.callee)
    return out;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(m->ctx), lcm_node);
  *copy = *out;
  copy->u.call.callee = callee;
  return copy;
}

/* Let the function that is looked at have the body "body". */
static void set_body(struct making *m, const lcm_node *body) {
  lcm_node_refs *calls = &m->calls.at[m->at];
  if (m->functions.at[m->at].body == body)
    return;
  m->functions.at[m->at].body = body;
  *calls = (lcm_node_refs){0};
  lcm_calls_find(m->ctx, calls, body);
}

/* Return whether any of "calls" goes through a pointer, or to a function that
 * does so. */
static bool is_concerned(const struct making *m, const lcm_node_refs *calls) {
  size_t callee = 0;
  for (size_t i = 0; i < calls->n; i++)
    if (calls->at[i]->kind == LCM_NODE_OPAQUE ||
        (lcm_map_get(&m->index, calls->at[i]->u.call.callee, &callee) &&
         m->actors.at[callee].needs))
      return true;
  return false;
}

/* Rewrite the function that is looked at. */
static void rewrite_function(struct making *m) {
  const lcm_node *body = m->functions.at[m->at].body;
  if (!is_concerned(m, &m->calls.at[m->at]))
    return;
  const lcm_node *out = rewrite(m, body);
  set_body(m, out);
}

/* ---- calls that lead back ------------------------------------------------ */

/* Return the choice "node", which stands for the call "opaque", without those
 * of its calls that may lead back to the function that is looked at. */
static const lcm_node *without_cycles(struct making *m, const lcm_node *node,
                                      const lcm_node *opaque,
                                      const size_t *cycles) {
  lcm_node_refs kept = {0};
  size_t callee = 0;
  for (size_t i = 0; i < node->n_children; i++)
    if (!lcm_map_get(&m->index, node->children[i]->u.call.callee, &callee) ||
        cycles[callee] != cycles[m->at])
      LCM_LIST_ADD(lcm_ctx_arena(m->ctx), &kept, node->children[i]);
  if (kept.n == node->n_children)
    return node;
  const lcm_node *left = lcm_outcome_left(&m->outcomes, opaque,
                                          "which may lead back to where it is");
  m->reshaped = true;
  return kept.n ? lcm_choice_part(m->ctx, node, left, &kept) : left;
}

/* Return "node" of the function that is looked at, in which calls through
 * pointers are left that may lead back to it; "cycles": which functions call
 * one another. */
static const lcm_node *undo(struct making *m, const lcm_node *node,
                            const size_t *cycles) {
  size_t origin = 0;
  return lcm_map_get(&m->origin, node, &origin)
             ? without_cycles(m, node, (const lcm_node *)(uintptr_t)origin,
                              cycles)
             : with_children(m, node, cycles);
}

/* Leave calls through pointers that may lead back to the function that they
 * stand in: the structure does not show how such a recursion ends. */
static void break_cycles(struct making *m) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  const size_t *cycles =
      lcm_cycles_find(arena, m->calls.at, m->functions.n, &m->index);
  for (m->at = 0; m->at < m->functions.n; m->at++) {
    if (m->actors.at[m->at].resolved)
      set_body(m, undo(m, m->functions.at[m->at].body, cycles));
  }
}

/* ---- what is left -------------------------------------------------------- */

/* Let what "calls" go to be live; return whether that is news. */
static bool enliven(struct making *m, const lcm_node_refs *calls) {
  size_t callee = 0;
  bool news = false;
  for (size_t i = 0; i < calls->n; i++)
    if (calls->at[i]->kind == LCM_NODE_CALL &&
        lcm_map_get(&m->index, calls->at[i]->u.call.callee, &callee) &&
        !m->actors.at[callee].live)
      news = m->actors.at[callee].live = true;
  return news;
}

/* Find the functions that are live: all but those of which others were made,
 * unless a live one still calls them. */
static void find_live(struct making *m) {
  bool changed = true;
  for (size_t i = 0; i < m->functions.n; i++)
    m->actors.at[i].live = m->actors.at[i].bound || !m->actors.at[i].made;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < m->functions.n; i++)
      if (m->actors.at[i].live)
        changed = enliven(m, &m->calls.at[i]) || changed;
  }
}

/* Note those of "calls" that go through pointers, which stay. */
static void note_left(struct making *m, const lcm_node_refs *calls) {
  for (size_t i = 0; i < calls->n; i++)
    if (lcm_call_through(calls->at[i]))
      (void)lcm_outcome_left(&m->outcomes, calls->at[i], NULL);
}

/* Correct what was said of calls. */
static void correct(struct making *m) {
  for (size_t i = 0; i < m->functions.n; i++)
    if (m->actors.at[i].live && !m->actors.at[i].bound)
      note_left(m, &m->calls.at[i]);
  lcm_outcomes_report(&m->outcomes);
}

/* Order functions by key. */
static int key_order(const void *a, const void *b) {
  const lcm_function *f = a;
  const lcm_function *g = b;
  return strcmp(f->key, g->key);
}

/* Put the functions of "m" into "out", those that are not live only when
 * "all". */
static void put_functions(lcm_program *out, struct making *m, bool all) {
  size_t n = 0;
  for (size_t i = 0; i < m->functions.n; i++)
    if (all || m->actors.at[i].live)
      m->functions.at[n++] = m->functions.at[i];
  qsort(m->functions.at, n, sizeof *m->functions.at, key_order);
  out->functions = m->functions.at;
  out->n_functions = n;
}

const lcm_program *lcm_program_specialise(lcm_ctx *ctx,
                                          const lcm_program *program, bool all,
                                          bool whole) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct making m = {
      .ctx = ctx, .program = program, .whole = whole, .outcomes = {.ctx = ctx}};
  for (size_t i = 0; i < program->n_functions; i++) {
    const struct actor actor = {.source = program->functions[i].body};
    LCM_LIST_ADD(arena, &m.functions, program->functions[i]);
    LCM_LIST_ADD(arena, &m.actors, actor);
    add_calls(&m, actor.source);
    lcm_map_put(arena, &m.index, program->functions[i].key, i);
  }
  if (!find_needs(&m) && !m.through_pointers)
    return program;
  for (m.at = 0; m.at < m.functions.n; m.at++)
    rewrite_function(&m);
  if (m.origin.n)
    break_cycles(&m);
  find_live(&m);
  correct(&m);
  for (size_t i = 0; i < m.functions.n && m.reshaped; i++)
    if (m.functions.at[i].body != m.actors.at[i].source)
      lcm_function_number(ctx, &m.functions.at[i]);
  lcm_program *out = LCM_NEW(arena, lcm_program);
  *out = *program;
  put_functions(out, &m, all);
  return out;
}
