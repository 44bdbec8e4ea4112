/* The last-event chain: which intervals the end of the run waited for. */
#include <math.h>

#include "study/timetable/chain.h"

static const size_t NONE = (size_t)-1;

/* Links of a chain at most. */
enum { MOST_LINKS = 100000 };

/* Return the interval of row "i" of "s" that ends at "when", give or take
 * "near"; NONE where none does. */
static size_t ending_at(const lcm_timetable *s, size_t i, double when,
                        double near) {
  size_t low = s->first[i];
  size_t high = s->first[i + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (s->intervals[middle].end < when - near)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s->first[i + 1] && s->intervals[low].end <= when + near ? low
                                                                       : NONE;
}

/* A moment in an interval. */
struct moment {
  size_t at;
  double when;
};

/* Return the interval of row "i" of "sheet" in which pieces meet at "when",
 * give or take "near"; NONE where none do. */
static size_t cut_at(const struct lcm_score_sheet *sheet, size_t i, double when,
                     double near) {
  const struct lcm_row *row = &sheet->rows[i];
  const lcm_timetable *s = &sheet->schedule;
  size_t low = 0;
  size_t high = row->cuts.n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (row->cuts.at[middle] < when - near)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == row->cuts.n || row->cuts.at[low] > when + near)
    return NONE;
  size_t at = s->first[i];
  while (at + 1 < s->first[i + 1] && s->intervals[at].end < when)
    at++;
  return at;
}

/* A moment until which row "row" waited, give or take "near", and the rows that
 * it may have waited for: those from "first" to "last" - 1. */
struct waiting {
  size_t row;
  double when;
  double near;
  size_t first;
  size_t last;
};

/* Return the interval of a row that "w" may have waited for that ends then, and
 * is work ("busy") or anything but waiting; the first of the rows, NONE for
 * none. */
static size_t ended_at(const lcm_timetable *s, const struct waiting *w,
                       bool busy) {
  for (size_t i = w->first; i < w->last; i++) {
    const size_t at = i == w->row ? NONE : ending_at(s, i, w->when, w->near);
    if (at != NONE && !lcm_cat_is_idle(s->intervals[at].cat) &&
        (!busy || lcm_interval_is_busy(s, &s->intervals[at])))
      return at;
  }
  return NONE;
}

/* Return the interval of a row that "w" may have waited for in which something
 * was done until then: work that ends then, else pieces of it that meet then,
 * else a transfer; NONE where there is none. */
static size_t done_at(const struct lcm_score_sheet *sheet,
                      const struct waiting *w) {
  const lcm_timetable *s = &sheet->schedule;
  size_t at = ended_at(s, w, true);
  for (size_t i = w->first; i < w->last && at == NONE; i++)
    at = i == w->row ? NONE : cut_at(sheet, i, w->when, w->near);
  return at == NONE ? ended_at(s, w, false) : at;
}

/* Return the rows that row "row" may have waited for until "when": those with
 * which it synchronizes next, at that moment or behind what that costs. */
static struct waiting waiting_of(const struct lcm_score_sheet *sheet,
                                 size_t row, double when) {
  const struct lcm_row *r = &sheet->rows[row];
  const double near = 1e-9 * sheet->schedule.time;
  struct waiting out = {row, when, near, 0, sheet->n_rows};
  size_t low = 0;
  size_t high = r->marks.n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (r->marks.at[middle].when < when - near)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == r->marks.n)
    return out;
  out.first = r->marks.at[low].first;
  out.last = r->marks.at[low].last;
  return out;
}

/* Return the interval that a wait until "from.when", its end, was for: that
 * itself where it is no wait, or nobody was waited for.  Contention is a wait
 * where somebody's work ends with it. */
static size_t cause_of(const struct lcm_score_sheet *sheet,
                       struct moment from) {
  const lcm_timetable *s = &sheet->schedule;
  const lcm_interval *interval = &s->intervals[from.at];
  const size_t row = interval->processor;
  const double near = 1e-9 * s->time;
  struct waiting w = waiting_of(sheet, row, from.when);
  size_t cause = NONE;
  for (int i = 0; i < 2 && cause == NONE; i++) {
    w.near = near;
    if (interval->cat == LCM_CAT_RC)
      cause = ended_at(s, &w, true);
    else if (lcm_cat_is_idle(interval->cat))
      cause = done_at(sheet, &w);
    w.near = s->resolution;
    if (cause == NONE && lcm_cat_is_idle(interval->cat) &&
        interval->cat != LCM_CAT_SL)
      cause = done_at(sheet, &w);
    w.first = 0;
    w.last = sheet->n_rows;
  }
  return cause == NONE ? from.at : cause;
}

/* Return the interval in which something is done last, the first of the rows
 * where several are. */
static size_t last_done(const lcm_timetable *s) {
  size_t best = NONE;
  for (size_t i = 0; i < s->n_processors; i++) {
    size_t k = s->first[i + 1];
    while (k > s->first[i] && lcm_cat_is_idle(s->intervals[k - 1].cat))
      k--;
    if (k > s->first[i] &&
        (best == NONE ||
         s->intervals[k - 1].end > s->intervals[best].end + 1e-9 * s->time))
      best = k - 1;
  }
  return best;
}

/* Turn the "n" links at "links" round. */
static void turn(struct lcm_link *links, size_t n) {
  for (size_t i = 0; i < n / 2; i++) {
    const struct lcm_link first = links[i];
    links[i] = links[n - 1 - i];
    links[n - 1 - i] = first;
  }
}

void lcm_sheet_chain(struct lcm_score_sheet *sheet) {
  lcm_arena *arena = lcm_ctx_arena(sheet->ctx);
  lcm_timetable *s = &sheet->schedule;
  LCM_LIST(struct lcm_link) links = {0};
  struct moment now = {last_done(s), 0};
  now.when = now.at == NONE ? 0 : s->intervals[now.at].end;
  while (now.at != NONE && links.n < MOST_LINKS) {
    now.at = cause_of(sheet, now);
    const lcm_interval *interval = &s->intervals[now.at];
    struct lcm_link *last = links.n ? &links.at[links.n - 1] : NULL;
    const struct lcm_link fresh = {interval->processor, interval->start,
                                   now.when, now.at};
    if (last && last->processor == interval->processor)
      last->start = interval->start;
    else
      LCM_LIST_ADD(arena, &links, fresh);
    now.when = interval->start;
    now.at = now.at > s->first[interval->processor] ? now.at - 1 : NONE;
  }
  turn(links.at, links.n);
  s->chain = links.at;
  s->n_chain = links.n;
}
