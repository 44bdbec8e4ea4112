/* Whether two parts of a program may be executed in another order, or at the
 * same time. */
#include <stdlib.h>
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/amount.h"
#include "model/edit/depend/clash.h"
#include "model/edit/depend/depend.h"
#include "model/edit/depend/empty.h"
#include "model/edit/depend/filled.h"
#include "model/edit/depend/meet.h"
#include "model/edit/depend/pointer.h"
#include "model/edit/depend/reach.h"
#include "model/edit/depend/scalar.h"
#include "model/edit/depend/settled.h"
#include "model/edit/depend/stride.h"

/* How many pairs are shown, and how many iterations loops may have to have
 * before rounds depend on each other, if that is to be said of all numbers of
 * them. */
enum { MOST_SHOWN = 3, MOST_NEAR = 10, MOST_CONFIRMED = 64, MANY_PAIRS = 4096 };

/* Two accesses to be compared, as lcm_edit_independent. */
struct pair {
  const struct lcm_edit_access *a;
  const struct lcm_edit_access *b;
};

/* Return "e" with the symbol "name" replaced by "by"; NULL stays NULL. */
static const lcm_expr *put(lcm_ctx *ctx, const lcm_expr *e, const char *name,
                           const lcm_expr *by) {
  const struct lcm_subst subst = {name, by};
  return e ? lcm_expr_subst(ctx, e, &subst, 1) : NULL;
}

/* Return "range" likewise. */
static lcm_iteration put_range(lcm_ctx *ctx, const lcm_iteration *range,
                               const char *name, const lcm_expr *by) {
  return (lcm_iteration){range->index, put(ctx, range->from, name, by),
                         put(ctx, range->to, name, by),
                         put(ctx, range->step, name, by),
                         put(ctx, range->factor, name, by)};
}

/* Return "section" likewise. */
static lcm_section put_section(lcm_ctx *ctx, const lcm_section *section,
                               const char *name, const lcm_expr *by) {
  lcm_section out = *section;
  struct lcm_extent *extents = LCM_NEW_ARRAY(
      lcm_ctx_stack(ctx), struct lcm_extent, section->n_extents + 1);
  lcm_iteration *over =
      LCM_NEW_ARRAY(lcm_ctx_stack(ctx), lcm_iteration, section->n_over + 1);
  for (size_t i = 0; i < section->n_extents; i++)
    extents[i] =
        (struct lcm_extent){put(ctx, section->extents[i].lower, name, by),
                            put(ctx, section->extents[i].length, name, by),
                            section->extents[i].field};
  for (size_t i = 0; i < section->n_over; i++)
    over[i] = put_range(ctx, &section->over[i], name, by);
  out.extents = extents;
  out.over = over;
  return out;
}

/* Put the "n" ranges of "access" behind those at "ranges" into "out", with
 * "by" for the index "name" (NULL: as they are). */
static size_t add_ranges(lcm_ctx *ctx, lcm_iteration *out,
                         const struct lcm_edit_access *access, const char *name,
                         const lcm_expr *by) {
  for (size_t i = 0; i < access->n_ranges; i++)
    out[i] =
        name ? put_range(ctx, &access->ranges[i], name, by) : access->ranges[i];
  return access->n_ranges;
}

/* Return whether the second of "pair" touches the same as the first where no
 * loop around both relates them. */
static lcm_overlap overlap_any(lcm_ctx *ctx, const struct pair *pair) {
  const struct lcm_side a = {pair->a->section, pair->a->ranges,
                             pair->a->n_ranges};
  const struct lcm_side b = {pair->b->section, pair->b->ranges,
                             pair->b->n_ranges};
  return lcm_section_overlap(ctx, &a, &b);
}

/* Return whether the second of "pair", in an iteration of "range" that is
 * "later" or else earlier, touches what the first touches. */
static lcm_overlap overlap_other(lcm_ctx *ctx, const struct pair *pair,
                                 const lcm_iteration *range, bool later) {
  lcm_arena *stack = lcm_ctx_stack(ctx);
  const struct lcm_arena_mark mark = lcm_arena_mark(stack);
  const lcm_expr *step = range->step ? range->step : lcm_expr_int(ctx, 1);
  const lcm_expr *here = lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE);
  const char *name = LCM_INTERN_JOINED(ctx, range->index, "'");
  const char *inside = LCM_INTERN_JOINED(ctx, range->index, "''");
  const lcm_iteration other = {
      name, later ? lcm_expr_add(ctx, here, step) : range->from,
      later ? range->to : lcm_expr_sub(ctx, here, step), NULL, NULL};
  const lcm_iteration own = {inside, later ? range->from : here,
                             later ? here : range->to, NULL, NULL};
  lcm_iteration *a = LCM_NEW_ARRAY(stack, lcm_iteration, pair->a->n_ranges + 2);
  lcm_iteration *b = LCM_NEW_ARRAY(stack, lcm_iteration, pair->b->n_ranges + 2);
  const lcm_expr *there = lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  const lcm_section shifted =
      put_section(ctx, pair->b->section, range->index, there);
  a[0] = own;
  b[0] = other;
  const size_t n = add_ranges(ctx, a + 1, pair->a, NULL, NULL);
  const size_t m = add_ranges(ctx, b + 1, pair->b, range->index, there);
  const struct lcm_side first = {pair->a->section, a, n + 1};
  const struct lcm_side second = {&shifted, b, m + 1};
  const lcm_overlap overlap = lcm_section_overlap(ctx, &first, &second);
  lcm_arena_release(stack, mark);
  double by = 0;
  const bool even = !range->factor && lcm_expr_is_number(step, &by);
  return !even && overlap == LCM_OVERLAP_YES ? LCM_OVERLAP_MAYBE : overlap;
}

/* Return whether "section" speaks of the number of the thread. */
static bool is_of_thread(const lcm_section *section) {
  for (size_t i = 0; i < section->n_extents; i++)
    if ((section->extents[i].lower &&
         lcm_expr_has(section->extents[i].lower, "thread")) ||
        (section->extents[i].length &&
         lcm_expr_has(section->extents[i].length, "thread")))
      return true;
  return false;
}

/* Return whether a loop around "access", or that its section runs over, has an
 * index of the same name as that of "order": one hides the other. */
static bool is_hidden(const struct lcm_edit_access *access,
                      const struct lcm_edit_order *order) {
  const char *index = order->range ? order->range->index : NULL;
  bool found = false;
  for (size_t i = 0; i < access->n_ranges; i++)
    found = found || access->ranges[i].index == index;
  for (size_t i = 0; i < access->section->n_over; i++)
    found = found || access->section->over[i].index == index;
  return found;
}

/* Return whether both of "pair" may touch the same in "order". */
static lcm_overlap overlap_of(lcm_ctx *ctx, const struct pair *pair,
                              const struct lcm_edit_order *order) {
  lcm_overlap found = LCM_OVERLAP_NO;
  if (pair->a->section->key != pair->b->section->key)
    return found;
  if (!order->range) {
    found = overlap_any(ctx, pair);
    return found == LCM_OVERLAP_YES && (is_of_thread(pair->a->section) ||
                                        is_of_thread(pair->b->section))
               ? LCM_OVERLAP_MAYBE
               : found;
  }
  if (is_hidden(pair->a, order) || is_hidden(pair->b, order))
    return LCM_OVERLAP_MAYBE;
  if (order->later)
    found = overlap_other(ctx, pair, order->range, true);
  if (order->earlier && found != LCM_OVERLAP_YES) {
    const lcm_overlap also = overlap_other(ctx, pair, order->range, false);
    found = found == LCM_OVERLAP_NO || also == LCM_OVERLAP_YES ? also : found;
  }
  return found;
}

/* Return whether "access" is to the index of the loop of "order" itself, which
 * each iteration has. */
static bool is_index(const struct lcm_edit_access *access,
                     const struct lcm_edit_order *order) {
  const char *index = order->range ? order->range->index : "";
  const char *plain = lcm_name_plain(index);
  return !access->section->n_extents && !strcmp(access->section->datum, plain);
}

/* Return "reads x at f.c:3" for "access". */
static const char *say(lcm_ctx *ctx, const struct lcm_edit_access *access) {
  char *text = lcm_section_to_str(access->section, LCM_READER);
  const char *said = lcm_arena_printf(
      lcm_ctx_arena(ctx), "%s %s at %s", access->writes ? "writes" : "reads",
      text ? text : "?", lcm_edit_at(ctx, access->node));
  free(text);
  return said;
}

/* Return what "section", a variable or member, is called: "s", "st.sum". */
static const char *name_of(lcm_ctx *ctx, const lcm_section *section) {
  lcm_section whole = *section;
  whole.n_over = 0;
  char *text = lcm_section_to_str(&whole, LCM_READER);
  const char *name =
      lcm_arena_strdup(lcm_ctx_arena(ctx), text ? text : section->datum);
  free(text);
  return name;
}

/* Return whether "pair" is about one variable that is no array, of which each
 * round of a loop can have its own, or that the rounds can add up in parts. */
static bool is_scalar(const struct pair *pair,
                      const struct lcm_edit_order *order) {
  return order->range && lcm_edit_is_same(pair->a->section, pair->b->section);
}

/* Note that "pair" stands in the way of "e", "proved" or, because of "text",
 * perhaps. */
static void because(struct lcm_editing *e, enum lcm_edit_reason_kind kind,
                    const struct pair *pair, bool proved, const char *text) {
  const struct lcm_edit_reason reason = {
      .kind = kind, .proved = proved, .a = pair->a, .b = pair->b, .text = text};
  lcm_edit_because(e, &reason);
}

/* Note that the variable of "access" takes the clause "word", or is not
 * decided. */
static void takes(struct lcm_editing *e, enum lcm_edit_reason_kind kind,
                  const struct lcm_edit_access *access, const char *word) {
  const struct pair pair = {access, NULL};
  because(e, kind, &pair, kind == LCM_REASON_CLAUSE, word);
}

/* Note that the two of "pair" are assumed to touch different data, number
 * "shown" of such pairs. */
static void assume(struct lcm_editing *e, const struct pair *pair,
                   const struct lcm_edit_order *order, size_t shown) {
  if (is_scalar(pair, order))
    lcm_edit_doubt(e,
                   "'%s' is private or a reduction: %s hand nothing on in it",
                   name_of(e->ctx, pair->a->section), order->what);
  else if (shown < MOST_SHOWN)
    lcm_edit_doubt(e, "%s are independent where one %s and another %s",
                   order->what, say(e->ctx, pair->a), say(e->ctx, pair->b));
}

/* Refuse the edit at "spot" because of "pair". */
static lcm_status forbid(struct lcm_editing *e, const struct pair *pair,
                         const struct lcm_edit_order *order,
                         const struct lcm_edit_spot *spot) {
  return lcm_edit_refuse(e, order->range ? spot->node : pair->b->node,
                         "%s depend on each other: one %s, another %s",
                         order->what, say(e->ctx, pair->a),
                         say(e->ctx, pair->b));
}

/* Assume that what is not seen of "all" does not matter; return whether
 * something is not seen. */
static bool assume_unseen(struct lcm_editing *e,
                          const struct lcm_edit_accesses *all,
                          const struct lcm_edit_order *order) {
  const struct lcm_edit_reason unseen = {
      .kind = LCM_REASON_UNSEEN, .node = all->where, .text = all->why};
  const struct lcm_edit_reason wraps = {
      .kind = LCM_REASON_WRAP, .node = all->wraps_at, .text = all->wraps};
  if (all->why)
    lcm_edit_because(e, &unseen);
  if (all->wraps)
    lcm_edit_because(e, &wraps);
  if (all->why)
    lcm_edit_doubt(e, "%s are independent also in %s (%s)", order->what,
                   lcm_edit_at(e->ctx, all->where), all->why);
  if (all->wraps)
    lcm_edit_premise(e, false, "'%s' at %s does not wrap around", all->wraps,
                     lcm_edit_at(e->ctx, all->wraps_at));
  return all->why != NULL;
}

/* The variables of the rounds of a loop, "all" that one touches. */
struct judging {
  struct lcm_editing *e;
  const struct lcm_edit_accesses *all;
  const struct lcm_edit_order *order;
  const struct lcm_edit_spot *spot;
  bool proved; /* it is known what to do with each of them so far */
  /* the variable that the header of the loop reads and the rounds change; NULL:
   * none does */
  const char *header;
  const struct lcm_edit_changed *changed; /* the variables that they change */
  lcm_map arrays; /* of a key: how the rounds use that array, as found before */
};

/* Return the use of the variable "key" in the loop of "j" that no clause of the
 * loop reaches, or NULL. */
static const struct lcm_edit_access *out_of_reach(const struct judging *j,
                                                  const char *key) {
  return lcm_edit_out_of_reach(&j->e->program->functions[j->spot->function],
                               j->spot->node, j->all, key);
}

/* Return whether each round of the loop of "j" moves the variable called "name"
 * by the same amount: the attribute "linear" lists these. */
static bool is_listed(const struct judging *j, const char *name) {
  const char *list = lcm_node_attribute(j->spot->node, "linear");
  const size_t n = strlen(name);
  for (; list && *list; list += strspn(list, ", ")) {
    if (!strncmp(list, name, n) && (!list[n] || list[n] == ','))
      return true;
    list += strcspn(list, ",");
  }
  return false;
}

/* Return "sum" where the variable is only added to, by one statement, but used
 * besides; else NULL. */
static const char *sum_of(const struct lcm_edit_scalar *use) {
  return use->n_writes == 1 && use->write->section->added ? "sum" : NULL;
}

/* Return why it is not known what to do with a variable that is used so. */
static const char *doubt_of(const struct lcm_edit_scalar *use) {
  return use->own        ? "each thread has its own already"
         : use->joined   ? "it may only be combined with something, as by a "
                           "reduction"
         : !use->exposed ? "a branch decides which iteration sets it last, and "
                           "it is read later"
                         : "a branch decides whether an iteration sets it "
                           "before it is read";
}

/* Return how the rounds of the loop of "j" move "whole", a variable or member
 * called "name". */
static enum lcm_edit_moves
moves_of(const struct judging *j, const lcm_section *whole, const char *name) {
  return is_listed(j, name) ? LCM_MOVES_EVENLY
                            : lcm_edit_moves(j->e->ctx, j->spot->node, j->all,
                                             j->changed, whole);
}

/* Note that "use", of a variable called "name", hands something on from round
 * to round, perhaps ("moves": if not by the same amount each time). */
static void doubt(struct judging *j, const struct lcm_edit_scalar *use,
                  const char *name, enum lcm_edit_moves moves) {
  const struct pair pair = {use->write,
                            use->exposed ? use->exposed : use->write};
  const struct lcm_edit_access *far = out_of_reach(j, pair.a->section->key);
  j->proved = false;
  if (use->definite && moves == LCM_MOVES_PERHAPS && !(use->added && far)) {
    because(j->e, LCM_REASON_VARIABLE, &pair, false,
            "it is not followed whether each iteration adds the same amount");
    lcm_edit_doubt(j->e, "'%s' is linear: %s add the same amount to it", name,
                   j->order->what);
    return;
  }
  because(j->e, LCM_REASON_VARIABLE, &pair, false,
          far && !use->own ? lcm_edit_far_by(far) : doubt_of(use));
  assume(j->e, &pair, j->order, 0);
}

/* Note what is known of "whole", a variable or member, of which each round may
 * have its own, or refuse the edit. */
static lcm_status check_scalar(struct judging *j, const lcm_section *whole) {
  struct lcm_edit_scalar use;
  const char *key = whole->key;
  lcm_edit_scalar_use(&use, j->all, whole);
  const struct pair pair = {use.write, use.exposed ? use.exposed : use.write};
  const char *what = j->order->what;
  if (!use.write || key == j->header)
    return LCM_OK;
  const char *name = name_of(j->e->ctx, whole);
  const enum lcm_edit_moves moves = moves_of(j, whole, name);
  const bool last =
      !use.exposed && lcm_edit_is_read_elsewhere(j->e, j->spot, key);
  const bool copied = use.own || !out_of_reach(j, key);
  if (copied && !use.exposed && (use.set || !last)) {
    takes(j->e, LCM_REASON_CLAUSE, use.write, last ? "lastprivate" : "private");
    lcm_edit_premise(j->e, true, "'%s' is %s: %s set it before they use it",
                     name, last ? "lastprivate" : "private", what);
    if (last)
      lcm_edit_check_empty(j->e, j->spot, use.write, name);
  } else if (copied && use.added && !use.own) {
    takes(j->e, LCM_REASON_CLAUSE, use.write, "reduction");
    if (use.rounded)
      takes(j->e, LCM_REASON_ROUNDING, use.write, NULL);
    lcm_edit_premise(j->e, true,
                     "'%s' is a reduction: %s do nothing else with it", name,
                     what);
    if (use.rounded)
      lcm_edit_premise(j->e, false,
                       "the order in which '%s' is added to does not matter",
                       name);
  } else if (!use.own && moves == LCM_MOVES_EVENLY) {
    takes(j->e, LCM_REASON_CLAUSE, use.write, "linear");
    lcm_edit_premise(j->e, true, "'%s' is linear: %s add the same amount to it",
                     name, what);
  } else if (use.definite && !use.own && moves == LCM_MOVES_ODDLY) {
    j->proved = false;
    because(j->e, LCM_REASON_VARIABLE, &pair, true, sum_of(&use));
    return forbid(j->e, &pair, j->order, j->spot);
  } else
    doubt(j, &use, name, moves);
  return LCM_OK;
}

/* Return whether "section" lies behind pointers that are kept in an array or
 * structure: no clause can name it. */
static bool is_behind_elements(const lcm_section *section) {
  return !section->pointed && lcm_section_loads(section);
}

/* Return whether the rounds add to the array of "pair" and do nothing else with
 * it, so that each thread may have its own sums; that is noted. */
static bool check_added(struct judging *j, const struct pair *pair) {
  const lcm_section *section = pair->a->section;
  bool rounded = false;
  if (section->key != pair->b->section->key ||
      !lcm_edit_is_added_to(&rounded, j->all, section) ||
      is_behind_elements(section) || out_of_reach(j, section->key) ||
      lcm_edit_is_declared(&j->e->program->functions[j->spot->function],
                           j->spot->node, section->key))
    return false;
  takes(j->e, LCM_REASON_CLAUSE, pair->a->writes ? pair->a : pair->b,
        "reduction");
  if (rounded)
    takes(j->e, LCM_REASON_ROUNDING, pair->a, NULL);
  lcm_edit_premise(j->e, true,
                   "'%s' is a reduction: %s do nothing else with it",
                   section->datum, j->order->what);
  if (rounded)
    lcm_edit_premise(j->e, false,
                     "the order in which '%s' is added to does not matter",
                     section->datum);
  return true;
}

/* Return whether "read", of what the round may not have written first, reads
 * only what no round writes but before it, of the array of "section". */
static bool reads_before(const struct judging *j,
                         const struct lcm_edit_rounds *rounds,
                         const lcm_section *section,
                         const struct lcm_edit_access *read) {
  static const struct lcm_edit_order SAME = {.range = NULL};
  const struct lcm_edit_order other = {
      .range = rounds->range, .later = true, .earlier = true};
  const struct lcm_edit_accesses *all = rounds->all;
  size_t k = 0;
  while (k + 1 < all->of.n && &all->of.at[k] != read)
    k++;
  for (size_t i = 0; i < all->of.n; i++) {
    const struct pair pair = {&all->of.at[i], read};
    if (pair.a->writes && pair.a->section->key == section->key &&
        !lcm_edit_is_set_first(rounds, i, k) &&
        (overlap_of(j->e->ctx, &pair, &other) != LCM_OVERLAP_NO ||
         overlap_of(j->e->ctx, &pair, &SAME) != LCM_OVERLAP_NO))
      return false;
  }
  return true;
}

/* Note that each thread may have an array of its own, that of "pair", as
 * "clause" says, because of what the rounds do ("why"); "live": something else
 * may read what they leave. */
static bool take_copies(struct judging *j, const struct pair *pair,
                        const char *clause, const char *why, bool live) {
  const char *datum = pair->a->section->datum;
  takes(j->e, LCM_REASON_CLAUSE, pair->a, clause);
  if (live)
    takes(j->e, LCM_REASON_LEFT, pair->a, NULL);
  lcm_edit_premise(j->e, true, "'%s' is %s: %s %s", datum, clause,
                   j->order->what, why);
  if (live && lcm_edit_is_read_behind(j->spot, pair->a->section->key))
    lcm_edit_deny(j->e,
                  "nothing else needs what %s leave in '%s', which is read "
                  "behind the loop",
                  j->order->what, datum);
  else if (live)
    lcm_edit_doubt(j->e, "nothing else needs what %s leave in '%s'",
                   j->order->what, datum);
  return true;
}

/* Return how the rounds "rounds" of the loop of "j" use the array "key", which
 * is found once. */
static const struct lcm_edit_array *
array_of(struct judging *j, const struct lcm_edit_rounds *rounds,
         const char *key) {
  lcm_arena *arena = lcm_ctx_arena(j->e->ctx);
  size_t known = 0;
  if (lcm_map_get(&j->arrays, key, &known))
    return (const struct lcm_edit_array *)(uintptr_t)known;
  struct lcm_edit_array *use = LCM_NEW(arena, struct lcm_edit_array);
  lcm_edit_array_use(use, j->e->ctx, rounds, key);
  lcm_map_put(arena, &j->arrays, key, (size_t)(uintptr_t)use);
  return use;
}

/* As check_added, where each round fills what it reads of the array first, or
 * reads what none writes, so that each thread may have one; "changed": the
 * variables that rounds change. */
static bool check_filled(struct judging *j,
                         const struct lcm_edit_changed *changed,
                         const struct pair *pair) {
  const lcm_section *section = pair->a->section;
  if (section->key != pair->b->section->key || out_of_reach(j, section->key))
    return false;
  const struct lcm_edit_rounds rounds = {
      &j->e->program->functions[j->spot->function], j->all, changed,
      j->order->range};
  const struct lcm_edit_array *use = array_of(j, &rounds, section->key);
  if (!use->copied || !use->set || !use->read)
    return false;
  const bool live = lcm_edit_is_read_elsewhere(j->e, j->spot, section->key);
  if (live && use->open.n)
    return false;
  if (!use->open.n)
    return take_copies(j, pair, "private", "fill what they read of it first",
                       live);
  for (size_t i = 0; i < use->open.n; i++)
    if (!reads_before(j, &rounds, section, use->open.at[i]))
      return false;
  return take_copies(j, pair, "firstprivate",
                     "fill what they share of it first", live);
}

/* Return whether "a" and "b" are the same element. */
static bool are_one(const lcm_section *a, const lcm_section *b) {
  bool same = a->exact && b->exact && a->n_extents == b->n_extents &&
              !a->n_over && !b->n_over;
  for (size_t i = 0; same && i < a->n_extents; i++)
    same = a->extents[i].lower && a->extents[i].lower == b->extents[i].lower &&
           a->extents[i].length && lcm_expr_is_int(a->extents[i].length, 1) &&
           b->extents[i].length == a->extents[i].length;
  return same;
}

/* Return whether the node of "read" writes nothing of the array before: it says
 * so. */
static bool is_early(const struct lcm_edit_access *read) {
  const char *at = lcm_node_attribute(read->node, "early");
  while (at && *at) {
    char *end = NULL;
    if (strtoul(at, &end, 10) == read->section->loc.begin)
      return true;
    at = *end ? end + 1 : end;
  }
  return false;
}

/* Return whether what the node of "read" reads is read before that writes it:
 * "write" is made each time, and nothing of the array before the read. */
static bool is_read_first(const struct lcm_edit_access *write,
                          const struct lcm_edit_access *read) {
  return write->node == read->node && is_early(read) &&
         are_one(write->section, read->section) && !write->maybe &&
         !read->maybe && !lcm_edit_share_loop(write, read);
}

/* Return whether copies for each thread may mend that both of "pair" touch the
 * same in different rounds: nothing but the rounds reads the array, and what a
 * round reads it may have written itself. */
static bool may_be_copied(struct judging *j, const struct pair *pair) {
  static const struct lcm_edit_order SAME = {.range = NULL};
  const lcm_section *section = pair->a->section;
  const struct lcm_edit_access *read = pair->b->writes ? pair->a : pair->b;
  const lcm_function *function = &j->e->program->functions[j->spot->function];
  const struct lcm_edit_access *far = out_of_reach(j, section->key);
  if (!lcm_edit_has_copies(function, j->all, section->key) ||
      (far && lcm_edit_is_beyond(far)) ||
      section->key != pair->b->section->key ||
      lcm_edit_is_read_elsewhere(j->e, j->spot, section->key))
    return false;
  for (size_t i = 0; i < j->all->of.n; i++) {
    const struct pair own = {&j->all->of.at[i], read};
    if (own.a->writes && own.a->section->key == section->key &&
        !is_read_first(own.a, read) &&
        (own.a < read || own.a->node == read->node ||
         lcm_edit_share_loop(own.a, read)) &&
        overlap_of(j->e->ctx, &own, &SAME) != LCM_OVERLAP_NO)
      return true;
  }
  return read->writes;
}

/* Return whether an access before number "i" of "all" is to the same
 * variable. */
static bool is_known(const struct lcm_edit_accesses *all, size_t i) {
  const lcm_section *section = all->of.at[i].section;
  for (size_t k = 0; k < i; k++)
    if (lcm_edit_is_same(all->of.at[k].section, section))
      return true;
  return false;
}

/* As check_scalar, of "whole", the index of the loop: each thread has its
 * own. */
static void check_index(struct judging *j, const lcm_section *whole) {
  const struct lcm_edit_access *far = out_of_reach(j, whole->key);
  const struct pair pair = {far, far};
  if (!far)
    return;
  j->proved = false;
  because(j->e, LCM_REASON_VARIABLE, &pair, false, lcm_edit_far_by(far));
  assume(j->e, &pair, j->order, 0);
}

/* As check_scalar, of all variables of the rounds. */
static lcm_status check_scalars(struct judging *j) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < j->all->of.n && !status; i++) {
    const struct lcm_edit_access *access = &j->all->of.at[i];
    if (!lcm_edit_is_variable(access->section) || is_known(j->all, i))
      continue;
    if (is_index(access, j->order))
      check_index(j, access->section);
    else
      status = check_scalar(j, access->section);
  }
  return status;
}

/* Two parts that are compared, "a" and "b" (the same where rounds of a loop
 * are). */
struct comparing {
  struct lcm_editing *e;
  const struct lcm_edit_accesses *a;
  const struct lcm_edit_accesses *b;
  const struct lcm_edit_order *order;
  const struct lcm_edit_spot *spot;
  struct lcm_edit_changed changed; /* the variables that they change */
  struct judging judging;
  bool rounds;
  size_t open; /* pairs that are assumed to touch different data */
  bool denied; /* some of them do not, as far as is seen */
  bool all;    /* nothing else is assumed */
  /* pairs that meet as it seems, and those of which it is open: of too many it
   * is not asked any more whether they always do, or when */
  size_t n_confirmed;
  size_t n_explained;
};

/* Return whether "access" is that of a loop to its own index, which it sets
 * before anything in it reads that. */
static bool is_counter(const struct lcm_edit_access *access) {
  const lcm_node *node = access->node;
  if (!access->writes || !lcm_node_is_loop(node->kind) ||
      node->u.loop.n_ranges != 1)
    return false;
  const struct lcm_edit_order own = {.range = &node->u.loop.ranges[0]};
  return is_index(access, &own);
}

/* Return whether both of "pair" are to be compared, "a" and "b" being the
 * numbers of them. */
static bool is_compared(const struct comparing *c, const struct pair *pair,
                        size_t a, size_t b) {
  if (!c->rounds && (is_counter(pair->a) || is_counter(pair->b)))
    return false;
  if ((!pair->a->writes && !pair->b->writes) || is_index(pair->a, c->order) ||
      is_index(pair->b, c->order))
    return false;
  if (c->order->range)
    return !c->rounds || !is_scalar(pair, c->order);
  return pair->a->part != pair->b->part && (c->a != c->b || b >= a);
}

/* Return whether both of "pair" touch the same in different iterations of
 * "range" (NULL: at all), its step being heeded, whatever the values of names
 * are; the loops that depend on these may have to have "*least" iterations. */
static lcm_overlap confirm(long long *least, const struct comparing *c,
                           const struct pair *pair) {
  const lcm_iteration *range = c->order->range;
  const struct lcm_edit_access *const sides[] = {pair->a, pair->b};
  struct lcm_met met;
  lcm_edit_meet(&met, c->e->ctx, range, sides, false);
  *least = met.least;
  return met.overlap == LCM_OVERLAP_YES &&
                 (met.least > MOST_NEAR ||
                  (c->rounds && lcm_edit_never_comes(c->a, range, &met)))
             ? LCM_OVERLAP_MAYBE
             : met.overlap;
}

/* Return whether the elements of one of "pair" are of another size than those
 * of the other though the same steps lead there: a cast makes them so. */
static bool is_seen_otherwise(const struct pair *pair) {
  const lcm_section *a = pair->a->section;
  const lcm_section *b = pair->b->section;
  if (a->key != b->key || a->n_extents != b->n_extents || !a->n_extents ||
      !a->element || !b->element || a->element == b->element)
    return false;
  for (size_t i = 0; i < a->n_extents; i++)
    if (a->extents[i].field != b->extents[i].field)
      return false;
  return true;
}

/* Return whether one of "pair" may be a pointer that the other goes through:
 * p[i] and p[i][j] are no part of each other then. */
static bool is_led_through(const struct pair *pair) {
  enum { POINTER = 8 };
  const bool swapped =
      pair->a->section->n_extents > pair->b->section->n_extents;
  const lcm_section *a = (swapped ? pair->b : pair->a)->section;
  const lcm_section *b = (swapped ? pair->a : pair->b)->section;
  return a->key == b->key && a->n_extents && a->n_extents < b->n_extents &&
         !b->extents[a->n_extents].field &&
         (!a->element || lcm_expr_is_int(a->element, POINTER));
}

/* Return whether both of "pair" may only combine what they touch with
 * something, and a clause could name that. */
static bool may_be_joined(const struct comparing *c, const struct pair *pair) {
  return lcm_edit_may_join(c->a, pair->a, pair->b) &&
         !is_behind_elements(pair->a->section);
}

/* Return whether rounds may touch the same as "pair" does and yet be executed
 * at the same time, each with a copy, whether they do or not. */
static bool is_open_anyway(struct comparing *c, const struct pair *pair) {
  return c->rounds && !c->order->shared && !is_scalar(pair, c->order) &&
         (may_be_copied(&c->judging, pair) || may_be_joined(c, pair));
}

/* Return whether both of "pair" touch the same: for certain only where both are
 * made each time, and nothing that they speak of changes. */
static lcm_overlap overlap_in(struct comparing *c, const struct pair *pair) {
  lcm_ctx *ctx = c->e->ctx;
  if (lcm_edit_is_other_memory(c->e,
                               &c->e->program->functions[c->spot->function],
                               pair->a->section, pair->b->section))
    return LCM_OVERLAP_NO;
  if (pair->a->section->key == pair->b->section->key &&
      (lcm_edit_unsettled(ctx, &c->changed, pair->a) ||
       lcm_edit_unsettled(ctx, &c->changed, pair->b)))
    return LCM_OVERLAP_MAYBE;
  lcm_overlap overlap = overlap_of(ctx, pair, c->order);
  if (is_seen_otherwise(pair) ||
      (overlap == LCM_OVERLAP_YES && is_led_through(pair)))
    return LCM_OVERLAP_MAYBE;
  long long least = 0;
  if (overlap == LCM_OVERLAP_YES &&
      (c->n_confirmed++ >= MOST_CONFIRMED ||
       (!c->e->reasons && is_open_anyway(c, pair))))
    return LCM_OVERLAP_MAYBE;
  if (overlap == LCM_OVERLAP_YES)
    overlap = confirm(&least, c, pair);
  return overlap == LCM_OVERLAP_YES && (pair->a->maybe || pair->b->maybe)
             ? LCM_OVERLAP_MAYBE
             : overlap;
}

/* Return whether "name" is the index of the loop of "order" or of one that
 * "access" is in. */
static bool is_counted(const struct lcm_edit_access *access,
                       const struct lcm_edit_order *order, const char *name) {
  bool found = order->range && order->range->index == name;
  for (size_t i = 0; i < access->n_ranges && !found; i++)
    found = access->ranges[i].index == name;
  return found;
}

/* Return the first name in the subscripts of "access" that is no index of a
 * loop, or NULL. */
static const char *free_name(lcm_ctx *ctx, const struct lcm_edit_access *access,
                             const struct lcm_edit_order *order) {
  const lcm_section *section = access->section;
  for (size_t i = 0; i < section->n_extents; i++) {
    const char *const *names = NULL;
    const lcm_expr *lower = section->extents[i].lower;
    const size_t n = lower ? lcm_expr_names(&names, ctx, lower) : 0;
    for (size_t k = 0; k < n; k++)
      if (!is_counted(access, order, names[k]))
        return lcm_name_plain(names[k]);
  }
  return NULL;
}

/* Return what decides whether both of "pair", which are made each time, touch
 * the same. */
static const char *value_of(const struct comparing *c,
                            const struct pair *pair) {
  const char *one = free_name(c->e->ctx, pair->a, c->order);
  const char *name = one ? one : free_name(c->e->ctx, pair->b, c->order);
  return name && pair->a->section->exact && pair->b->section->exact
             ? lcm_arena_printf(lcm_ctx_arena(c->e->ctx),
                                "the value of '%s' decides it", name)
             : "a subscript that is not followed";
}

/* Return why it is not known whether both of "pair" touch the same. */
static const char *open_by(struct comparing *c, const struct pair *pair) {
  lcm_ctx *ctx = c->e->ctx;
  if (lcm_edit_may_join(c->a, pair->a, pair->b))
    return "it may only be combined with something, as by a reduction";
  const struct lcm_edit_access *a =
      lcm_edit_unsettled(ctx, &c->changed, pair->a);
  const struct lcm_edit_access *change =
      a ? a : lcm_edit_unsettled(ctx, &c->changed, pair->b);
  const lcm_section *inexact = !pair->a->section->exact   ? pair->a->section
                               : !pair->b->section->exact ? pair->b->section
                                                          : NULL;
  if (change)
    return lcm_arena_printf(
        lcm_ctx_arena(ctx), "'%s', of which a subscript speaks, changes at %s",
        change->section->datum, lcm_edit_at(ctx, change->node));
  if (inexact && inexact->why)
    return inexact->why;
  long long least = 0;
  if (c->order->range && pair->a->section->key == pair->b->section->key &&
      c->n_explained++ < MOST_CONFIRMED)
    (void)confirm(&least, c, pair);
  if (least > MOST_NEAR)
    return lcm_arena_printf(lcm_ctx_arena(ctx),
                            "only where loops have %lld iterations or more",
                            least);
  return pair->a->maybe || pair->b->maybe ? "a branch decides it"
                                          : value_of(c, pair);
}

/* Note that "pair", which may touch the same as "overlap" says, stands in the
 * way. */
static void note_pair(struct comparing *c, const struct pair *pair,
                      lcm_overlap overlap) {
  const bool proved = overlap == LCM_OVERLAP_YES;
  if (c->e->reasons && !is_scalar(pair, c->order) && overlap != LCM_OVERLAP_NO)
    because(c->e, LCM_REASON_DEPENDENCE, pair, proved,
            proved ? NULL : open_by(c, pair));
}

/* Note whether pointers that are kept in memory may lead both of "pair" to the
 * same data, where they touch the same otherwise as "overlap" says. */
static bool is_kept_apart(const struct comparing *c, const struct pair *pair,
                          lcm_overlap overlap) {
  const lcm_function *function = &c->e->program->functions[c->spot->function];
  return overlap != LCM_OVERLAP_NO ||
         lcm_edit_kept_apart(c->e, function, pair->a, pair->b, c->order->range);
}

/* Return whether both of "pair", which may touch the same, do that in different
 * iterations as far as their subscripts say. */
static bool is_denied(const struct comparing *c, const struct pair *pair) {
  const lcm_iteration *range = c->order->range;
  const bool maybe = pair->a->maybe || pair->b->maybe;
  return c->rounds && !is_scalar(pair, c->order) &&
         !is_hidden(pair->a, c->order) && !is_hidden(pair->b, c->order) &&
         !is_seen_otherwise(pair) && !is_led_through(pair) &&
         !lcm_edit_unsettled(c->e->ctx, &c->changed, pair->a) &&
         !lcm_edit_unsettled(c->e->ctx, &c->changed, pair->b) &&
         !may_be_joined(c, pair) &&
         !(maybe && lcm_edit_asks_index(c->spot->node)) &&
         lcm_edit_clash(c->e->ctx, range, pair->a, pair->b);
}

/* Note that both of "pair", which may touch the same, are assumed not to. */
static void assume_pair(struct comparing *c, const struct pair *pair) {
  lcm_ctx *ctx = c->e->ctx;
  if (!c->denied && is_denied(c, pair)) {
    c->denied = true;
    lcm_edit_deny(c->e, "%s are independent where one %s and another %s",
                  c->order->what, say(ctx, pair->a), say(ctx, pair->b));
  } else
    assume(c->e, pair, c->order, c->open);
}

/* Compare "pair". */
static lcm_status compare(struct comparing *c, const struct pair *pair) {
  const lcm_function *function = &c->e->program->functions[c->spot->function];
  const bool scalar = is_scalar(pair, c->order);
  lcm_overlap overlap = overlap_in(c, pair);
  if (!is_kept_apart(c, pair, overlap)) {
    because(c->e, LCM_REASON_ALIAS, pair, false, NULL);
    c->all = false;
  }
  if (c->rounds && !c->order->shared && overlap != LCM_OVERLAP_NO &&
      (check_added(&c->judging, pair) ||
       check_filled(&c->judging, &c->changed, pair)))
    overlap = LCM_OVERLAP_NO;
  if (overlap == LCM_OVERLAP_YES && is_open_anyway(c, pair))
    overlap = LCM_OVERLAP_MAYBE;
  note_pair(c, pair, overlap);
  if (overlap == LCM_OVERLAP_YES && !scalar) {
    c->all = false;
    return forbid(c->e, pair, c->order, c->spot);
  }
  if (overlap != LCM_OVERLAP_NO)
    assume_pair(c, pair);
  c->open += overlap == LCM_OVERLAP_MAYBE && !scalar;
  c->all = c->all && !(scalar && overlap != LCM_OVERLAP_NO);
  const bool apart =
      lcm_edit_apart(c->e, function, pair->a->section, pair->b->section);
  if (!apart)
    because(c->e, LCM_REASON_ALIAS, pair, false, NULL);
  c->all = apart && c->all;
  return LCM_OK;
}

/* Check that the rounds of the loop of "c" leave alone what its header reads
 * between them, and its index. */
static lcm_status check_header(struct comparing *c) {
  const lcm_node *loop = c->spot->node;
  if (!c->order->range || !loop->u.loop.n_ranges ||
      !lcm_node_is_loop(loop->kind))
    return LCM_OK;
  const struct lcm_edit_access *change =
      lcm_edit_header_changed(c->e->ctx, &c->changed, loop);
  if (!change)
    return LCM_OK;
  c->all = false;
  c->judging.header = change->section->key;
  const struct pair pair = {change, NULL};
  because(c->e, LCM_REASON_HEADER, &pair,
          is_index(change, c->order) && change->certain, NULL);
  if (is_index(change, c->order) && change->certain)
    return lcm_edit_refuse(c->e, loop, "the loop changes its index: it %s",
                           say(c->e->ctx, change));
  lcm_edit_doubt(c->e,
                 "'%s' keeps its value, which the header of the loop reads: "
                 "it %s",
                 change->section->datum, say(c->e->ctx, change));
  return LCM_OK;
}

/* Compare all pairs, until the edit is refused or enough is known. */
static lcm_status compare_all(struct comparing *c) {
  const size_t rows = c->b->of.n;
  const size_t n = c->a->of.n * rows;
  const size_t stride = lcm_edit_stride(n, n > MANY_PAIRS);
  lcm_status status = LCM_OK;
  for (size_t t = 0, at = 0; t < n && !status; t++, at = (at + stride) % n) {
    const size_t i = at / rows;
    const size_t k = at % rows;
    const struct pair pair = {&c->a->of.at[i], &c->b->of.at[k]};
    if (is_compared(c, &pair, i, k) &&
        !lcm_edit_is_enough(c->e, c->n_confirmed >= MOST_CONFIRMED))
      status = compare(c, &pair);
  }
  return status;
}

lcm_status lcm_edit_independent(struct lcm_editing *e,
                                const struct lcm_edit_accesses *a,
                                const struct lcm_edit_accesses *b,
                                const struct lcm_edit_order *order,
                                const struct lcm_edit_spot *spot) {
  const size_t n = a == b ? a->of.n : a->of.n + b->of.n;
  struct comparing c = {.e = e,
                        .a = a,
                        .b = b,
                        .order = order,
                        .spot = spot,
                        .judging = {e, a, order, spot, true, NULL, NULL},
                        .rounds = a == b && order->range};
  c.judging.changed = &c.changed;
  lcm_edit_find_changed(&c.changed, e->ctx, a);
  if (a != b)
    lcm_edit_find_changed(&c.changed, e->ctx, b);
  c.all = !assume_unseen(e, a, order);
  c.all = !assume_unseen(e, b, order) && c.all;
  lcm_status status = check_header(&c);
  status = status || !c.rounds ? status : check_scalars(&c.judging);
  c.all = c.all && c.judging.proved;
  status = status ? status : compare_all(&c);
  if (c.open > MOST_SHOWN)
    lcm_edit_premise(e, false,
                     "nor do %zu other pairs of accesses touch the same",
                     c.open - MOST_SHOWN);
  if (!c.open && c.all && !status)
    lcm_edit_premise(e, true, "%s are independent (%zu access%s)", order->what,
                     n, n == 1 ? "" : "es");
  return status;
}

lcm_overlap lcm_edit_overlap(lcm_ctx *ctx, const struct lcm_edit_accesses *a,
                             const struct lcm_edit_accesses *b,
                             const struct lcm_edit_order *order) {
  const bool unseen = a->why || b->why || a->wraps || b->wraps;
  lcm_overlap found = unseen ? LCM_OVERLAP_MAYBE : LCM_OVERLAP_NO;
  for (size_t i = 0; i < a->of.n; i++)
    for (size_t k = 0; k < b->of.n; k++) {
      const struct pair pair = {&a->of.at[i], &b->of.at[k]};
      const bool writes = pair.a->writes || pair.b->writes;
      lcm_overlap overlap =
          writes ? overlap_of(ctx, &pair, order) : LCM_OVERLAP_NO;
      if (overlap == LCM_OVERLAP_YES)
        return overlap;
      if (writes && overlap == LCM_OVERLAP_NO &&
          lcm_edit_may_lead(pair.a, pair.b))
        overlap = LCM_OVERLAP_MAYBE;
      found = overlap == LCM_OVERLAP_MAYBE ? overlap : found;
    }
  return found;
}
