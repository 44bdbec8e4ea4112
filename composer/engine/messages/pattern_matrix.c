/* Logical matrices of messages: their depths, and which pattern they show. */
#include "composer/engine/messages/pattern_matrix.h"
#include "composer/engine/messages/pattern.h"

size_t *lcm_logical_depths(lcm_ctx *ctx, const struct lcm_traffic *traffic,
                           const struct lcm_passage *type) {
  const size_t n = traffic->all.n;
  size_t *depths = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), size_t, n + 1);
  for (size_t i = 0; i < n; i++) {
    const size_t cause = traffic->all.at[i].cause;
    if (!cause || cause > i)
      continue;
    const struct lcm_passage *before = &traffic->all.at[cause - 1];
    depths[i] =
        depths[cause - 1] + (!type || (before->send == type->send &&
                                       before->receive == type->receive));
  }
  return depths;
}

/* Return who made the first of the messages that led to message "i" of
 * "traffic". */
static size_t origin_of(const struct lcm_traffic *traffic, size_t i) {
  while (traffic->all.at[i].cause && traffic->all.at[i].cause <= i)
    i = traffic->all.at[i].cause - 1;
  return traffic->all.at[i].from;
}

struct lcm_logical_matrix lcm_logical_matrix(lcm_ctx *ctx,
                                             const struct lcm_traffic *traffic,
                                             const struct lcm_passage *type) {
  struct lcm_logical_matrix m = {.p = traffic->n};
  const size_t *depths = lcm_logical_depths(ctx, traffic, type);
  for (size_t i = 0; i < traffic->all.n; i++) {
    const struct lcm_passage *passage = &traffic->all.at[i];
    if (passage->send != type->send || passage->receive != type->receive)
      continue;
    const struct lcm_logical_event event = {passage->from, passage->to,
                                            depths[i], origin_of(traffic, i)};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &m.events, event);
  }
  return m;
}

size_t lcm_matrix_deepest(const struct lcm_logical_matrix *m) {
  size_t most = 0;
  for (size_t i = 0; i < m->events.n; i++)
    most = m->events.at[i].depth > most ? m->events.at[i].depth : most;
  return most;
}

/* Return how many events of "m" rank "rank" makes. */
static size_t made_by(const struct lcm_logical_matrix *m, size_t rank) {
  size_t n = 0;
  for (size_t i = 0; i < m->events.n; i++)
    n += m->events.at[i].from == rank;
  return n;
}

bool lcm_matrix_is_reduction(const struct lcm_logical_matrix *m) {
  const size_t deepest = lcm_matrix_deepest(m);
  size_t roots = 0;
  for (size_t r = 0; r < m->p; r++) {
    if (made_by(m, r) > 1)
      return false;
    roots += !made_by(m, r);
  }
  for (size_t i = 0; i < m->events.n; i++)
    if (m->events.at[i].depth == deepest && made_by(m, m->events.at[i].to))
      return false;
  return m->events.n && roots == 1;
}

bool lcm_matrix_is_sequential(const struct lcm_logical_matrix *m) {
  if (m->events.n != m->p || lcm_matrix_deepest(m) + 1 != m->p)
    return false;
  for (size_t i = 0; i < m->events.n; i++)
    for (size_t k = 0; k < i; k++)
      if (m->events.at[i].to == m->events.at[k].to ||
          m->events.at[i].depth == m->events.at[k].depth)
        return false;
  return m->p > 1;
}

bool lcm_matrix_is_bottleneck(const struct lcm_logical_matrix *m) {
  if (!m->events.n || lcm_matrix_deepest(m))
    return false;
  const size_t root = m->events.at[0].to;
  for (size_t i = 0; i < m->events.n; i++)
    if (m->events.at[i].to != root)
      return false;
  for (size_t r = 0; r < m->p; r++)
    if (r != root && !made_by(m, r))
      return false;
  return true;
}
