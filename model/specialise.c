#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/list.h"
#include "base/map.h"
#include "model/link_internal.h"
#include "model/structure.h"

/* Parameters of a function that may be told apart, and functions that may be
 * made. */
enum { MOST_PARAMS = 64, MOST_MADE = 20000 };

/* What is known of a function.
 * source  its body before anything is rewritten
 * needs   set of its parameters through which it calls, itself or by passing
 *         them on
 * bound   what each of these is, NULL where that is not known; NULL where
 *         nothing is: the function as it was
 * made    functions that were made of it
 * live    it can be reached otherwise than by what was made of it */
struct actor {
  const lcm_node *source;
  uint64_t needs;
  const char *const *bound;
  size_t made;
  bool live;
};

/* A call through a parameter that was resolved in some function, and whether
 * one is left where it was not. */
struct resolved {
  lcm_loc loc;
  bool left;
};

/* Functions being made.
 * index      from the key of a function to its place
 * functions  the functions of the program, and those that are made; actors:
 *            what is known of them
 * at         the function that is rewritten
 * resolved   calls */
struct making {
  lcm_ctx *ctx;
  lcm_map index;
  LCM_LIST(lcm_function) functions;
  LCM_LIST(struct actor) actors;
  LCM_LIST(struct resolved) resolved;
  size_t at;
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

/* Return the call through a parameter that the opaque node "node" has, or
 * NULL. */
static const lcm_node *through(const lcm_node *node) {
  const lcm_node *call = node->kind == LCM_NODE_OPAQUE && node->n_children == 1
                             ? node->children[0]
                             : NULL;
  return call && call->kind == LCM_NODE_CALL && call->u.call.callee[0] == '*'
             ? call
             : NULL;
}

/* Return the place of the parameter that "call" goes through. */
static size_t callee_at(struct making *m, const lcm_function *f,
                        const lcm_node *call) {
  return param_at(f, lcm_intern(m->ctx, call->u.call.callee + 1));
}

void lcm_passes_read(lcm_passed_list *list, lcm_ctx *ctx,
                     const lcm_node *node) {
  const char *text = lcm_node_attribute(node, "passes");
  while (text && *text) {
    char *key = NULL;
    struct lcm_passed passed = {.at = strtoul(text, &key, 10)};
    if (key == text || *key != '=')
      return;
    const size_t n = strcspn(++key, ";");
    passed.forwarded = *key == '*';
    passed.key =
        lcm_intern_n(ctx, key + passed.forwarded, n - (size_t)passed.forwarded);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), list, passed);
    text = key + n + (key[n] == ';');
  }
}

/* ---- who calls through what ---------------------------------------------- */

/* Return what "node" and what is below it call through, as parameters of the
 * function that is looked at. */
static uint64_t needs_of(struct making *m, const lcm_node *node) {
  const lcm_function *f = &m->functions.at[m->at];
  const lcm_node *call = through(node);
  uint64_t needs = call ? bit(callee_at(m, f, call)) : 0;
  size_t callee = 0;
  if (node->kind == LCM_NODE_CALL &&
      lcm_map_get(&m->index, node->u.call.callee, &callee) &&
      m->actors.at[callee].needs) {
    lcm_passed_list list = {0};
    lcm_passes_read(&list, m->ctx, node);
    for (size_t i = 0; i < list.n; i++)
      if (list.at[i].forwarded &&
          (m->actors.at[callee].needs & bit(list.at[i].at)))
        needs |= bit(param_at(f, list.at[i].key));
  }
  for (size_t i = 0; i < node->n_children; i++)
    needs |= needs_of(m, node->children[i]);
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
      const lcm_node *body = m->functions.at[m->at].body;
      const uint64_t needs = body ? needs_of(m, body) : 0;
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
  return key;
}

/* Return the key of the function that the call "node" goes to, given what it
 * passes. */
static const char *callee_of(struct making *m, const lcm_node *node) {
  const struct actor *self = &m->actors.at[m->at];
  const lcm_function *f = &m->functions.at[m->at];
  const char *key = node->u.call.callee;
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
    const struct lcm_passed *passed = &list.at[i];
    const size_t own =
        passed->forwarded ? param_at(f, passed->key) : MOST_PARAMS;
    if (!(m->actors.at[callee].needs & bit(passed->at)))
      continue;
    if (!passed->forwarded)
      bound[passed->at] = passed->key;
    else if (self->bound && own < MOST_PARAMS)
      bound[passed->at] = self->bound[own];
    any = any || bound[passed->at];
  }
  return any ? make(m, callee, bound) : key;
}

/* Note that the call through a parameter at "loc" is "left" as it is, or
 * not. */
static void note(struct making *m, lcm_loc loc, bool left) {
  const struct resolved one = {loc, left};
  for (size_t i = 0; i < m->resolved.n; i++) {
    struct resolved *known = &m->resolved.at[i];
    if (known->loc.file != loc.file || known->loc.begin != loc.begin)
      continue;
    known->left = known->left || left;
    return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(m->ctx), &m->resolved, one);
}

static const lcm_node *rewrite(struct making *m, const lcm_node *node);

/* Return a copy of "node" with its children rewritten; "node" itself where they
 * stay as they are. */
static const lcm_node *with_children(struct making *m, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  const lcm_node **children = NULL;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = rewrite(m, node->children[i]);
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

/* Return "call", which goes through a parameter, going to "key". */
static const lcm_node *resolve(struct making *m, const lcm_node *opaque,
                               const char *key) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  lcm_node *series = LCM_NEW(arena, lcm_node);
  lcm_node *call = LCM_NEW(arena, lcm_node);
  const lcm_node **children = LCM_NEW(arena, const lcm_node *);
  *series = *opaque;
  *call = *opaque->children[0];
  call->u.call.callee = key;
  call->u.call.callee = callee_of(m, call);
  memset(&series->u, 0, sizeof series->u);
  series->kind = LCM_NODE_SERIES;
  series->children = children;
  *children = call;
  return series;
}

/* Return "node" as it is in the function that is rewritten: calls go to what is
 * passed. */
static const lcm_node *rewrite(struct making *m, const lcm_node *node) {
  const struct actor *self = &m->actors.at[m->at];
  const lcm_node *call = through(node);
  if (call) {
    const size_t i = callee_at(m, &m->functions.at[m->at], call);
    const char *key = i < MOST_PARAMS && self->bound ? self->bound[i] : NULL;
    if (self->bound)
      note(m, node->loc, !key);
    return key ? resolve(m, node, key) : node;
  }
  const lcm_node *out = with_children(m, node);
  if (node->kind != LCM_NODE_CALL)
    return out;
  const char *callee = callee_of(m, node);
  if (callee == node->u.call.callee)
    return out;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(m->ctx), lcm_node);
  *copy = *out;
  copy->u.call.callee = callee;
  return copy;
}

/* ---- what is left -------------------------------------------------------- */

/* Let what "node" calls be live; return whether that is news. */
static bool enliven(struct making *m, const lcm_node *node) {
  size_t callee = 0;
  bool news = false;
  if (node->kind == LCM_NODE_CALL &&
      lcm_map_get(&m->index, node->u.call.callee, &callee) &&
      !m->actors.at[callee].live)
    news = m->actors.at[callee].live = true;
  for (size_t i = 0; i < node->n_children; i++)
    news = enliven(m, node->children[i]) || news;
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
      if (m->actors.at[i].live && m->functions.at[i].body)
        changed = enliven(m, m->functions.at[i].body) || changed;
  }
}

/* Note the calls through parameters in and below "node", which stay. */
static void note_left(struct making *m, const lcm_node *node) {
  if (through(node))
    note(m, node->loc, true);
  for (size_t i = 0; i < node->n_children; i++)
    note_left(m, node->children[i]);
}

/* Take back what was said of calls that are all resolved. */
static void withdraw(struct making *m) {
  for (size_t i = 0; i < m->functions.n; i++)
    if (m->actors.at[i].live && !m->actors.at[i].bound &&
        m->functions.at[i].body)
      note_left(m, m->functions.at[i].body);
  for (size_t i = 0; i < m->resolved.n; i++)
    if (!m->resolved.at[i].left)
      lcm_diag_withdraw(m->ctx, LCM_DIAG_OPAQUE, m->resolved.at[i].loc);
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

const lcm_program *
lcm_program_specialise(lcm_ctx *ctx, const lcm_program *program, bool all) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct making m = {.ctx = ctx};
  for (size_t i = 0; i < program->n_functions; i++) {
    const struct actor actor = {.source = program->functions[i].body};
    LCM_LIST_ADD(arena, &m.functions, program->functions[i]);
    LCM_LIST_ADD(arena, &m.actors, actor);
    lcm_map_put(arena, &m.index, program->functions[i].key, i);
  }
  if (!find_needs(&m))
    return program;
  for (m.at = 0; m.at < m.functions.n; m.at++) {
    const lcm_node *body = m.functions.at[m.at].body;
    body = body ? rewrite(&m, body) : NULL;
    m.functions.at[m.at].body = body;
  }
  find_live(&m);
  withdraw(&m);
  lcm_program *out = LCM_NEW(arena, lcm_program);
  *out = *program;
  put_functions(out, &m, all);
  return out;
}
