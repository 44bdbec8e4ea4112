/* Which nodes of two revisions of a function are the same: of all ways to pair
 * them in order the one whose pairs have most in common. */
#include "study/diff/match.h"

#include <string.h>

/* What two nodes of one kind have in common; from SURE on they are the same
 * wherever they are. */
enum { KIND = 1, TEXT = 2, LABEL = 4, NAME = 8, SURE = TEXT + LABEL };

/* Longer functions than with so many pairs are matched from the top down. */
static const size_t MOST_PAIRS = (size_t)1 << 22;

/* Nodes to be matched. */
struct matching {
  const lcm_node *const *old;
  const lcm_node *const *new;
  size_t n_old;
  size_t n_new;
};

/* Return whether "a" and "b" are both texts, and the same. */
static bool same(const char *a, const char *b) {
  return a && b && !strcmp(a, b);
}

/* Return whether "a" may have become "b": a loop may become parallel, but a
 * call is one of the same function. */
static bool may_be(const lcm_node *a, const lcm_node *b) {
  if (lcm_node_is_loop(a->kind) && lcm_node_is_loop(b->kind))
    return true;
  return a->kind == b->kind &&
         (a->kind != LCM_NODE_CALL || same(a->label, b->label) ||
          same(a->u.call.callee, b->u.call.callee));
}

/* Return how much "a" and "b" have in common; 0: they are not the same. */
static unsigned common(const lcm_node *a, const lcm_node *b) {
  if (!may_be(a, b) || (a->name && b->name && !same(a->name, b->name)))
    return 0;
  return KIND + (a->fingerprint && a->fingerprint == b->fingerprint) * TEXT +
         (!a->label == !b->label && (!a->label || same(a->label, b->label))) *
             LABEL +
         same(a->name, b->name) * NAME;
}

/* Pair what is "m" greedily, which begins at number "first" of both. */
static void pair_in_order(size_t *partners, const struct matching *m,
                          size_t first) {
  size_t next = 0;
  for (size_t i = 0; i < m->n_old; i++)
    for (size_t j = next; j < m->n_new; j++)
      if (common(m->old[i], m->new[j]) >= SURE) {
        partners[i] = first + j;
        next = j + 1;
        break;
      }
}

/* Pair what is "m" as well as possible, which begins at number "first" of
 * both. */
static void pair_best(size_t *partners, lcm_ctx *ctx, const struct matching *m,
                      size_t first) {
  const size_t width = m->n_new + 1;
  unsigned *best =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), unsigned, (m->n_old + 1) * width);
  for (size_t i = m->n_old; i-- > 0;)
    for (size_t j = m->n_new; j-- > 0;) {
      const unsigned both = common(m->old[i], m->new[j]);
      const unsigned down = best[(i + 1) * width + j];
      const unsigned right = best[i * width + j + 1];
      const unsigned paired = both ? both + best[(i + 1) * width + j + 1] : 0;
      const unsigned other = down > right ? down : right;
      best[i * width + j] = paired > other ? paired : other;
    }
  for (size_t i = 0, j = 0; i < m->n_old && j < m->n_new;) {
    const unsigned both = common(m->old[i], m->new[j]);
    const unsigned here = best[i * width + j];
    if (both && here == both + best[(i + 1) * width + j + 1])
      partners[i++] = first + j++;
    else if (here == best[(i + 1) * width + j])
      i++;
    else
      j++;
  }
}

void lcm_nodes_match(size_t *partners, lcm_ctx *ctx, const lcm_node *const *old,
                     size_t n_old, const lcm_node *const *new, size_t n_new) {
  size_t first = 0;
  for (size_t i = 0; i < n_old; i++)
    partners[i] = n_new;
  while (first < n_old && first < n_new &&
         common(old[first], new[first]) >= SURE) {
    partners[first] = first;
    first++;
  }
  while (n_old > first && n_new > first &&
         common(old[n_old - 1], new[n_new - 1]) >= SURE)
    partners[--n_old] = --n_new;
  const struct matching rest = {old + first, new + first, n_old - first,
                                n_new - first};
  if (!rest.n_old || !rest.n_new)
    return;
  if (rest.n_old > MOST_PAIRS / rest.n_new)
    pair_in_order(partners + first, &rest, first);
  else
    pair_best(partners + first, ctx, &rest, first);
}
