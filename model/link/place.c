/* Places of nodes, "FILE:FUNCTION/KIND#N". */
#include "model/link/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "model/link/holdings.h"

static const char KEEP[] = "place";

/* ---- numbers ------------------------------------------------------------- */

/* Return whether "node" is a call through a pointer, or what stands for one. */
static bool is_through(const lcm_node *node) {
  const char *as = lcm_node_attribute(node, KEEP);
  return lcm_call_through(node) || (as && !strcmp(as, LCM_PLACE_THROUGH));
}

/* Return whether joining made "node" of nothing. */
static bool is_made(const lcm_node *node) {
  const char *as = lcm_node_attribute(node, KEEP);
  return as && !strcmp(as, LCM_PLACE_NONE);
}

/* Return whether "node" stands for something that is counted as a call. */
static bool is_call(const lcm_node *node) {
  const char *as = lcm_node_attribute(node, KEEP);
  return is_through(node) || (as && !strcmp(as, LCM_PLACE_CALL));
}

lcm_node_kind lcm_place_kind(const lcm_node *node, const lcm_node *parent) {
  return (parent && is_through(parent)) || is_call(node) ? LCM_NODE_CALL
                                                         : node->kind;
}

struct lcm_ordinal lcm_ordinal_next(struct lcm_ordinals *counted,
                                    const lcm_node *node,
                                    const lcm_node *parent) {
  struct lcm_ordinal out = {.kind = lcm_place_kind(node, parent)};
  out.inside = parent && is_through(parent);
  if (is_made(node))
    return out;
  if (!out.inside && (is_through(node) || node->kind == LCM_NODE_OPAQUE))
    out.opaque = ++counted->n[LCM_NODE_OPAQUE];
  if (out.kind == LCM_NODE_OPAQUE)
    out.number = out.opaque;
  else
    out.number = out.inside ? counted->n[out.kind] : ++counted->n[out.kind];
  return out;
}

bool lcm_ordinal_is(const struct lcm_ordinal *ordinal, const char *word,
                    size_t len, unsigned number) {
  const char *own = lcm_node_word(ordinal->kind);
  const char *opaque = lcm_node_word(LCM_NODE_OPAQUE);
  if (!number)
    return false;
  if (strlen(own) == len && !memcmp(word, own, len) &&
      number == ordinal->number)
    return true;
  return strlen(opaque) == len && !memcmp(word, opaque, len) &&
         number == ordinal->opaque;
}

void lcm_place_keep(lcm_ctx *ctx, lcm_node *node, const char *as) {
  lcm_node_say(ctx, node, KEEP, as);
}

/* A walk in preorder over the nodes of a function: until "wanted" is met, or
 * the one with the number "number" among those called "word" ("len" bytes). */
struct walk {
  const lcm_node *wanted;
  const char *word;
  size_t len;
  unsigned number;
  struct lcm_ordinals counted;
  struct lcm_ordinal at; /* the ordinal of the last */
};

/* Return the node at or below "node", a child of "parent", at which "w" ends,
 * NULL where it goes on. */
static const lcm_node *walk(struct walk *w, const lcm_node *node,
                            const lcm_node *parent) {
  const struct lcm_ordinal at = lcm_ordinal_next(&w->counted, node, parent);
  w->at = at;
  if (w->wanted ? node == w->wanted
                : lcm_ordinal_is(&at, w->word, w->len, w->number))
    return node;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *found = walk(w, node->children[i], node);
    if (found)
      return found;
  }
  return NULL;
}

/* ---- places -------------------------------------------------------------- */

/* Return how many bytes the name of "function" has in places: what was made of
 * a function for those who call it goes by the name of that. */
static size_t name_length(const lcm_function *function) {
  return strcspn(function->name, "[");
}

const char *lcm_place_key(lcm_ctx *ctx, const lcm_function *function,
                          const struct lcm_ordinal *ordinal) {
  const int n = (int)name_length(function);
  if (!ordinal->number)
    return lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s", n, function->name);
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s/%s#%u", n, function->name,
                          lcm_node_word(ordinal->kind), ordinal->number);
}

const char *lcm_place_of(lcm_ctx *ctx, const lcm_function *function,
                         const lcm_node *node) {
  struct walk w = {.wanted = node};
  (void)(function->body && walk(&w, function->body, NULL));
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%s",
                          function->loc.file ? function->loc.file : "?",
                          lcm_place_key(ctx, function, &w.at));
}

bool lcm_place_is_file(const char *file, const char *wanted, size_t len) {
  const size_t n = file ? strlen(file) : 0;
  if (!n || !len)
    return !len;
  return n >= len ? lcm_path_ends(file, n, wanted, len)
                  : lcm_path_ends(wanted, len, file, n);
}

bool lcm_place_is_line(const char *place, const char *file, unsigned line) {
  const char *colon = strrchr(place, ':');
  char *end = NULL;
  return colon && strtoul(colon + 1, &end, 10) == line && !*end &&
         lcm_place_is_file(file, place, (size_t)(colon - place));
}

/* The parts of a place; "kind" is NULL and "number" 0 of a function. */
struct parts {
  const char *file;
  size_t file_len;
  const char *function;
  size_t function_len;
  const char *kind;
  size_t kind_len;
  unsigned number;
};

/* Take "place" apart; "number" is 0 where it is a function. */
static struct parts take_apart(const char *place) {
  const char *colon = strrchr(place, ':');
  const char *from = colon ? colon + 1 : place;
  const char *slash = strchr(from, '/');
  const char *hash = slash ? strchr(slash, '#') : NULL;
  struct parts parts = {.file = place,
                        .file_len = colon ? (size_t)(colon - place) : 0,
                        .function = from,
                        .function_len =
                            hash ? (size_t)(slash - from) : strlen(from)};
  if (hash) {
    parts.kind = slash + 1;
    parts.kind_len = (size_t)(hash - slash - 1);
    parts.number = (unsigned)strtoul(hash + 1, NULL, 10);
  }
  return parts;
}

/* Return whether "f" is the function that "parts" mean. */
static bool is_function(const lcm_function *f, const struct parts *parts) {
  const bool whole = strlen(f->name) == parts->function_len;
  return f->body && (whole || name_length(f) == parts->function_len) &&
         !memcmp(f->name, parts->function, parts->function_len) &&
         lcm_place_is_file(f->loc.file, parts->file, parts->file_len);
}

const lcm_node *lcm_place_find(const lcm_function **function,
                               const lcm_program *program, const char *place) {
  const struct parts parts = take_apart(place);
  for (size_t i = 0; i < program->n_functions; i++) {
    const lcm_function *f = &program->functions[i];
    if (!is_function(f, &parts))
      continue;
    struct walk w = {
        .word = parts.kind, .len = parts.kind_len, .number = parts.number};
    const lcm_node *node = parts.number ? walk(&w, f->body, NULL) : f->body;
    *function = f;
    if (node)
      return node;
  }
  return NULL;
}

const lcm_node *lcm_place_in(const lcm_function *function, const char *key,
                             size_t len) {
  const char *slash = memchr(key, '/', len);
  const size_t name = slash ? (size_t)(slash - key) : len;
  const char *hash = slash ? memchr(slash, '#', len - name) : NULL;
  if (!hash || !function->body || name != name_length(function) ||
      memcmp(function->name, key, name) != 0)
    return NULL;
  struct walk w = {.word = slash + 1,
                   .len = (size_t)(hash - slash - 1),
                   .number = (unsigned)strtoul(hash + 1, NULL, 10)};
  return w.number ? walk(&w, function->body, NULL) : NULL;
}
