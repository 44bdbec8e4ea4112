#include <math.h>

#include "composer/schedule_internal.h"

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

/* Return the interval of a row other than "row" that ends at range[0], give
 * or take range[1], and is work ("busy") or anything but waiting; the first of
 * the rows, NONE for none. */
static size_t ended_at(const lcm_timetable *s, size_t row,
                       const double range[2], bool busy) {
  for (size_t i = 0; i < s->n_processors; i++) {
    const size_t at = i == row ? NONE : ending_at(s, i, range[0], range[1]);
    if (at != NONE && !lcm_cat_is_idle(s->intervals[at].cat) &&
        (!busy || lcm_interval_is_busy(s, &s->intervals[at])))
      return at;
  }
  return NONE;
}

/* Return the interval of a row other than "row" in which something was done
 * until "when": work that ends then, else pieces of it that meet then, else a
 * transfer; NONE where there is none. */
static size_t done_at(const struct lcm_score_sheet *sheet, size_t row,
                      double when, double near) {
  const lcm_timetable *s = &sheet->schedule;
  size_t at = ended_at(s, row, (const double[]){when, near}, true);
  for (size_t i = 0; i < s->n_processors && at == NONE; i++)
    at = i == row ? NONE : cut_at(sheet, i, when, near);
  return at == NONE ? ended_at(s, row, (const double[]){when, near}, false)
                    : at;
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
  size_t cause = NONE;
  if (interval->cat == LCM_CAT_RC)
    cause = ended_at(s, row, (const double[]){from.when, near}, true);
  else if (lcm_cat_is_idle(interval->cat))
    cause = done_at(sheet, row, from.when, near);
  if (cause == NONE && lcm_cat_is_idle(interval->cat) &&
      interval->cat != LCM_CAT_SL)
    cause = done_at(sheet, row, from.when, s->resolution);
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
