/* Recognises patterns by logical matrices. */
#include "model/pattern/pattern.h"

#include <stdlib.h>

const char *lcm_pattern_name(enum lcm_pattern_shape shape) {
  static const char *const NAMES[] = {
      [LCM_PATTERN_NONE] = NULL,
      [LCM_PATTERN_BROADCAST] = "broadcast",
      [LCM_PATTERN_GATHER] = "gather",
      [LCM_PATTERN_RING] = "ring",
      [LCM_PATTERN_SHIFT] = "shift",
      [LCM_PATTERN_PAIRS] = "exchange in pairs",
      [LCM_PATTERN_CHAIN] = "chain",
      [LCM_PATTERN_SEQUENCE] = "sequential chain",
      [LCM_PATTERN_NEIGHBOURS] = "to a neighbour",
      [LCM_PATTERN_DOWN] = "broadcast down a tree",
      [LCM_PATTERN_UP] = "reduction up a tree",
      [LCM_PATTERN_HEAP_DOWN] = "broadcast down a heap tree",
      [LCM_PATTERN_HEAP_UP] = "reduction up a heap tree",
      [LCM_PATTERN_BINOMIAL_DOWN] = "broadcast down a binomial tree",
      [LCM_PATTERN_BINOMIAL_UP] = "reduction up a binomial tree",
      [LCM_PATTERN_BUTTERFLY] = "butterfly",
      [LCM_PATTERN_ALL_TO_ALL] = "all-to-all"};
  return NAMES[shape];
}

/* A matrix, counted. */
struct counted {
  lcm_arena *arena;
  const struct lcm_logical_matrix *m;
  size_t p;
  size_t n;
  const size_t *out; /* how many each rank sends and receives */
  const size_t *in;
  size_t senders; /* ranks that send one, that receive one */
  size_t receivers;
};

/* Return whether the messages of "c" go up ("up"), or down, the tree in which
 * the children of rank r are 2 r + 1 and 2 r + 2. */
static bool is_heap(const struct counted *c, bool up) {
  for (size_t i = 0; i < c->n; i++) {
    const struct lcm_logical_event *event = &c->m->events.at[i];
    const size_t child = up ? event->from : event->to;
    if (!child || (child - 1) / 2 != (up ? event->to : event->from))
      return false;
  }
  return c->p > 3 && c->n == c->p - 1;
}

/* Return the rank that neither sends, where "up", or receives. */
static size_t root_of(const struct counted *c, bool up) {
  size_t r = 0;
  while (r + 1 < c->p && (up ? c->out : c->in)[r])
    r++;
  return r;
}

/* Return whether all ranks of "c", of which each but one sends ("up") or
 * receives one message, are above or below one another: none go in a circle. */
static bool is_connected(const struct counted *c, bool up) {
  size_t *above = calloc(2 * c->p + 1, sizeof *above);
  size_t *met = above ? above + c->p : NULL;
  bool tree = above != NULL;
  for (size_t i = 0; tree && i < c->n; i++) {
    const struct lcm_logical_event *event = &c->m->events.at[i];
    above[up ? event->from : event->to] = 1 + (up ? event->to : event->from);
  }
  for (size_t r = 0; tree && r < c->p; r++) {
    size_t at = r;
    for (; above[at] && !met[at]; at = above[at] - 1)
      met[at] = r + 1;
    tree = !above[at] || met[at] != r + 1;
  }
  free(above);
  return tree;
}

/* Return whether the messages of "c", which are a tree, go along a binomial
 * one: counted from the root, the parent of a rank has the same number without
 * its lowest bit, or without its highest.  Up to four ranks others do, too. */
static bool is_binomial(const struct counted *c, bool up) {
  const size_t root = root_of(c, up);
  bool low = true;
  bool high = true;
  for (size_t i = 0; i < c->n; i++) {
    const struct lcm_logical_event *event = &c->m->events.at[i];
    const size_t from = (event->from + c->p - root) % c->p;
    const size_t to = (event->to + c->p - root) % c->p;
    const size_t child = up ? from : to;
    const size_t parent = up ? to : from;
    size_t top = child;
    while (top & (top - 1))
      top &= top - 1;
    low = low && parent == (child & (child - 1));
    high = high && parent == child - top;
  }
  return c->p > 4 && (low || high);
}

/* Return whether in "c" each rank sends to those whose numbers differ from its
 * own in one bit. */
static bool is_butterfly(const struct counted *c) {
  size_t bits = 0;
  while (((size_t)1 << bits) < c->p)
    bits++;
  for (size_t i = 0; i < c->n; i++) {
    const size_t differs = c->m->events.at[i].from ^ c->m->events.at[i].to;
    if (differs & (differs - 1))
      return false;
  }
  return c->p > 3 && ((size_t)1 << bits) == c->p && c->n == c->p * bits;
}

/* Return the shape of "c" where each rank sends and receives at most one
 * message. */
static enum lcm_pattern_shape shape_of_line(const struct counted *c) {
  const long around = lcm_matrix_distance(c->m, true);
  const long straight = lcm_matrix_distance(c->m, false);
  if (straight && c->n == c->p - 1 && c->n > 1 &&
      lcm_matrix_deepest(c->m) + 1 == c->n)
    return LCM_PATTERN_CHAIN;
  if (lcm_matrix_is_sequential(c->m))
    return LCM_PATTERN_SEQUENCE;
  if (c->n == c->p && lcm_matrix_is_mutual(c->arena, c->m))
    return LCM_PATTERN_PAIRS;
  if (c->n == c->p && around)
    return around == 1 || around + 1 == (long)c->p ? LCM_PATTERN_RING
                                                   : LCM_PATTERN_SHIFT;
  return straight && 2 * c->n >= c->p ? LCM_PATTERN_NEIGHBOURS
                                      : LCM_PATTERN_NONE;
}

/* Return the shape of "c", which has a message less than ranks. */
static enum lcm_pattern_shape shape_of_tree(const struct counted *c,
                                            bool heaps) {
  const bool down = c->receivers == c->n;
  if (heaps && (is_heap(c, true) || is_heap(c, false)))
    return is_heap(c, true) ? LCM_PATTERN_HEAP_UP : LCM_PATTERN_HEAP_DOWN;
  if (lcm_matrix_is_reduction(c->m) && is_connected(c, true))
    return is_binomial(c, true) ? LCM_PATTERN_BINOMIAL_UP : LCM_PATTERN_UP;
  if (down && lcm_matrix_deepest(c->m) && is_connected(c, false))
    return is_binomial(c, false) ? LCM_PATTERN_BINOMIAL_DOWN : LCM_PATTERN_DOWN;
  return LCM_PATTERN_NONE;
}

/* Return the shape of "c". */
static enum lcm_pattern_shape shape_of(const struct counted *c, bool heaps) {
  const size_t p = c->p;
  const size_t n = c->n;
  if (p > 2 && n == p * (p - 1))
    return LCM_PATTERN_ALL_TO_ALL;
  if (n == p - 1 && lcm_matrix_is_bottleneck(c->m))
    return LCM_PATTERN_GATHER;
  if (n == p - 1 && c->out[c->m->events.at[0].from] == n && c->receivers == n)
    return LCM_PATTERN_BROADCAST;
  if (n && c->senders == n && c->receivers == n)
    return shape_of_line(c);
  if (is_butterfly(c))
    return LCM_PATTERN_BUTTERFLY;
  return n == p - 1 ? shape_of_tree(c, heaps) : LCM_PATTERN_NONE;
}

enum lcm_pattern_shape lcm_pattern_shape_of(lcm_arena *arena,
                                            const struct lcm_logical_matrix *m,
                                            bool heaps) {
  struct counted c = {.arena = arena, .m = m, .p = m->p, .n = m->events.n};
  size_t *out = NULL;
  size_t *in = NULL;
  if (!c.n || c.p < 2 || !lcm_matrix_count(&out, &in, m))
    return LCM_PATTERN_NONE;
  c.out = out;
  c.in = in;
  for (size_t r = 0; r < c.p; r++) {
    c.senders += out[r] == 1;
    c.receivers += in[r] == 1;
  }
  const enum lcm_pattern_shape shape = shape_of(&c, heaps);
  free(out);
  return shape;
}
