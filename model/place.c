#include "model/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A walk in preorder over nodes of the kind whose word is "word" ("len" bytes):
 * until "wanted" is met, or "left" of them were.
 * n  how many were met */
struct walk {
  const char *word;
  size_t len;
  const lcm_node *wanted;
  unsigned left;
  unsigned n;
};

/* Return the node below "node" at which "w" ends, NULL where it goes on. */
static const lcm_node *walk(struct walk *w, const lcm_node *node) {
  const char *word = lcm_node_word(node->kind);
  if (strlen(word) == w->len && !memcmp(word, w->word, w->len)) {
    w->n++;
    if (node == w->wanted || w->n == w->left)
      return node;
  }
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *found = walk(w, node->children[i]);
    if (found)
      return found;
  }
  return NULL;
}

const char *lcm_place_of(lcm_ctx *ctx, const lcm_function *function,
                         const lcm_node *node) {
  const char *word = lcm_node_word(node->kind);
  struct walk w = {.word = word, .len = strlen(word), .wanted = node};
  (void)(function->body && walk(&w, function->body));
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%s/%s#%u",
                          function->loc.file ? function->loc.file : "?",
                          function->name, word, w.n);
}

/* Return whether the path "file" is the "len" bytes at "wanted", or one of them
 * ends in the other. */
static bool is_file(const char *file, const char *wanted, size_t len) {
  const size_t n = file ? strlen(file) : 0;
  const size_t both = n < len ? n : len;
  if (!n || !len || memcmp(file + n - both, wanted + len - both, both) != 0)
    return !len;
  return n == len || (n > len ? file[n - len - 1] : wanted[len - n - 1]) == '/';
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

const lcm_node *lcm_place_find(const lcm_function **function,
                               const lcm_program *program, const char *place) {
  const struct parts parts = take_apart(place);
  for (size_t i = 0; i < program->n_functions; i++) {
    const lcm_function *f = &program->functions[i];
    if (!f->body || strlen(f->name) != parts.function_len ||
        memcmp(f->name, parts.function, parts.function_len) != 0 ||
        !is_file(f->loc.file, parts.file, parts.file_len))
      continue;
    struct walk w = {
        .word = parts.kind, .len = parts.kind_len, .left = parts.number};
    const lcm_node *node = parts.number ? walk(&w, f->body) : f->body;
    *function = f;
    if (node)
      return node;
  }
  return NULL;
}
