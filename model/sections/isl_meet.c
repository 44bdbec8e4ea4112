/* Whether two accesses meet in executions that are related to each other: for
 * all values of names, as soon as there are enough iterations; and an
 * example. */
#include "model/sections/isl_meet.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>
#include <string.h>

#include "model/sections/apart.h"
#include "model/sections/isl_sides.h"
#include "model/sections/split.h"

/* Operations after which isl gives up, and the most iterations that a loop may
 * have to have. */
enum { MOST_OPERATIONS = 30000, MOST_ITERATIONS = 65536 };

/* A comparison under way. */
struct meet {
  lcm_ctx *ctx;
  const struct lcm_pairing *pairing;
  struct lcm_side sides[2];
  size_t depth;
  struct lcm_sides_text text;
  lcm_buf body;  /* what holds of the variables */
  lcm_buf names; /* of the variables, without the subscripts */
  size_t n_vars[2];
  lcm_buf cut;    /* what holds of the parameter "cut"; empty: there is none */
  bool exact;     /* the text says all */
  isl_ctx *isl;   /* the context of the library */
  isl_set *meets; /* where they meet */
};

/* Append that the ranges of "relation" are equal or not. */
static void put_relation(lcm_buf *buf, const struct lcm_related *relation) {
  lcm_buf_puts(buf, relation->n ? " and (" : "");
  for (size_t i = 0; i < relation->n; i++) {
    const size_t k = relation->first + i;
    lcm_buf_printf(buf, "%sa%zu %s b%zu",
                   !i                ? ""
                   : relation->equal ? " and "
                                     : " or ",
                   k, relation->equal ? "=" : "!=", k);
  }
  lcm_buf_puts(buf, relation->n ? ")" : "");
}

/* Append that different threads have the iterations of both sides; false where
 * that cannot be said. */
static bool put_allotment(struct meet *m) {
  const struct lcm_allotment *allotment = m->pairing->allotment;
  const size_t k = allotment->range;
  const lcm_iteration *range = &m->sides[0].ranges[k];
  const lcm_iteration *other = &m->sides[1].ranges[k];
  lcm_buf from = {0};
  lcm_buf to = {0};
  const bool known = range->from == other->from && range->to == other->to &&
                     range->from && range->to &&
                     lcm_sides_put_plain(&from, &m->text, range->from) &&
                     lcm_sides_put_plain(&to, &m->text, range->to);
  if (known && allotment->chunk) {
    lcm_buf_printf(&m->body,
                   " and exists da, db : (da = floor((a%zu - (%s))/%lld) and "
                   "db = floor((b%zu - (%s))/%lld) and ",
                   k, from.text, allotment->chunk, k, from.text,
                   allotment->chunk);
    if (allotment->threads)
      lcm_buf_printf(&m->body, "(da - db) mod %lld != 0)", allotment->threads);
    else
      lcm_buf_puts(&m->body, "da != db)");
  } else if (known) {
    lcm_buf_printf(&m->body,
                   " and ((a%zu < cut and cut <= b%zu) or (b%zu < cut and "
                   "cut <= a%zu))",
                   k, k, k, k);
    lcm_buf_printf(&m->cut, " and (%s) < cut and cut <= (%s)", from.text,
                   to.text);
  }
  lcm_buf_free(&from);
  lcm_buf_free(&to);
  return known;
}

/* Append that the iteration of side "k" is as far behind the first one as
 * "behind" says; false where that cannot be said. */
static bool put_behind(struct meet *m, size_t k,
                       const struct lcm_behind *behind) {
  const lcm_expr *from = m->sides[k].ranges[behind->range].from;
  lcm_buf text = {0};
  const bool known = from && lcm_sides_put_plain(&text, &m->text, from);
  if (known)
    lcm_buf_printf(&m->body, " and %c%zu >= (%s) + %lld", k ? 'b' : 'a',
                   behind->range, text.text, behind->by);
  lcm_buf_free(&text);
  return known;
}

/* Return how many names "names" lists. */
static size_t count_names(const lcm_buf *names) {
  size_t n = names->len > 0;
  for (size_t i = 0; i < names->len; i++)
    n += names->text[i] == ',';
  return n;
}

/* Write what holds where both meet. */
static void write_body(struct meet *m) {
  lcm_buf_puts(&m->body, "1 = 1");
  m->text.when = m->pairing->when[0];
  m->exact = lcm_sides_put_open(&m->body, &m->names, &m->text, 'a',
                                &m->sides[0], m->depth);
  m->n_vars[0] = count_names(&m->names);
  m->text.when = m->pairing->when[1];
  m->exact = lcm_sides_put_open(&m->body, &m->names, &m->text, 'b',
                                &m->sides[1], m->depth) &&
             m->exact;
  m->n_vars[1] = count_names(&m->names) - m->n_vars[0];
  for (size_t d = 0; d < m->depth; d++)
    if (m->sides[0].section->extents[d].field)
      lcm_buf_printf(&m->body, " and d%zu = 0", d);
  for (size_t i = 0; i < m->pairing->n_relations; i++)
    put_relation(&m->body, &m->pairing->relations[i]);
  if (m->pairing->allotment)
    m->exact = put_allotment(m) && m->exact;
  for (size_t k = 0; k < 2; k++)
    if (m->pairing->behind[k].by)
      m->exact = put_behind(m, k, &m->pairing->behind[k]) && m->exact;
}

/* Return the parameters, "[x0, x1] -> ", in "buf". */
static void put_parameters(lcm_buf *buf, const struct meet *m) {
  lcm_buf_putc(buf, '[');
  for (size_t i = 0; i < m->text.atoms.n; i++)
    lcm_buf_printf(buf, "%sx%zu", i ? ", " : "", i);
  if (m->cut.len)
    lcm_buf_printf(buf, "%scut", m->text.atoms.n ? ", " : "");
  lcm_buf_puts(buf, "] -> ");
}

/* Append the set where both meet. */
static void put_set(lcm_buf *set, const struct meet *m) {
  put_parameters(set, m);
  lcm_buf_printf(set, "{ [%s", m->names.len ? m->names.text : "");
  for (size_t d = 0; d < m->depth; d++)
    lcm_buf_printf(set, "%sd%zu", m->names.len || d ? ", " : "", d);
  lcm_buf_printf(set, "] : %s }", m->body.text ? m->body.text : "");
}

/* Append the values of names with which loops that depend on them have at least
 * "least" iterations. */
static void put_large(lcm_buf *set, struct meet *m, long long least) {
  lcm_buf text = {0};
  lcm_sides_put_least(&text, &m->text, &m->sides[0], least);
  lcm_sides_put_least(&text, &m->text, &m->sides[1], least);
  put_parameters(set, m);
  lcm_buf_printf(set, "{ : 1 = 1%s%s }", text.text ? text.text : "",
                 m->cut.text ? m->cut.text : "");
  lcm_buf_free(&text);
}

/* Read the set where both meet. */
static void read_set(struct meet *m) {
  lcm_buf set = {0};
  put_set(&set, m);
  m->meets = set.text ? isl_set_read_from_str(m->isl, set.text) : NULL;
  lcm_buf_free(&set);
}

/* Read the values that put_large writes. */
static isl_set *large_enough(struct meet *m, long long least) {
  lcm_buf set = {0};
  put_large(&set, m, least);
  isl_set *found = set.text ? isl_set_read_from_str(m->isl, set.text) : NULL;
  lcm_buf_free(&set);
  return found;
}

/* For which values of names both meet, of those with which loops have enough
 * iterations: for all of them, not for all, or there are none. */
enum reach { REACH_ALL, REACH_PART, REACH_NONE };

/* Return for which values of names both meet with which loops have at least
 * "least" iterations. */
static enum reach find_reach(struct meet *m, long long least) {
  isl_set *large = large_enough(m, least);
  isl_set *where = isl_set_params(isl_set_copy(m->meets));
  enum reach reach = REACH_NONE;
  if (isl_set_is_empty(large) == isl_bool_false)
    reach = isl_set_is_subset(large, where) == isl_bool_true ? REACH_ALL
                                                             : REACH_PART;
  isl_set_free(large);
  isl_set_free(where);
  return reach;
}

/* Return the smallest number of iterations with which both meet for sure; 0:
 * there is none, as where most of them are not enough. */
static long long find_least(struct meet *m) {
  const long long most = m->text.atoms.n ? MOST_ITERATIONS : 1;
  long long high = 1;
  if (most > 1 && find_reach(m, most) == REACH_PART)
    return 0;
  isl_ctx_reset_operations(m->isl);
  while (high <= most && find_reach(m, high) != REACH_ALL)
    high *= 2;
  if (high > most)
    return 0;
  isl_ctx_reset_operations(m->isl);
  long long low = high / 2;
  while (low + 1 < high) {
    const long long middle = low + (high - low) / 2;
    if (find_reach(m, middle) == REACH_ALL)
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* Put the "n" coordinates of "point" from number "first" on into "*out"; false
 * where one is too large. */
static bool read_point(const long long **out, struct meet *m, isl_point *point,
                       size_t first, size_t n) {
  long long *values = LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), long long, n + 1);
  bool known = true;
  for (size_t i = 0; i < n; i++) {
    isl_val *value =
        isl_point_get_coordinate_val(point, isl_dim_set, (int)(first + i));
    known = known && value && isl_val_is_int(value) == isl_bool_true;
    values[i] = known ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
  }
  *out = values;
  return known;
}

/* Return the first point of "set" in which all names are at least 0 where there
 * is one; consumes it. */
static isl_point *first_point(struct meet *m, isl_set *set, size_t n_names) {
  isl_set *all = isl_set_move_dims(set, isl_dim_set, 0, isl_dim_param, 0,
                                   (unsigned)n_names);
  isl_set *some = isl_set_copy(all);
  (void)m;
  for (size_t i = 0; i < n_names; i++)
    some = isl_set_lower_bound_si(some, isl_dim_set, (unsigned)i, 0);
  const bool none = isl_set_is_empty(some) != isl_bool_false;
  isl_set *chosen = none ? all : some;
  isl_set_free(none ? some : all);
  return isl_set_sample_point(isl_set_lexmin(chosen));
}

/* Find an example of where both meet. */
static void find_example(struct lcm_met *out, struct meet *m) {
  const size_t n_names = m->text.atoms.n + (m->cut.len > 0);
  const size_t n[] = {m->n_vars[0], m->n_vars[1]};
  isl_ctx_reset_operations(m->isl);
  isl_set *set = isl_set_intersect_params(isl_set_copy(m->meets),
                                          large_enough(m, out->least));
  isl_point *point = first_point(m, set, n_names);
  const bool found =
      point && isl_point_is_void(point) == isl_bool_false &&
      read_point(&out->values, m, point, 0, m->text.atoms.n) &&
      read_point(&out->index[0], m, point, n_names, n[0]) &&
      read_point(&out->index[1], m, point, n_names + n[0], n[1]) &&
      read_point(&out->steps, m, point, n_names + n[0] + n[1], m->depth);
  isl_point_free(point);
  out->steps = found ? out->steps : NULL;
  out->n_steps = found ? m->depth : 0;
}

/* Return how many steps both have in common, in "m"; NO where they are
 * different members, MAYBE where they do not fit together. */
static lcm_overlap find_depth(struct meet *m) {
  const lcm_section *a = m->sides[0].section;
  const lcm_section *b = m->sides[1].section;
  const size_t n = a->n_extents < b->n_extents ? a->n_extents : b->n_extents;
  for (m->depth = 0; m->depth < n; m->depth++) {
    const char *x = a->extents[m->depth].field;
    const char *y = b->extents[m->depth].field;
    if (!x != !y)
      return LCM_OVERLAP_MAYBE;
    if (x && strcmp(x, y) != 0)
      return LCM_OVERLAP_NO;
  }
  return LCM_OVERLAP_YES;
}

/* Find out whether both meet, whose text is written. */
static void decide(struct lcm_met *out, struct meet *m) {
  m->isl = isl_ctx_alloc();
  if (!m->isl)
    return;
  isl_options_set_on_error(m->isl, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(m->isl, MOST_OPERATIONS);
  read_set(m);
  if (m->meets && isl_set_is_empty(m->meets) == isl_bool_true)
    out->overlap = LCM_OVERLAP_NO;
  else if (m->meets && m->exact)
    out->least = find_least(m);
  if (out->least) {
    out->overlap = LCM_OVERLAP_YES;
    find_example(out, m);
  }
  out->given_up = isl_ctx_last_error(m->isl) != isl_error_none;
  isl_set_free(m->meets);
  isl_ctx_free(m->isl);
}

/* Return what the answer for "m" depends on, as interned text. */
static const char *question(struct meet *m) {
  lcm_buf text = {0};
  lcm_buf_printf(&text, "%d %zu %zu ", m->exact, m->n_vars[0], m->n_vars[1]);
  put_set(&text, m);
  put_large(&text, m, 1);
  const char *found = lcm_intern(m->ctx, text.text ? text.text : "");
  lcm_buf_free(&text);
  return found;
}

/* Find out whether both meet, or remember it, and say what the example belongs
 * to. */
static void answer(struct lcm_met *out, struct meet *m,
                   struct lcm_compared *known) {
  const char *key = question(m);
  size_t place = 0;
  if (lcm_map_get(&known->places, key, &place)) {
    *out = known->all.at[place];
    out->by_isl = out->given_up = false;
  } else {
    decide(out, m);
    lcm_map_put(lcm_ctx_arena(m->ctx), &known->places, key, known->all.n);
    LCM_LIST_ADD(lcm_ctx_arena(m->ctx), &known->all, *out);
  }
  if (out->overlap != LCM_OVERLAP_YES)
    return;
  out->section = m->sides[0].section;
  out->names = m->text.atoms.at;
  out->n_names = m->text.atoms.n;
}

void lcm_sections_meet(struct lcm_met *out, lcm_ctx *ctx,
                       struct lcm_compared *known,
                       const struct lcm_pairing *pairing) {
  struct meet m = {.ctx = ctx,
                   .pairing = pairing,
                   .sides = {pairing->sides[0], pairing->sides[1]},
                   .text = {.ctx = ctx}};
  *out = (struct lcm_met){.overlap = LCM_OVERLAP_NO};
  if (m.sides[0].section->key != m.sides[1].section->key ||
      lcm_sections_apart(ctx, m.sides, pairing))
    return;
  lcm_sides_split(ctx, m.sides);
  if (lcm_sections_apart(ctx, m.sides, pairing))
    return;
  out->overlap = find_depth(&m);
  if (out->overlap != LCM_OVERLAP_YES)
    return;
  out->overlap = LCM_OVERLAP_MAYBE;
  if (pairing->quick)
    return;
  out->by_isl = true;
  write_body(&m);
  answer(out, &m, known);
  lcm_buf_free(&m.body);
  lcm_buf_free(&m.names);
  lcm_buf_free(&m.cut);
}
