/* Fragments that make and combine private copies of arrays: their bytes. */
#include <string.h>

#include "analyzer/lower/control/node.h"
#include "analyzer/lower/openmp/clause.h"
#include "analyzer/lower/openmp/copies.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"

/* Bytes of a variable from which on moving them is no longer nothing: a few
 * cache lines. */
enum { LARGE = 1024 };

/* Clauses that move variables: how many times their bytes, before the construct
 * begins and when it ends.  A copy is read and written; a copy for a reduction
 * is set, and in the end read and added to what is read and written. */
static const struct moving {
  const char *clause;
  int before;
  int behind;
} MOVING[] = {{"firstprivate", 2, 0},
              {"copyin", 2, 0},
              {"reduction", 1, 3},
              {"copyprivate", 0, 2}};

/* Return the number of elements that the section "text", behind the name of the
 * variable, has in its first dimension: "[from:n]"; NULL where it says none. */
static const lcm_expr *length_of(struct lcm_lowering *l, const char *text) {
  const char *colon = *text == '[' ? strchr(text, ':') : NULL;
  const size_t n = colon ? strcspn(colon + 1, "]:") : 0;
  return n ? lcm_lower_clause(
                 l, lcm_arena_strndup(lcm_ctx_arena(l->ctx), colon + 1, n))
           : NULL;
}

/* Put the bytes of "item" of a list into "*bytes", NULL where nobody knows;
 * return whether they are worth being counted. */
static bool bytes_of(const lcm_expr **bytes, struct lcm_lowering *l,
                     const char *item) {
  const size_t n = strcspn(item, " [(");
  const char *rest = item + n + strspn(item + n, " ");
  const char *name = lcm_intern_n(l->ctx, item, n);
  const char *key = NULL;
  double number = 0;
  const struct lcm_local *local = lcm_lower_local(l, name);
  const long long *sizes =
      local ? local->sizes : lcm_lower_declared(&key, l, name);
  const lcm_expr *length = length_of(l, rest);
  if (!sizes || (*rest == '[' && (!length || !sizes[1])))
    return false;
  *bytes = lcm_expr_int(l->ctx, sizes[0]);
  if (*rest == '[')
    *bytes = lcm_expr_mul(l->ctx, length, lcm_expr_int(l->ctx, sizes[1]));
  return !lcm_expr_is_number(*bytes, &number) || number >= LARGE;
}

/* Return what clauses of "pragma" move before the construct begins, or when it
 * ends ("behind"), NULL for nothing; the names go to "label". */
static const lcm_expr *moved(struct lcm_lowering *l, const lcm_pragma *pragma,
                             bool behind, const char **label) {
  const lcm_expr *sum = NULL;
  for (size_t i = 0; i < pragma->n_clauses; i++)
    for (size_t k = 0; k < sizeof MOVING / sizeof *MOVING; k++) {
      const struct lcm_clause *clause = &pragma->clauses[i];
      const int times = behind ? MOVING[k].behind : MOVING[k].before;
      const lcm_expr *bytes = NULL;
      if (strcmp(clause->name, MOVING[k].clause) != 0 || !clause->args ||
          !times)
        continue;
      struct lcm_omp_list list = lcm_omp_list(l, clause->args);
      for (const char *item = lcm_omp_next(l, &list); item;
           item = lcm_omp_next(l, &list)) {
        if (!bytes_of(&bytes, l, item))
          continue;
        bytes = lcm_expr_mul(l->ctx, bytes, lcm_expr_int(l->ctx, times));
        sum = sum ? lcm_expr_add(l->ctx, sum, bytes) : bytes;
        *label = lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s(%s)", clause->name,
                                  item);
      }
    }
  return sum;
}

/* Return the fragment that moves what clauses of "c" say, NULL where that is
 * nothing. */
static const lcm_node *copying(struct lcm_omp *c, bool behind) {
  const char *label = NULL;
  const lcm_expr *bytes = moved(c->l, c->pragma, behind, &label);
  if (!bytes)
    return NULL;
  lcm_node *node = lcm_node_new(c->l->ctx, LCM_NODE_FRAGMENT, c->pragma->loc);
  node->label = label;
  node->flops = lcm_expr_int(c->l->ctx, 0);
  node->bytes = bytes;
  return node;
}

const lcm_node *lcm_omp_with_copies(struct lcm_omp *c, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  const lcm_node *before = copying(c, false);
  const lcm_node *behind = copying(c, true);
  if (!before && !behind)
    return node;
  lcm_node_list nodes = {0};
  if (before)
    LCM_LIST_ADD(arena, &nodes, before);
  LCM_LIST_ADD(arena, &nodes, node);
  if (behind)
    LCM_LIST_ADD(arena, &nodes, behind);
  lcm_node *series = lcm_node_new(c->l->ctx, LCM_NODE_SERIES, node->loc);
  series->children = nodes.at;
  series->n_children = nodes.n;
  return series;
}
