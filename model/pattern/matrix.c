/* Logical matrices: counted, compared, and three patterns that are defined by
 * them alone. */
#include "model/pattern/matrix.h"

#include <stdlib.h>

/* A message, and which of all it is. */
struct placed {
  struct lcm_logical_event event;
  size_t number;
};

/* Compare two events for qsort: between which ranks. */
static int compare_ranks(const void *a, const void *b) {
  const struct lcm_logical_event *x = a;
  const struct lcm_logical_event *y = b;
  return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
                            : (x->to > y->to) - (x->to < y->to);
}

/* The same, and then their numbers. */
static int compare_placed(const void *a, const void *b) {
  const struct placed *x = a;
  const struct placed *y = b;
  const int order = compare_ranks(&x->event, &y->event);
  return order ? order : (x->number > y->number) - (x->number < y->number);
}

/* Compare two messages for qsort by their numbers. */
static int compare_numbers(const void *a, const void *b) {
  const struct placed *x = a;
  const struct placed *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

struct lcm_logical_matrix lcm_matrix_once(lcm_arena *arena,
                                          const struct lcm_logical_matrix *m,
                                          bool *even) {
  const size_t n = m->events.n;
  struct placed *all = LCM_NEW_ARRAY(arena, struct placed, n + 1);
  struct lcm_logical_matrix once = {.p = m->p};
  size_t kept = 0;
  size_t total = 0;
  size_t common = 0;
  for (size_t i = 0; i < n; i++)
    if (m->events.at[i].from != m->events.at[i].to)
      all[total++] = (struct placed){m->events.at[i], i};
  qsort(all, total, sizeof *all, compare_placed);
  *even = true;
  for (size_t i = 0, to = 0; i < total; i = to) {
    while (to < total && !compare_ranks(&all[i].event, &all[to].event))
      to++;
    common = common ? common : to - i;
    *even = *even && to - i == common;
    all[kept++] = all[i];
  }
  qsort(all, kept, sizeof *all, compare_numbers);
  for (size_t i = 0; i < kept; i++)
    LCM_LIST_ADD(arena, &once.events, all[i].event);
  return once;
}

long lcm_matrix_distance(const struct lcm_logical_matrix *m, bool around) {
  const long p = (long)m->p;
  long common = 0;
  for (size_t i = 0; i < m->events.n; i++) {
    const struct lcm_logical_event *event = &m->events.at[i];
    long d = (long)event->to - (long)event->from;
    d = around ? (d % p + p) % p : d;
    if (i && d != common)
      return 0;
    common = d;
  }
  return common;
}

bool lcm_matrix_is_mutual(lcm_arena *arena,
                          const struct lcm_logical_matrix *m) {
  const size_t n = m->events.n;
  struct lcm_logical_event *there =
      LCM_NEW_ARRAY(arena, struct lcm_logical_event, n + 1);
  struct lcm_logical_event *back =
      LCM_NEW_ARRAY(arena, struct lcm_logical_event, n + 1);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_logical_event *event = &m->events.at[i];
    there[i] = (struct lcm_logical_event){event->from, event->to, 0, 0};
    back[i] = (struct lcm_logical_event){event->to, event->from, 0, 0};
  }
  qsort(there, n, sizeof *there, compare_ranks);
  qsort(back, n, sizeof *back, compare_ranks);
  for (size_t i = 0; i < n; i++)
    if (compare_ranks(&there[i], &back[i]) != 0)
      return false;
  return true;
}

bool lcm_matrix_goes_around(const struct lcm_logical_matrix *m) {
  for (size_t i = 0; i < m->events.n; i++)
    if (!m->events.at[i].depth && m->events.at[i].from)
      return false;
  return lcm_matrix_distance(m, true) == 1;
}

size_t lcm_matrix_deepest(const struct lcm_logical_matrix *m) {
  size_t most = 0;
  for (size_t i = 0; i < m->events.n; i++)
    most = m->events.at[i].depth > most ? m->events.at[i].depth : most;
  return most;
}

bool lcm_matrix_count(size_t **out, size_t **in,
                      const struct lcm_logical_matrix *m) {
  *out = calloc(2 * m->p + 2, sizeof **out);
  if (!*out)
    return false;
  *in = *out + m->p + 1;
  for (size_t i = 0; i < m->events.n; i++) {
    (*out)[m->events.at[i].from]++;
    (*in)[m->events.at[i].to]++;
  }
  return true;
}

bool lcm_matrix_is_reduction(const struct lcm_logical_matrix *m) {
  const size_t deepest = lcm_matrix_deepest(m);
  size_t *out = NULL;
  size_t *in = NULL;
  size_t roots = 0;
  bool tree = m->events.n && lcm_matrix_count(&out, &in, m);
  for (size_t r = 0; tree && r < m->p; r++) {
    tree = out[r] <= 1;
    roots += !out[r];
  }
  for (size_t i = 0; tree && i < m->events.n; i++)
    tree = m->events.at[i].depth != deepest || !out[m->events.at[i].to];
  free(out);
  return tree && roots == 1;
}

bool lcm_matrix_is_sequential(const struct lcm_logical_matrix *m) {
  if (m->events.n != m->p || lcm_matrix_deepest(m) + 1 != m->p)
    return false;
  bool *seen = calloc(2 * m->p + 1, sizeof *seen);
  bool once = seen && m->p > 1;
  for (size_t i = 0; once && i < m->events.n; i++) {
    bool *to = &seen[m->events.at[i].to];
    bool *depth = &seen[m->p + m->events.at[i].depth];
    once = !*to && !*depth;
    *to = *depth = true;
  }
  free(seen);
  return once;
}

bool lcm_matrix_is_bottleneck(const struct lcm_logical_matrix *m) {
  size_t *out = NULL;
  size_t *in = NULL;
  if (!m->events.n || lcm_matrix_deepest(m) || !lcm_matrix_count(&out, &in, m))
    return false;
  const size_t root = m->events.at[0].to;
  bool all = in[root] == m->events.n;
  for (size_t r = 0; all && r < m->p; r++)
    all = r == root || out[r];
  free(out);
  return all;
}
