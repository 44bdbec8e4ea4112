/* Arrows: what processors send each other.  What is sent once in the score may
 * be played several times: whoever gets it takes the first, then the second. */
#include <stdlib.h>

#include "base/map.h"
#include "study/timetable/arrow.h"

/* When something left, and from which row. */
struct leaving {
  size_t row;
  double when;
};

/* How many times row "row" has got it. */
struct taker {
  size_t row;
  size_t n;
};

/* All that was sent by one element of the score. */
struct sent {
  LCM_LIST(struct leaving) times;
  LCM_LIST(struct taker) takers;
};

/* Arrows being found. */
struct arrows {
  struct lcm_score_sheet *sheet;
  lcm_map of; /* by "sending", its number in "all" */
  LCM_LIST(struct sent) all;
  LCM_LIST(struct lcm_arrow) found;
};

/* Note when everything leaves. */
static void note_sent(struct arrows *a) {
  lcm_arena *arena = lcm_ctx_arena(a->sheet->ctx);
  for (size_t i = 0; i < a->sheet->n_rows; i++) {
    const struct lcm_row *row = &a->sheet->rows[i];
    for (size_t k = 0; k < row->contacts.n; k++) {
      const struct lcm_contact *contact = &row->contacts.at[k];
      size_t at = a->all.n;
      if (contact->gets)
        continue;
      if (!lcm_map_get(&a->of, contact->sending, &at)) {
        lcm_map_put(arena, &a->of, contact->sending, at);
        LCM_LIST_ADD(arena, &a->all, (struct sent){0});
      }
      LCM_LIST_ADD(arena, &a->all.at[at].times,
                   ((struct leaving){i, contact->when}));
    }
  }
}

/* Return which of what was "sent" row "row" gets now. */
static size_t next_of(struct arrows *a, struct sent *sent, size_t row) {
  for (size_t i = sent->takers.n; i-- > 0;)
    if (sent->takers.at[i].row == row)
      return sent->takers.at[i].n++;
  LCM_LIST_ADD(lcm_ctx_arena(a->sheet->ctx), &sent->takers,
               ((struct taker){row, 1}));
  return 0;
}

/* Add the arrow that ends with "contact" of row "row". */
static void add_arrow(struct arrows *a, const struct lcm_contact *contact,
                      size_t row) {
  size_t at = 0;
  if (!contact->gets || !lcm_map_get(&a->of, contact->sending, &at))
    return;
  struct sent *sent = &a->all.at[at];
  const size_t k = next_of(a, sent, row);
  if (k >= sent->times.n)
    return;
  const struct leaving *from = &sent->times.at[k];
  if (from->row == row || from->when > contact->when)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(a->sheet->ctx), &a->found,
               ((struct lcm_arrow){.from = from->row,
                                   .to = row,
                                   .begin = from->when,
                                   .end = contact->when,
                                   .bytes = contact->sending->bytes,
                                   .node = contact->sending->node}));
}

/* Compare the arrows at "a" and "b" by when and where they begin. */
static int compare(const void *a, const void *b) {
  const struct lcm_arrow *x = a;
  const struct lcm_arrow *y = b;
  if (x->begin < y->begin || x->begin > y->begin)
    return x->begin < y->begin ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

void lcm_sheet_set_arrows(struct lcm_score_sheet *sheet, struct lcm_arrow *all,
                          size_t n) {
  if (n)
    qsort(all, n, sizeof *all, compare);
  sheet->schedule.arrows = all;
  sheet->schedule.cut = sheet->schedule.cut || n > LCM_MOST_ARROWS;
  sheet->schedule.n_arrows = n < LCM_MOST_ARROWS ? n : LCM_MOST_ARROWS;
}

void lcm_sheet_arrows(struct lcm_score_sheet *sheet) {
  struct arrows a = {.sheet = sheet};
  note_sent(&a);
  for (size_t i = 0; i < sheet->n_rows && a.all.n; i++)
    for (size_t k = 0; k < sheet->rows[i].contacts.n; k++)
      add_arrow(&a, &sheet->rows[i].contacts.at[k], i);
  lcm_sheet_set_arrows(sheet, a.found.at, a.found.n);
}

/* ---- by their ends ------------------------------------------------------- */

/* Compare the arrows that "a" and "b" point to by where and when they end. */
static int by_end(const void *a, const void *b) {
  const struct lcm_arrow *x = *(const struct lcm_arrow *const *)a;
  const struct lcm_arrow *y = *(const struct lcm_arrow *const *)b;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  if (x->end < y->end || x->end > y->end)
    return x->end < y->end ? -1 : 1;
  if (x->begin < y->begin || x->begin > y->begin)
    return x->begin < y->begin ? -1 : 1;
  return (x->from > y->from) - (x->from < y->from);
}

struct lcm_arrivals lcm_sheet_arrivals(const struct lcm_score_sheet *sheet) {
  const size_t n = sheet->schedule.n_arrows;
  struct lcm_arrivals out = {
      LCM_NEW_ARRAY(lcm_ctx_arena(sheet->ctx), const struct lcm_arrow *, n + 1),
      n};
  for (size_t i = 0; i < n; i++)
    out.at[i] = &sheet->schedule.arrows[i];
  if (n > 1)
    qsort(out.at, n, sizeof *out.at, by_end);
  return out;
}

const struct lcm_arrow *lcm_arrivals_find(const struct lcm_arrivals *arrivals,
                                          size_t row, double when,
                                          double near) {
  const struct lcm_arrow *best = NULL;
  size_t low = 0;
  size_t high = arrivals->n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const struct lcm_arrow *arrow = arrivals->at[middle];
    if (arrow->to < row || (arrow->to == row && arrow->end < when - near))
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < arrivals->n && arrivals->at[low]->to == row &&
         arrivals->at[low]->end <= when + near;
       low++)
    if (arrivals->at[low]->begin < when - near &&
        (!best || arrivals->at[low]->begin > best->begin))
      best = arrivals->at[low];
  return best;
}
