/* Races of a program: accesses of parallel regions that different threads make
 * at the same time. */
#include "model/edit/race/find.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/pointer.h"
#include "model/edit/race/names.h"
#include "model/edit/race/relate.h"
#include "model/edit/race/watch.h"

/* How many pairs of a region, and of a program, isl compares at most, and of
 * how many of a region it may take too long: what is left is not decided. */
enum { MOST_PAIRS = 1000, MOST_OF_PROGRAM = 4000, MOST_GIVEN_UP = 4 };

/* A region under study. */
struct study {
  struct lcm_races *out;
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_race_given *given;
  struct lcm_compared *known; /* comparisons of other regions, too */
  const lcm_node *region;
  struct lcm_race_watch watch;
  struct lcm_race_names names;
  struct lcm_edit_accesses all;
  struct lcm_edit_accesses own; /* of what lives inside of the region */
  size_t first_own; /* number of the first of "all" that is one of these */
  bool *certain;    /* for each access: what is said of it is all of it */
  size_t n_compared;
  size_t n_given_up;
  lcm_map apart; /* of the keys of two variables: 1: they are, 2: perhaps not */
};

/* Return whether "section" lies behind no pointer of which nobody knows where
 * it points, but for one that all threads share. */
static bool is_one_pointer(const lcm_section *section) {
  return !section->via ||
         (!strcmp(section->via, section->key) && !strstr(section->key, "@F@"));
}

/* Return whether each thread may have the variable of "section" for itself: it
 * is declared where the function of the region starts threads. */
static bool is_started_with(const struct study *s, const lcm_section *section) {
  const char *from = lcm_node_attribute(s->region, "together");
  const char *at = section->key ? strchr(section->key, '@') : NULL;
  return from && at && strstr(at, "@F@") &&
         strtoul(at + 1, NULL, 10) >= strtoul(from, NULL, 10);
}

/* Return whether "section" is a pointer variable itself, and not what that
 * leads to: its key says so. */
static bool is_pointer(const lcm_section *section) {
  const size_t n = section->key ? strlen(section->key) : 0;
  return !section->n_extents && n && section->key[n - 1] == '*';
}

/* Return whether "e" (or NULL) speaks of the number of the thread. */
static bool is_by_thread(const lcm_expr *e) {
  return e && lcm_expr_has(e, "thread");
}

/* Return whether one of the "n" ranges at "ranges" does. */
static bool has_thread_range(const lcm_iteration *ranges, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (is_by_thread(ranges[i].from) || is_by_thread(ranges[i].to))
      return true;
  return false;
}

/* Return whether the number of the thread says what "access" touches. */
static bool is_by_number(const struct lcm_edit_access *access) {
  const lcm_section *section = access->section;
  for (size_t i = 0; i < section->n_extents; i++)
    if (is_by_thread(section->extents[i].lower) ||
        is_by_thread(section->extents[i].length))
      return true;
  return has_thread_range(access->ranges, access->n_ranges) ||
         has_thread_range(section->over, section->n_over);
}

/* Return whether the number of a thread decides what "access" touches of which
 * nobody knows whether it is that in the region or in a team inside of it. */
static bool is_by_inner(const struct lcm_edit_access *access) {
  const struct lcm_race_at *at = access->state;
  return at->nested && is_by_number(access);
}

/* Return whether "access" is made each time that its place is come by, of
 * exactly what its section says. */
static bool is_certain(const struct study *s,
                       const struct lcm_edit_access *access) {
  const struct lcm_race_at *at = access->state;
  const lcm_section *section = access->section;
  return !s->watch.lost && !at->doubtful && !at->lone && !access->behind &&
         (section->exact || lcm_section_condition(s->ctx, section)) &&
         !section->declared && is_one_pointer(section) &&
         (section->element || is_pointer(section)) && !is_by_inner(access) &&
         !is_started_with(s, section) &&
         !lcm_node_attribute(access->node, "wraps") &&
         lcm_race_is_settled(&s->names, s->ctx, access);
}

/* Return the range of the numbers of threads that come to "at" in a region of
 * "threads" threads (0: any number, which has a name). */
static lcm_iteration thread_range(lcm_ctx *ctx, const struct lcm_race_at *at,
                                  long long threads) {
  const long long most = threads > 1 ? threads - 1 : at->most;
  const lcm_expr *last = lcm_expr_int(ctx, most < at->most ? most : at->most);
  if (threads <= 1 && at->most == LLONG_MAX)
    last = lcm_expr_add(
        ctx, lcm_expr_int(ctx, at->least),
        lcm_expr_symbol(ctx, lcm_intern(ctx, "'others"), LCM_DIM_NONE));
  return (lcm_iteration){.index = lcm_intern(ctx, "thread"),
                         .from = lcm_expr_int(ctx, at->least),
                         .to = last};
}

/* Return "e" with the values that are given. */
static const lcm_expr *with_given(const lcm_expr *e, void *user) {
  const struct study *s = user;
  return s->given->all.n
             ? lcm_expr_subst(s->ctx, e, s->given->all.at, s->given->all.n)
             : e;
}

/* Put the ranges of the numbers of the threads that execute "a" and "b", out of
 * "threads" (0: any number), into "out": two of them, if there are such, where
 * the numbers do not matter, so that isl need not try all. */
static void find_threads(lcm_iteration out[2], lcm_ctx *ctx,
                         const struct lcm_edit_access *const of[2],
                         long long threads) {
  double from[2];
  double to[2];
  for (size_t k = 0; k < 2; k++)
    out[k] = thread_range(ctx, of[k]->state, threads);
  for (size_t k = 0; k < 2; k++) {
    if (is_by_number(of[k]) || !lcm_expr_is_number(out[k].from, &from[k]))
      return;
    if (!lcm_expr_is_number(out[k].to, &to[k]))
      to[k] = from[k] + 1;
    if (from[k] > to[k])
      return;
  }
  const bool same = from[0] == from[1];
  if (same && to[0] == from[0] && to[1] == from[1])
    return;
  if (same)
    from[to[1] == from[1] ? 0 : 1]++;
  for (size_t k = 0; k < 2; k++)
    out[k].from = out[k].to = lcm_expr_int(ctx, (long long)from[k]);
}

/* Return the side of "access", its first range being "thread", that of the
 * number of the thread. */
static struct lcm_side side_of(struct study *s,
                               const struct lcm_edit_access *access,
                               lcm_iteration thread) {
  lcm_iteration *ranges =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), lcm_iteration, access->n_ranges + 2);
  lcm_section *section = LCM_NEW(lcm_ctx_arena(s->ctx), lcm_section);
  size_t n = 0;
  *section = lcm_section_map(s->ctx, access->section, with_given, s);
  section->exact =
      section->exact || lcm_section_condition(s->ctx, access->section);
  ranges[n++] = thread;
  for (size_t i = 0; i < access->n_ranges; i++)
    ranges[n++] = lcm_iteration_map(&access->ranges[i], with_given, s);
  if (section->rounds)
    ranges[n++] = (lcm_iteration){.index = lcm_intern(s->ctx, "'rounds"),
                                  .from = lcm_expr_int(s->ctx, 1),
                                  .to = section->rounds};
  return (struct lcm_side){section, ranges, n};
}

/* Return what has to hold for that "access" is made, as far as that is certain
 * of it; NULL: nothing. */
static const lcm_expr *when_made(struct study *s,
                                 const struct lcm_edit_access *access) {
  const struct lcm_race_at *at = access->state;
  const lcm_expr *when = lcm_condition_both(
      s->ctx, at->when, lcm_section_condition(s->ctx, access->section));
  return when && s->certain[access - s->all.of.at] ? with_given(when, s) : NULL;
}

/* Find out whether "a" and "b" meet where they are related as "relation"
 * says. */
static void meet(struct lcm_met *out, struct study *s,
                 const struct lcm_edit_access *a,
                 const struct lcm_edit_access *b,
                 const struct lcm_race_relation *relation) {
  long long threads = 0;
  const struct lcm_edit_access *const of[] = {a, b};
  lcm_iteration numbers[2];
  (void)lcm_race_threads(&threads, s->region);
  find_threads(numbers, s->ctx, of, threads);
  struct lcm_pairing pairing = {
      {side_of(s, a, numbers[0]), side_of(s, b, numbers[1])},
      relation->all,
      relation->n,
      relation->divided ? &relation->allotment : NULL,
      {{0, 0}, {0, 0}},
      s->n_compared >= MOST_PAIRS || s->n_given_up > MOST_GIVEN_UP ||
          s->known->all.n >= MOST_OF_PROGRAM,
      {when_made(s, a), when_made(s, b)}};
  pairing.behind[relation->behind_of] = relation->behind;
  lcm_sections_meet(out, s->ctx, s->known, &pairing);
  s->n_compared += out->by_isl;
  s->n_given_up += out->given_up;
}

/* Return whether "node" is known to be undecided. */
static bool is_open(const struct study *s, const lcm_node *node) {
  for (size_t i = 0; i < s->out->open.n; i++)
    if (s->out->open.at[i] == node)
      return true;
  return false;
}

/* Note that the loop or region "node" was looked at. */
static void look_at(struct lcm_races *out, lcm_ctx *ctx, const lcm_node *node) {
  for (size_t i = 0; i < out->looked.n; i++)
    if (out->looked.at[i] == node)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->looked, node);
}

/* Note that something in the loop or region "node" could not be decided. */
static void leave_open(struct study *s, const lcm_node *node) {
  look_at(s->out, s->ctx, node);
  if (is_open(s, node))
    return;
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->out->open, node);
}

/* Return the loop around "access", or the region. */
static const lcm_node *around(const struct study *s,
                              const struct lcm_edit_access *access) {
  const struct lcm_race_at *at = access->state;
  return at->who == LCM_RACE_LOOP ? at->construct : s->region;
}

/* Return whether a race of the variable of "a" is known where "a" is. */
static bool is_known(const struct study *s, const struct lcm_edit_access *a) {
  const struct lcm_race_at *at = a->state;
  for (size_t i = 0; i < s->out->all.n; i++) {
    const struct lcm_race *race = &s->out->all.at[i];
    const struct lcm_race_at *other = race->a->state;
    if (race->region == s->region && race->a->section->key == a->section->key &&
        other->construct == at->construct)
      return true;
  }
  return false;
}

/* Return whether "access" is made by an atomic operation of C or OpenMP. */
static bool is_atomic(const struct lcm_edit_access *access) {
  const struct lcm_race_at *at = access->state;
  return access->section->atomic || at->atomic;
}

/* Return whether both of "a" and "b" are. */
static bool are_atomic(const struct lcm_edit_access *a,
                       const struct lcm_edit_access *b) {
  return is_atomic(a) && is_atomic(b);
}

/* Return whether "access" leaves behind what the last iteration of a loop has
 * set (`lastprivate`): the thread that has this iteration makes it. */
static bool is_last(const struct lcm_edit_access *access) {
  const struct lcm_race_at *at = access->state;
  const lcm_node *node = access->node;
  for (size_t i = 0; i < node->n_reads; i++)
    if (node->reads[i].key == access->section->key)
      return false;
  return at->combined && access->writes;
}

/* Return whether the library puts what "a" and "b" touch together, one after
 * the other: copies that are added up, or what one loop leaves behind. */
static bool are_combined(const struct lcm_edit_access *a,
                         const struct lcm_edit_access *b) {
  const struct lcm_race_at *at = a->state;
  const struct lcm_race_at *other = b->state;
  return at->combined && other->combined &&
         (a->node == b->node || (!is_last(a) && !is_last(b)));
}

/* Return whether only some threads of the team come to "access", or each
 * iteration of a loop has a thread of its own that the schedule decides. */
static bool is_of_some(const struct lcm_edit_access *access) {
  const struct lcm_race_at *at = access->state;
  if (at->who == LCM_RACE_LOOP)
    return lcm_schedule_has(at->construct->u.loop.schedule, LCM_SCHED_FIXED);
  return at->who == LCM_RACE_ALL &&
         (at->only || at->least > 0 || at->most < LLONG_MAX);
}

/* Return whether the schedule of the loop that "a" is in decides which thread
 * makes it, and the number of the thread where "b" is. */
static bool is_scheduled(const struct lcm_edit_access *a,
                         const struct lcm_edit_access *b) {
  const struct lcm_race_at *at = a->state;
  return at->who == LCM_RACE_LOOP && is_by_number(b) &&
         lcm_schedule_has(at->construct->u.loop.schedule, LCM_SCHED_FIXED);
}

/* Return whether "node", or something below it, is a part that iterations
 * execute in their order, between the offsets "low" and "high", or around one
 * of them. */
static bool has_ordered(const lcm_node *node, unsigned low, unsigned high) {
  if (lcm_node_attribute(node, "ordered"))
    return node->loc.begin <= high && node->loc.end > low;
  for (size_t i = 0; i < node->n_children; i++)
    if (has_ordered(node->children[i], low, high))
      return true;
  return false;
}

/* Return whether a part that iterations of "loop" execute in their order stands
 * between "a" and "b", which are in it, or has one of them: an iteration that
 * comes later has to wait with what is behind. */
static bool are_parted(const struct lcm_race_loop *loop,
                       const struct lcm_edit_access *a,
                       const struct lcm_edit_access *b) {
  const struct lcm_race_at *at = a->state;
  const struct lcm_race_at *other = b->state;
  const unsigned x = a->section->loc.begin;
  const unsigned y = b->section->loc.begin;
  return at->in_call || other->in_call ||
         has_ordered(loop->node, x < y ? x : y, x < y ? y : x);
}

/* Return whether a loop whose iterations execute a part in their order may put
 * "a" and "b" in order: it has one of them, or stands between them.  A thread
 * that has an earlier iteration of it, too, passes on all that it has done
 * before; where threads take iterations as they come it need not have one. */
static bool are_in_order(const struct study *s, const struct lcm_edit_access *a,
                         const struct lcm_edit_access *b) {
  const struct lcm_race_at *at = a->state;
  const struct lcm_race_at *other = b->state;
  const unsigned low = at->place < other->place ? at->place : other->place;
  const unsigned high = at->place < other->place ? other->place : at->place;
  for (size_t i = 0; i < s->watch.ordered.n; i++) {
    const struct lcm_race_loop *loop = s->watch.ordered.at[i];
    const bool has_both = low > loop->at->place && high < loop->end;
    if (loop->at->phase != at->phase || loop->end < low ||
        loop->at->place > high)
      continue;
    if (lcm_schedule_has(loop->node->u.loop.schedule, LCM_SCHED_FIXED) ||
        (has_both && are_parted(loop, a, b)))
      return true;
  }
  return false;
}

/* Leave open whether "a" and "b" meet in different rounds of a loop. */
static void leave_round(struct study *s, const struct lcm_edit_access *a,
                        const struct lcm_edit_access *b) {
  struct lcm_race_relation relation = {.all = {{0, 1, false}}, .n = 1};
  struct lcm_met met;
  if (is_open(s, around(s, a)))
    return;
  meet(&met, s, a, b, &relation);
  if (met.overlap != LCM_OVERLAP_NO)
    leave_open(s, around(s, a));
}

/* Compare the accesses number "i" and "k" in the executions "which". */
static void compare_in(struct study *s, size_t i, size_t k, unsigned which) {
  const struct lcm_edit_access *a = &s->all.of.at[i];
  const struct lcm_edit_access *b = &s->all.of.at[k];
  struct lcm_race_relation relation;
  struct lcm_met met;
  const struct lcm_race_own own = {a->section->key, s->program,
                                   s->watch.function};
  const enum lcm_race_answer answer =
      i >= s->first_own
          ? lcm_race_relate_own(&relation, &own, a->state, b->state)
          : lcm_race_relate(&relation, s->region, a->state, b->state, which);
  const enum lcm_race_answer apart =
      are_combined(a, b) ? LCM_RACE_YES
                         : lcm_race_excluded(s->region, a->state, b->state);
  const bool sure =
      answer == LCM_RACE_YES && apart == LCM_RACE_NO && s->certain[i] &&
      s->certain[k] && !are_in_order(s, a, b) && !is_scheduled(a, b) &&
      !is_scheduled(b, a) && !(is_last(a) && is_of_some(b)) &&
      !(is_last(b) && is_of_some(a)) && !(is_last(a) && is_last(b)) &&
      a->section->element == b->section->element;
  if ((is_by_inner(a) || is_by_inner(b)) && answer != LCM_RACE_NO)
    leave_open(s, around(s, a));
  if (!which && i < s->first_own && apart != LCM_RACE_YES &&
      !are_atomic(a, b) && lcm_race_may_differ(a->state, b->state))
    leave_round(s, a, b);
  if (answer == LCM_RACE_NO || apart == LCM_RACE_YES || are_atomic(a, b) ||
      (!sure && is_open(s, around(s, a))))
    return;
  meet(&met, s, a, b, &relation);
  if (met.overlap == LCM_OVERLAP_YES && sure) {
    const struct lcm_race race = {s->region, a, b, met};
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->out->all, race);
  } else if (met.overlap != LCM_OVERLAP_NO)
    leave_open(s, around(s, a));
}

/* Return whether "a" and "b" are of one variable, and one of them writes. */
static bool is_of_interest(const struct lcm_edit_access *a,
                           const struct lcm_edit_access *b) {
  return a->section->key == b->section->key && (a->writes || b->writes);
}

/* Compare all accesses of the region, those that both write ("both") or
 * others. */
static void compare_all(struct study *s, bool both) {
  for (size_t i = 0; i < s->all.of.n; i++)
    for (size_t k = both ? i : 0; k < s->all.of.n; k++) {
      const struct lcm_edit_access *a = &s->all.of.at[i];
      const struct lcm_edit_access *b = &s->all.of.at[k];
      if (!a->writes || b->writes != both || !is_of_interest(a, b) ||
          is_known(s, a))
        continue;
      compare_in(s, i, k, 0);
      if (!is_known(s, a) && i < s->first_own)
        compare_in(s, i, k, 1);
    }
}

/* Return whether the elements that "a" and "b" touch are of different types, as
 * far as their sizes say, none of them bytes. */
static bool are_of_other_types(const lcm_section *a, const lcm_section *b) {
  return a->element && b->element && a->element != b->element &&
         !lcm_expr_is_int(a->element, 1) && !lcm_expr_is_int(b->element, 1);
}

/* Return whether pointers may let "a" and "b", of variables with different
 * names, be the same data. */
static bool may_be_same(struct study *s, struct lcm_editing *e,
                        const lcm_section *a, const lcm_section *b) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  size_t known = 0;
  const char *keys = lcm_intern(
      s->ctx, lcm_arena_printf(arena, "%s %s %zu %zu %d%d%d%d", a->key, b->key,
                               lcm_section_loads(a), lcm_section_loads(b),
                               a->via != NULL, b->via != NULL, !a->n_extents,
                               !b->n_extents));
  if (are_of_other_types(a, b))
    return false;
  if (!lcm_map_get(&s->apart, keys, &known)) {
    known = lcm_edit_apart(e, s->watch.function, a, b) ? 1 : 2;
    lcm_map_put(arena, &s->apart, keys, known);
  }
  return known == 2;
}

/* Return whether "a" and "b" may be made by different threads at the same time,
 * and not both by atomic operations. */
static bool may_meet(const struct study *s, const struct lcm_edit_access *a,
                     const struct lcm_edit_access *b) {
  struct lcm_race_relation relation;
  return !are_atomic(a, b) &&
         lcm_race_excluded(s->region, a->state, b->state) != LCM_RACE_YES &&
         (lcm_race_relate(&relation, s->region, a->state, b->state, 0) !=
              LCM_RACE_NO ||
          lcm_race_may_differ(a->state, b->state));
}

/* Leave open what pointers may let be the same data. */
static void leave_aliases(struct study *s, struct lcm_editing *e) {
  for (size_t i = 0; i < s->first_own; i++)
    for (size_t k = 0; k < s->first_own; k++) {
      const struct lcm_edit_access *a = &s->all.of.at[i];
      const struct lcm_edit_access *b = &s->all.of.at[k];
      if (a->writes && a->section->key != b->section->key &&
          !is_pointer(a->section) && !is_pointer(b->section) &&
          !is_open(s, around(s, a)) &&
          may_be_same(s, e, a->section, b->section) && may_meet(s, a, b))
        leave_open(s, around(s, a));
    }
}

/* Return whether "access" reads the index of the loop "loop", which threads
 * share. */
static bool reads_index(const struct lcm_edit_access *access,
                        const struct lcm_race_loop *loop) {
  const lcm_section *section = access->section;
  if (access->writes || section->n_extents || section->is_private ||
      loop->node->kind != LCM_NODE_LOOP || loop->n != 1)
    return false;
  const char *index = loop->node->u.loop.ranges[0].index;
  return !strcmp(lcm_name_plain(index), section->datum);
}

/* Return where "loop" goes on to the next round, while tasks of the last one
 * may run. */
static const struct lcm_race_at *
behind_round(struct study *s, const struct lcm_race_loop *loop) {
  struct lcm_race_at *at = LCM_NEW(lcm_ctx_arena(s->ctx), struct lcm_race_at);
  *at = *loop->at;
  at->place = loop->end;
  return at;
}

/* Add that the headers of loops write their indices, where threads share
 * these. */
static void add_indices(struct study *s) {
  const size_t n = s->all.of.n;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_edit_access *access = &s->all.of.at[i];
    const struct lcm_race_at *at = access->state;
    for (const struct lcm_race_loop *loop = at->loop; loop && !at->in_call;
         loop = loop->outer) {
      if (!reads_index(access, loop) ||
          (loop->at->task == at->task) != !at->task)
        continue;
      struct lcm_edit_access header = *access;
      lcm_section *section = LCM_NEW(lcm_ctx_arena(s->ctx), lcm_section);
      *section = *access->section;
      section->loc = loop->node->loc;
      section->exact = true;
      header.section = section;
      header.writes = true;
      header.node = loop->node;
      header.n_ranges = loop->first;
      header.state = at->task ? behind_round(s, loop) : loop->at;
      LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->all.of, header);
    }
  }
}

/* Return whether "access" goes through the pointer variable whose key is
 * "pointer". */
static bool goes_through(const struct lcm_edit_access *access,
                         const char *pointer) {
  const lcm_section *section = access->section;
  const size_t n = section->key ? strlen(section->key) : 0;
  return section->n_extents && !section->is_private && n &&
         !strncmp(section->key, pointer, n) && !strcmp(pointer + n, "*");
}

/* Add that accesses through pointers that threads set read these. */
static void add_pointers(struct study *s) {
  const size_t n = s->all.of.n;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_edit_access write = s->all.of.at[i];
    if (!write.writes || !is_pointer(write.section))
      continue;
    for (size_t k = 0; k < n; k++) {
      struct lcm_edit_access read = s->all.of.at[k];
      if (!goes_through(&read, write.section->key))
        continue;
      lcm_section *section = LCM_NEW(lcm_ctx_arena(s->ctx), lcm_section);
      *section = *write.section;
      section->loc = read.section->loc;
      section->exact = true;
      read.section = section;
      read.writes = false;
      LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->all.of, read);
    }
  }
}

/* Return whether a task touches the variable of "access", which lives inside of
 * the region. */
static bool is_in_task(const struct study *s,
                       const struct lcm_edit_access *access) {
  for (size_t i = 0; i < s->own.of.n; i++) {
    const struct lcm_race_at *at = s->own.of.at[i].state;
    if (at->task && s->own.of.at[i].section->key == access->section->key)
      return true;
  }
  return false;
}

/* Add the accesses to what lives inside of the region and tasks share. */
static void add_own(struct study *s) {
  s->first_own = s->all.of.n;
  for (size_t i = 0; i < s->own.of.n; i++)
    if (is_in_task(s, &s->own.of.at[i]))
      LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->all.of, s->own.of.at[i]);
}

/* Return whether "region" is a construct of OpenMP that stands in the source,
 * and not what comments make of that, or are threads that are started by calls
 * and run at the same time. */
static bool is_written(const lcm_node *region) {
  const char *construct = lcm_node_attribute(region, "construct");
  if (lcm_node_attribute(region, "together"))
    return true;
  if (region->kind != LCM_NODE_TEAM)
    return false;
  return region->u.team.kind != LCM_TEAM_RANKS && construct &&
         (strstr(construct, "parallel") || strstr(construct, "teams")) &&
         !strstr(construct, "pthread") && !strstr(construct, "thrd");
}

/* A search for the regions of a function. */
struct search {
  struct lcm_races *out;
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_race_given *given;
  struct lcm_compared *known;
  const lcm_function *function;
};

/* Return whether "region" has one thread, as far as the values that are given
 * say. */
static bool is_alone(const struct search *s, const lcm_node *region) {
  double processors = 0;
  long long threads = 0;
  if (!lcm_race_threads(&threads, region))
    return true;
  for (size_t i = 0; i < s->given->all.n && region->kind == LCM_NODE_TEAM &&
                     !region->u.team.size;
       i++)
    if (!strcmp(s->given->all.at[i].name, "p") &&
        lcm_expr_is_number(s->given->all.at[i].by, &processors) &&
        processors == 1)
      return true;
  return false;
}

/* Note that "node" is looked at where it is a parallel loop. */
static lcm_status look(const lcm_node *node, void *user) {
  struct study *s = user;
  if (node->kind == LCM_NODE_PARLOOP && !node->ignored)
    look_at(s->out, s->ctx, node);
  return LCM_OK;
}

/* Note the parallel loops of the region as looked at, or, where it has none,
 * the region. */
static void note_looked(struct study *s) {
  const size_t looked = s->out->looked.n;
  for (size_t i = 0; i < s->region->n_children; i++)
    lcm_edit_foreach(s->region->children[i], look, s);
  if (s->out->looked.n == looked)
    look_at(s->out, s->ctx, s->region);
}

/* Return whether "access" reads in the loop "loop", or in its header, and not
 * by an atomic operation. */
static bool reads_in(const struct lcm_edit_access *access,
                     const struct lcm_race_loop *loop) {
  const struct lcm_race_at *at = access->state;
  const struct lcm_race_loop *in = at->loop;
  while (in && in != loop)
    in = in->outer;
  return !access->writes && !is_atomic(access) &&
         (in || access->node == loop->node);
}

/* Return whether an atomic operation writes what "read" reads. */
static bool is_set_atomically(const struct study *s,
                              const struct lcm_edit_access *read) {
  bool found = false;
  for (size_t i = 0; i < s->all.of.n && !found; i++) {
    const struct lcm_edit_access *access = &s->all.of.at[i];
    found = access->writes && is_atomic(access) &&
            access->section->key == read->section->key;
  }
  return found;
}

/* Return whether the condition of "loop" speaks of the variable of "write". */
static bool is_tested(const struct lcm_race_loop *loop,
                      const struct lcm_edit_access *write) {
  const char *names = lcm_node_attribute(loop->node, "depends");
  const char *name = write->section->datum;
  const size_t n = strlen(name);
  for (; names && *names; names += strspn(names, ", ")) {
    const size_t length = strcspn(names, ", ");
    if (length == n && !strncmp(names, name, n))
      return true;
    names += length;
  }
  return false;
}

/* Return whether a loop that updates something may go round until other threads
 * have set what it, or a loop around it, reads. */
static bool may_spin(const struct study *s) {
  for (size_t i = 0; i < s->watch.repeated.n; i++)
    for (size_t k = 0; k < s->all.of.n; k++) {
      const struct lcm_edit_access *access = &s->all.of.at[k];
      for (const struct lcm_race_loop *loop = s->watch.repeated.at[i]; loop;
           loop = loop->outer)
        if ((reads_in(access, loop) && is_set_atomically(s, access)) ||
            (access->writes && is_atomic(access) && is_tested(loop, access)))
          return true;
    }
  return false;
}

/* Where it is not known which locks are held, or who waits for whom: nothing
 * that is written is decided. */
static void leave_lost(struct study *s) {
  for (size_t i = 0; i < s->all.of.n && s->watch.lost; i++)
    if (s->all.of.at[i].writes)
      leave_open(s, around(s, &s->all.of.at[i]));
}

/* Return the loop of "node", or below it, that starts the threads of "region"
 * and stands before that, for what else it does; NULL for none. */
static const lcm_node *starting_loop(const lcm_node *node,
                                     const lcm_node *region) {
  const lcm_node *found = NULL;
  for (size_t i = 0; i < node->n_children && !found; i++) {
    const lcm_node *child = node->children[i];
    const bool around = child->loc.file == region->loc.file &&
                        child->loc.begin <= region->loc.begin &&
                        region->loc.begin < child->loc.end;
    if (around && child->kind == LCM_NODE_LOOP && child->n_children &&
        child->u.loop.n_ranges == 1)
      found = child;
    else
      found = starting_loop(child, region);
  }
  return found;
}

/* What a name stands for, and the context. */
struct standing {
  lcm_ctx *ctx;
  const struct lcm_subst *subst;
};

/* Return "e" with what the name of "user" stands for. */
static const lcm_expr *put_standing(const lcm_expr *e, void *user) {
  const struct standing *of = user;
  return lcm_expr_subst(of->ctx, e, of->subst, 1);
}

/* Let the accesses from number "first" on speak of the number of the thread
 * instead of the index of the loop that starts it. */
static void put_thread(struct study *s, size_t first,
                       const struct lcm_subst *index) {
  struct standing of = {s->ctx, index};
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  for (size_t i = first; i < s->all.of.n; i++) {
    struct lcm_edit_access *access = &s->all.of.at[i];
    lcm_section *section = LCM_NEW(arena, lcm_section);
    lcm_iteration *ranges =
        LCM_NEW_ARRAY(arena, lcm_iteration, access->n_ranges + 1);
    *section = lcm_section_map(s->ctx, access->section, put_standing, &of);
    for (size_t k = 0; k < access->n_ranges; k++)
      ranges[k] = lcm_iteration_map(&access->ranges[k], put_standing, &of);
    access->section = section;
    access->ranges = ranges;
  }
}

/* Touch "node", which who starts the threads of the region executes beside
 * them. */
static void touch_beside(struct study *s, struct lcm_editing *e,
                         const lcm_node *node) {
  const struct lcm_race_at outside = s->watch.outside;
  const bool lost = s->watch.lost;
  const size_t unseen = s->watch.unseen.n;
  s->watch.outside.who = LCM_RACE_UNIT;
  s->watch.outside.construct = s->region;
  s->watch.outside.unit = SIZE_MAX;
  s->watch.outside.doubtful = true;
  lcm_edit_touch(&s->all, e, s->watch.function, node);
  s->watch.outside = outside;
  s->watch.lost = lost;
  s->watch.unseen.n = unseen;
}

/* Touch what stands below "node" between the start of the threads of the region
 * and where they are waited for: it comes before the region in the structure,
 * but behind its begin in the text. */
static void touch_between(struct study *s, struct lcm_editing *e,
                          const lcm_node *node) {
  size_t at = 0;
  while (at < node->n_children && node->children[at] != s->region)
    at++;
  for (size_t i = 0; i < node->n_children && at == node->n_children; i++)
    touch_between(s, e, node->children[i]);
  for (size_t i = 0; i < at && at < node->n_children; i++) {
    const lcm_node *child = node->children[i];
    if (child->kind != LCM_NODE_LET && child->loc.file == s->region->loc.file &&
        child->loc.begin > s->region->loc.begin)
      touch_beside(s, e, child);
  }
}

/* Touch what the loop that starts the threads of the region does besides: what
 * comes before thread k is started is beside what those before it do. */
static void touch_start(struct study *s, struct lcm_editing *e) {
  const lcm_function *function = s->watch.function;
  const lcm_node *loop =
      s->watch.by_hand ? starting_loop(function->body, s->region) : NULL;
  if (s->watch.by_hand)
    touch_between(s, e, function->body);
  if (!loop || loop->marks.down || loop->u.loop.ranges->factor)
    return;
  const lcm_iteration *range = loop->u.loop.ranges;
  const lcm_expr *by =
      lcm_expr_symbol(s->ctx, lcm_intern(s->ctx, "thread"), LCM_DIM_NONE);
  if (range->step)
    by = lcm_expr_mul(s->ctx, by, range->step);
  const struct lcm_subst index = {range->index,
                                  lcm_expr_add(s->ctx, range->from, by)};
  const size_t first = s->all.of.n;
  touch_beside(s, e, loop->children[0]);
  put_thread(s, first, &index);
}

/* Study the region "region". */
static void study_region(const struct search *search, const lcm_node *region) {
  struct study s = {.out = search->out,
                    .ctx = search->ctx,
                    .program = search->program,
                    .given = search->given,
                    .known = search->known,
                    .region = region};
  static const struct lcm_edit_step NONE = {.text = "check"};
  struct lcm_editing e = {.ctx = s.ctx, .program = s.program, .step = &NONE};
  if (!is_written(region) || !region->n_children || region->ignored ||
      is_alone(search, region))
    return;
  note_looked(&s);
  s.all = (struct lcm_edit_accesses){.shared = true, .own = &s.own};
  s.watch = (struct lcm_race_watch){
      .ctx = s.ctx,
      .program = s.program,
      .function = search->function,
      .region = region,
      .by_hand = lcm_node_attribute(region, "together") != NULL};
  lcm_race_watch_start(&s.watch, &s.all);
  touch_start(&s, &e);
  for (size_t i = 0; i < region->n_children; i++) {
    if (region->kind == LCM_NODE_PARALLEL) {
      s.watch.outside.who = LCM_RACE_UNIT;
      s.watch.outside.construct = region;
      s.watch.outside.unit = i;
    }
    lcm_edit_touch(&s.all, &e, search->function, region->children[i]);
  }
  s.watch.lost = s.watch.lost || s.all.cut || may_spin(&s);
  lcm_race_find_names(&s.names, &s.watch);
  add_indices(&s);
  add_pointers(&s);
  add_own(&s);
  s.certain = LCM_NEW_ARRAY(lcm_ctx_arena(s.ctx), bool, s.all.of.n + 1);
  for (size_t i = 0; i < s.all.of.n; i++)
    s.certain[i] = is_certain(&s, &s.all.of.at[i]);
  compare_all(&s, false);
  compare_all(&s, true);
  leave_aliases(&s, &e);
  leave_lost(&s);
  for (size_t i = 0; i < s.watch.unseen.n; i++)
    leave_open(&s, s.watch.unseen.at[i]);
}

/* Study "node" where it is a region. */
static lcm_status visit(const lcm_node *node, void *user) {
  if (node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_PARALLEL)
    study_region(user, node);
  return LCM_OK;
}

void lcm_races_find(struct lcm_races *out, lcm_ctx *ctx,
                    const lcm_program *program,
                    const struct lcm_race_given *given) {
  struct lcm_compared known = {.places = {0}};
  *out = (struct lcm_races){.all = {0}};
  for (size_t i = 0; i < program->n_functions; i++) {
    struct search s = {out,   ctx,    program,
                       given, &known, &program->functions[i]};
    if (s.function->body)
      lcm_edit_foreach(s.function->body, visit, &s);
  }
}
