/* The score of the composed run, played to rows of intervals. */
#include <math.h>

#include "study/timetable/play.h"
#include "study/timetable/state.h"

/* Where in a score one is. */
struct spot {
  /* that processor number "from" of the crew has; those up to "to" - 1 have the
   * next */
  size_t row;
  size_t from;
  size_t to;
  double scale;         /* how much longer everything is */
  const double *fit;    /* how much longer each category is beside, or NULL */
  const lcm_node *node; /* node, state: of what is around */
  size_t state;
  /* first, last: the rows of the innermost team around, those up to "last" -
   * 1 */
  size_t first;
  size_t last;
};

/* A score being played: "shortest" seconds are played by themselves. */
struct playing {
  struct lcm_score_sheet *sheet;
  double shortest;
};

static void play_chain(struct playing *p, const struct lcm_score *score,
                       const struct lcm_score *since, const struct spot *at);

/* The categories in the order in which they are played where no more is known:
 * work, then waiting for others, then what synchronizing itself costs. */
static size_t cat_at(size_t i) {
  static const size_t FIRST[] = {LCM_CAT_PC, LCM_CAT_UNSPLIT, LCM_CAT_RC,
                                 LCM_CAT_CL, LCM_CAT_LI,      LCM_CAT_IP,
                                 LCM_CAT_SL};
  return i < LCM_CAT_USER ? FIRST[i] : i;
}

/* Append the seconds "cats" to row "row", each "times" over. */
static void append_cats(struct playing *p, size_t row, const double *cats,
                        double times, const struct spot *at) {
  for (size_t i = 0; i < LCM_MAX_CATS; i++) {
    const size_t c = cat_at(i);
    const double seconds =
        cats[c] * times * at->scale * (at->fit ? at->fit[c] : 1);
    const struct lcm_piece_of of = {at->node, c, at->state};
    lcm_sheet_append(p->sheet, row, &of, seconds);
  }
}

/* Play the "n"th part of the element "e", gathered by category, "n" times. */
static void gather(struct playing *p, const struct lcm_score *e, double n,
                   const struct spot *at) {
  for (size_t i = at->from; i < at->to; i++) {
    double cats[LCM_MAX_CATS] = {0};
    lcm_score_lane(cats, e, i, 1 / n);
    for (double k = 0; k < n; k++)
      append_cats(p, at->row + i - at->from, cats, 1, at);
  }
}

/* Return how long the element "e" is. */
static double length_of(const struct lcm_score *e, const struct spot *at) {
  double sum = 0;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    sum += e->own[c] * (at->fit ? at->fit[c] : 1);
  return sum / e->w * at->scale;
}

/* Play the PART "e", which has the length "length". */
static void play_part(struct playing *p, const struct lcm_score *e,
                      double length, const struct spot *at) {
  struct spot inner = *at;
  const double whole = floor(e->times * (1 + 1e-12));
  const double rest = e->times - whole;
  if (e->fit) {
    double *fit =
        LCM_NEW_ARRAY(lcm_ctx_arena(p->sheet->ctx), double, LCM_MAX_CATS);
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      fit[c] = e->fit[c] * (at->fit ? at->fit[c] : 1);
    inner.fit = fit;
  }
  if (e->times > 1 && length / e->times < p->shortest) {
    const double n = fmax(1, floor(length / p->shortest));
    gather(p, e, n, at);
    p->sheet->schedule.gathered += length * (double)(at->to - at->from);
    return;
  }
  for (double i = 0; i < whole; i++)
    play_chain(p, e->part, e->since, &inner);
  inner.scale = at->scale * rest;
  if (rest > 1e-12 * e->times)
    play_chain(p, e->part, e->since, &inner);
}

/* Let the rows of "at" synchronize with those of their team. */
static void mark(struct playing *p, const struct spot *at) {
  lcm_arena *arena = lcm_ctx_arena(p->sheet->ctx);
  for (size_t i = at->from; i < at->to; i++) {
    struct lcm_row *row = &p->sheet->rows[at->row + i - at->from];
    LCM_LIST_ADD(arena, &row->marks,
                 (struct lcm_mark){row->clock, at->first, at->last});
  }
}

/* Note what the crew of "at" sends or gets by "e": its first row does it. */
static void touch(struct playing *p, const struct lcm_score *e,
                  const struct spot *at) {
  struct lcm_row *row = &p->sheet->rows[at->row];
  if (at->from == 0 && at->to > 0)
    LCM_LIST_ADD(lcm_ctx_arena(p->sheet->ctx), &row->contacts,
                 ((struct lcm_contact){row->clock, e->sending,
                                       e->kind == LCM_SCORE_GET}));
}

/* Name the rows of the ranks that the TEAM "e", if it is of ranks, has at
 * "at". */
static void name_ranks(struct playing *p, const struct lcm_score *e,
                       const struct spot *at) {
  const lcm_node *node = at->node;
  lcm_arena *arena = lcm_ctx_arena(p->sheet->ctx);
  size_t row = at->row;
  if (!node || node->kind != LCM_NODE_TEAM ||
      node->u.team.kind != LCM_TEAM_RANKS || at->from)
    return;
  for (size_t k = 0; k < e->crews->n; k++)
    for (size_t i = 0; i < (size_t)e->crews->at[k]->w; i++, row++)
      if (row < p->sheet->n_rows)
        p->sheet->rows[row].actor =
            e->crews->at[k]->w > 1
                ? lcm_arena_printf(arena, "rank %zu, thread %zu", k, i)
                : lcm_arena_printf(arena, "rank %zu", k);
}

/* Play the crews of the TEAM "e" as far as "at" sees them. */
static void play_team(struct playing *p, const struct lcm_score *e,
                      const struct spot *where) {
  const struct spot *at = where;
  const double length = length_of(e, at);
  struct spot own = *where;
  size_t begin = 0;
  own.first = at->row - at->from;
  own.last = own.first + (size_t)e->w;
  at = &own;
  name_ranks(p, e, at);
  mark(p, at);
  for (size_t k = 0; k <= e->crews->n; k++) {
    const bool idle = k == e->crews->n;
    const size_t end = idle ? (size_t)e->w : begin + (size_t)e->crews->at[k]->w;
    const size_t from = begin > at->from ? begin : at->from;
    const size_t to = end < at->to ? end : at->to;
    struct spot inner = *at;
    inner.row = at->row + from - at->from;
    inner.from = from - begin;
    inner.to = to - begin;
    if (from < to && !idle)
      play_chain(p, e->crews->at[k], NULL, &inner);
    for (size_t i = from; idle && i < to; i++)
      lcm_sheet_append(p->sheet, at->row + i - at->from,
                       &(struct lcm_piece_of){at->node, LCM_CAT_LI, at->state},
                       length);
    begin = end;
  }
  mark(p, at);
}

/* Play the element "e". */
static void play_element(struct playing *p, const struct lcm_score *e,
                         const struct spot *at) {
  struct spot here = *at;
  if (e->node && e->node->kind != LCM_NODE_SERIES &&
      e->node->kind != LCM_NODE_BRANCH)
    here.node = e->node;
  if (e->node && e->node->name)
    here.node = e->node;
  if (e->node)
    here.state = lcm_sheet_state(p->sheet, e->node, at->state);
  const double length = length_of(e, &here);
  if (e->kind == LCM_SCORE_MARK) {
    mark(p, &here);
    return;
  }
  if (e->kind == LCM_SCORE_SEND || e->kind == LCM_SCORE_GET) {
    touch(p, e, &here);
    return;
  }
  if (e->kind == LCM_SCORE_LEAF || length < p->shortest) {
    gather(p, e, 1, &here);
    if (e->kind != LCM_SCORE_LEAF)
      p->sheet->schedule.gathered += length * (double)(at->to - at->from);
    return;
  }
  if (e->kind == LCM_SCORE_PART)
    play_part(p, e, length, &here);
  else if (e->kind == LCM_SCORE_TEAM)
    play_team(p, e, &here);
  else {
    here.from += e->first;
    here.to += e->first;
    play_team(p, e->part, &here);
  }
}

/* Play the elements of "score" behind "since". */
static void play_chain(struct playing *p, const struct lcm_score *score,
                       const struct lcm_score *since, const struct spot *at) {
  LCM_LIST(const struct lcm_score *) all = {0};
  for (; score && score != since; score = score->before)
    LCM_LIST_ADD(lcm_ctx_arena(p->sheet->ctx), &all, score);
  for (size_t i = all.n; i-- > 0;)
    play_element(p, all.at[i], at);
}

void lcm_sheet_play(struct lcm_score_sheet *sheet,
                    const struct lcm_score *score) {
  struct playing p = {sheet, sheet->schedule.resolution};
  const struct spot at = {.to = sheet->n_rows,
                          .scale = 1,
                          .state = (size_t)-1,
                          .last = sheet->n_rows};
  play_chain(&p, score, NULL, &at);
}
