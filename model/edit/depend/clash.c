/* Two accesses that touch the same in two iterations, by trying values. */
#include "model/edit/depend/clash.h"

#include <math.h>

#include "model/edit/core/nodes.h"
#include "model/sections/sections.h"

/* What a name stands for whose value is not known; how many values of an index
 * are tried, how many parts of a section, its steps, and names. */
enum {
  ANY = 6,
  MOST_VALUES = 4,
  MOST_PARTS = 64,
  MOST_STEPS = 4,
  MOST_NAMES = 32
};

/* A part of a section: from "low" to "high" in each of its steps. */
struct part {
  double low[MOST_STEPS];
  double high[MOST_STEPS];
};

/* The parts of an access in one iteration that were tried. */
struct parts {
  lcm_ctx *ctx;
  const struct lcm_edit_access *access;
  lcm_binding env[MOST_NAMES];
  size_t n_env;
  struct part at[MOST_PARTS];
  size_t n;
  bool open; /* something has no value */
};

/* Return the value of "e" where "parts" is; NaN for none. */
static double value_of(struct parts *parts, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, parts->ctx, e) : 0;
  double value = NAN;
  for (size_t i = 0; i < n; i++) {
    size_t k = 0;
    while (k < parts->n_env && parts->env[k].name != names[i])
      k++;
    if (k == MOST_NAMES)
      return NAN;
    if (k == parts->n_env)
      parts->env[parts->n_env++] = (lcm_binding){names[i], ANY};
  }
  return e && !lcm_expr_eval(&value, e, parts->env, parts->n_env) ? value : NAN;
}

/* Put the part that "parts" is at among the others. */
static void add_part(struct parts *parts) {
  const lcm_section *section = parts->access->section;
  struct part *part = &parts->at[parts->n];
  for (size_t i = 0; i < section->n_extents; i++) {
    const struct lcm_extent *extent = &section->extents[i];
    part->low[i] = extent->field ? 0 : value_of(parts, extent->lower);
    part->high[i] =
        extent->field ? 0 : part->low[i] + value_of(parts, extent->length) - 1;
    if (isnan(part->low[i]) || isnan(part->high[i]))
      parts->open = true;
  }
  parts->n++;
}

/* Return range number "i" of the "access": those of the loops around it, then
 * those that its section runs over; NULL: there are no more. */
static const lcm_iteration *range_of(const struct lcm_edit_access *access,
                                     size_t i) {
  if (i < access->n_ranges)
    return &access->ranges[i];
  i -= access->n_ranges;
  return i < access->section->n_over ? &access->section->over[i] : NULL;
}

/* Put the first values of "range", where "parts" is, and the last one into
 * "values"; return how many there are. */
static size_t some_values(double values[MOST_VALUES], struct parts *parts,
                          const lcm_iteration *range) {
  const double to = value_of(parts, range->to);
  const double step = range->step ? value_of(parts, range->step) : 1;
  const double factor = range->factor ? value_of(parts, range->factor) : 1;
  double value = value_of(parts, range->from);
  size_t n = 0;
  if (isnan(to) || isnan(step) || isnan(factor) || isnan(value)) {
    parts->open = true;
    return 0;
  }
  const bool down = range->factor ? factor < 1 : step < 0;
  while (n + 1 < MOST_VALUES && (down ? value >= to : value <= to)) {
    values[n++] = value;
    value = range->factor ? value * factor : value + step;
  }
  if ((down ? value >= to : value <= to) && !range->factor && step != 0)
    value += floor((to - value) / step) * step;
  if (down ? value >= to : value <= to)
    values[n++] = value;
  return n;
}

/* Try the values of the ranges of "parts" from number "i" on. */
static void try_ranges(struct parts *parts, size_t i) {
  const lcm_iteration *range = range_of(parts->access, i);
  double values[MOST_VALUES];
  if (parts->open || parts->n == MOST_PARTS)
    return;
  if (!range) {
    add_part(parts);
    return;
  }
  const size_t n = some_values(values, parts, range);
  const size_t own = parts->n_env;
  if (own == MOST_NAMES) {
    parts->open = true;
    return;
  }
  for (size_t k = 0; k < n; k++) {
    parts->n_env = own;
    parts->env[parts->n_env++] = (lcm_binding){range->index, values[k]};
    try_ranges(parts, i + 1);
  }
  parts->n_env = own;
}

/* Put the parts of "access" where the index of "range" is "value" into
 * "*out". */
static void find_parts(struct parts *out, lcm_ctx *ctx,
                       const lcm_iteration *range, double value,
                       const struct lcm_edit_access *access) {
  out->ctx = ctx;
  out->access = access;
  out->n = out->n_env = 0;
  out->open = false;
  out->env[out->n_env++] = (lcm_binding){range->index, value};
  try_ranges(out, 0);
}

/* Return whether "a" and "b" have an element in common. */
static bool do_meet(const struct parts *a, const struct parts *b) {
  const size_t n = a->access->section->n_extents;
  for (size_t i = 0; i < a->n && !a->open && !b->open; i++)
    for (size_t k = 0; k < b->n; k++) {
      size_t d = 0;
      while (d < n && a->at[i].low[d] <= b->at[k].high[d] &&
             b->at[k].low[d] <= a->at[i].high[d])
        d++;
      if (d == n)
        return true;
    }
  return false;
}

/* Return whether the subscripts of "a" and "b" can be compared: both say what
 * is touched, by the same steps. */
static bool are_alike(const lcm_section *a, const lcm_section *b) {
  if (a->key != b->key || a->n_extents != b->n_extents || !a->n_extents ||
      a->n_extents > MOST_STEPS || !a->exact || !b->exact)
    return false;
  for (size_t i = 0; i < a->n_extents; i++)
    if (a->extents[i].field != b->extents[i].field)
      return false;
  return true;
}

bool lcm_edit_clash(lcm_ctx *ctx, const lcm_iteration *range,
                    const struct lcm_edit_access *a,
                    const struct lcm_edit_access *b) {
  lcm_arena *stack = lcm_ctx_stack(ctx);
  const struct lcm_arena_mark mark = lcm_arena_mark(stack);
  struct parts *one = LCM_NEW(stack, struct parts);
  struct parts *other = LCM_NEW(stack, struct parts);
  double rounds[MOST_VALUES];
  bool found = false;
  if (!are_alike(a->section, b->section))
    return false;
  one->ctx = ctx;
  const size_t n = some_values(rounds, one, range);
  for (size_t i = 0; i < n && !found; i++)
    for (size_t k = 0; k < n && !found; k++) {
      if (i == k)
        continue;
      find_parts(one, ctx, range, rounds[i], a);
      find_parts(other, ctx, range, rounds[k], b);
      found = do_meet(one, other);
    }
  lcm_arena_release(stack, mark);
  return found;
}

/* A search for branches that ask for an index. */
struct asking {
  const char *index;
  bool found;
};

/* Note in "user" whether "node" is such a branch. */
static lcm_status see(const lcm_node *node, void *user) {
  struct asking *asking = user;
  const size_t n = node->kind == LCM_NODE_BRANCH ? node->n_children : 0;
  for (size_t i = 0; i < n && node->u.branch.conditions; i++)
    asking->found = asking->found ||
                    (node->u.branch.conditions[i] &&
                     lcm_expr_has(node->u.branch.conditions[i], asking->index));
  return LCM_OK;
}

bool lcm_edit_asks_index(const lcm_node *loop) {
  struct asking asking = {loop->u.loop.ranges[0].index, false};
  lcm_edit_foreach(loop, see, &asking);
  return asking.found;
}
