/* What processors do when, predicted and measured, as data of the script: times
 * are whole ticks, rows that are alike stand there once. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "render/picture/picture.h"
#include "render/report/parts.h"
#include "render/report/rows.h"
#include "render/table/table.h"

/* Intervals and arrows that the script has at most. */
enum { MOST_INTERVALS = 150000, MOST_SHOWN_ARROWS = 4000 };

/* Ticks of the whole time: most first; fewer where there is too much. */
static const double TICKS[] = {1 << 22, 1 << 18, 1 << 15, 1 << 13, 1 << 11};

/* A row of a timetable that several processors have. */
struct row {
  const char *text;        /* its pieces: ticks, what, ticks, what */
  LCM_LIST(size_t) owners; /* ranges of processors: first, last, ... */
};

/* A timetable being written. */
struct writing_rows {
  struct lcm_page *page;
  const lcm_timetable *t;
  double ticks;
  lcm_map whats; /* of the text of what is done, its number */
  lcm_map known; /* of the text of a row, its number */
  LCM_LIST(const char *) what;
  LCM_LIST(struct row) rows;
  size_t n; /* pieces so far */
};

/* Return the number of what "interval" is of. */
static size_t what_of(struct writing_rows *w, const lcm_interval *interval) {
  lcm_buf text = {0};
  size_t at = w->what.n;
  const size_t part = lcm_page_part(w->page, interval->node);
  lcm_buf_printf(&text, "[%zu,", interval->state);
  lcm_put_script_text(&text, interval->label);
  lcm_buf_putc(&text, ',');
  lcm_put_script_text(&text, lcm_page_short(w->page, interval->place));
  if (part == SIZE_MAX)
    lcm_buf_printf(&text, ",-1,%zu]", interval->cat);
  else
    lcm_buf_printf(&text, ",%zu,%zu]", part, interval->cat);
  const char *key =
      lcm_intern(w->page->ctx, lcm_cell_take(w->page->ctx, &text));
  if (lcm_map_get(&w->whats, key, &at))
    return at;
  lcm_map_put(lcm_ctx_arena(w->page->ctx), &w->whats, key, at);
  LCM_LIST_ADD(lcm_ctx_arena(w->page->ctx), &w->what, key);
  return at;
}

/* Return the pieces of processor "i" as text. */
static const char *row_of(struct writing_rows *w, size_t i) {
  const lcm_timetable *t = w->t;
  lcm_buf text = {0};
  double done = 0;
  for (size_t k = t->first[i]; k < t->first[i + 1]; k++) {
    const double end = round(t->intervals[k].end / t->time * w->ticks);
    size_t next = 0;
    if (!(end > done))
      continue;
    const size_t what = what_of(w, &t->intervals[k]);
    double to = end;
    for (next = k + 1; next < t->first[i + 1]; next++) {
      const double more = round(t->intervals[next].end / t->time * w->ticks);
      if (more > to && what_of(w, &t->intervals[next]) != what)
        break;
      to = more;
    }
    lcm_buf_printf(&text, "%s%.0f,%zu", done > 0 ? "," : "", to - done, what);
    done = to;
    k = next - 1;
    w->n++;
  }
  return lcm_intern(w->page->ctx, lcm_cell_take(w->page->ctx, &text));
}

/* Let processor "i" have a row of "w". */
static void add_owner(struct writing_rows *w, size_t i) {
  lcm_arena *arena = lcm_ctx_arena(w->page->ctx);
  const size_t before = w->n;
  const char *text = row_of(w, i);
  size_t at = w->rows.n;
  if (lcm_map_get(&w->known, text, &at))
    w->n = before;
  else {
    const struct row fresh = {.text = text};
    lcm_map_put(arena, &w->known, text, at);
    LCM_LIST_ADD(arena, &w->rows, fresh);
  }
  struct row *row = &w->rows.at[at];
  if (row->owners.n && row->owners.at[row->owners.n - 1] + 1 == i)
    row->owners.at[row->owners.n - 1] = i;
  else {
    LCM_LIST_ADD(arena, &row->owners, i);
    LCM_LIST_ADD(arena, &row->owners, i);
  }
}

/* Fill in the rows at "ticks"; false where they are too many. */
static bool fill_rows(struct writing_rows *w, double ticks) {
  *w = (struct writing_rows){.page = w->page, .t = w->t, .ticks = ticks};
  for (size_t i = 0; i < w->t->n_processors && w->n <= MOST_INTERVALS; i++)
    add_owner(w, i);
  return w->n <= MOST_INTERVALS;
}

/* Append the states. */
static void put_states(struct writing_rows *w) {
  lcm_buf *buf = w->page->buf;
  lcm_buf_puts(buf, ",\n\"states\":[");
  for (size_t i = 0; i < w->t->n_states; i++) {
    const struct lcm_state *state = &w->t->states[i];
    lcm_buf_printf(buf, "%s[", i ? "," : "");
    lcm_put_script_text(buf, state->title);
    lcm_buf_putc(buf, ',');
    lcm_put_script_text(buf, state->colour ? state->colour : "");
    lcm_buf_printf(buf, ",%zu,%d]",
                   i < w->t->n_cats ? lcm_page_colour(i)
                                    : LCM_CAT_USER + (i - w->t->n_cats) % 3,
                   lcm_cat_is_idle(state->cat));
  }
}

/* Append the rows, and what is done in them. */
static void put_rows(struct writing_rows *w) {
  lcm_buf *buf = w->page->buf;
  lcm_buf_puts(buf, "],\n\"what\":[");
  for (size_t i = 0; i < w->what.n; i++)
    lcm_buf_printf(buf, "%s%s", i ? ",\n" : "", w->what.at[i]);
  lcm_buf_puts(buf, "],\n\"rows\":[");
  for (size_t i = 0; i < w->rows.n; i++) {
    const struct row *row = &w->rows.at[i];
    lcm_buf_puts(buf, i ? ",\n[[" : "[[");
    for (size_t k = 0; k < row->owners.n; k++)
      lcm_buf_printf(buf, "%s%zu", k ? "," : "", row->owners.at[k]);
    lcm_buf_printf(buf, "],[%s]]", row->text);
  }
  lcm_buf_puts(buf, "],\n\"syncs\":[");
  for (size_t i = 0; i < w->t->n_syncs && i < 4000; i++) {
    lcm_buf_puts(buf, i ? "," : "");
    lcm_put_script_number(buf, w->t->syncs[i] / w->t->time, 6);
  }
  lcm_buf_puts(buf, "],\n\"chain\":[");
  for (size_t i = 0; i < w->t->n_chain && i < 4000; i++) {
    const struct lcm_link *link = &w->t->chain[i];
    lcm_buf_printf(buf, "%s%zu,", i ? "," : "", link->processor);
    lcm_put_script_number(buf, link->start / w->t->time, 7);
    lcm_buf_putc(buf, ',');
    lcm_put_script_number(buf, link->end / w->t->time, 7);
  }
  lcm_buf_puts(buf, "]");
}

/* Append the arrows, evenly fewer where there are too many: from, to, begin,
 * how much later the end is, bytes (-1: no size), number of what sends it. */
static void put_arrows(struct writing_rows *w) {
  const lcm_timetable *t = w->t;
  lcm_buf *buf = w->page->buf;
  const size_t by = 1 + t->n_arrows / MOST_SHOWN_ARROWS;
  lcm_map seen = {0};
  LCM_LIST(const char *) names = {0};
  if (t->cut)
    lcm_buf_puts(buf, ",\n\"more\":true");
  lcm_buf_printf(buf, ",\n\"sent\":%zu,\"arrows\":[", t->n_arrows);
  for (size_t i = 0; i < t->n_arrows; i += by) {
    const struct lcm_arrow *a = &t->arrows[i];
    const double begin = round(a->begin / t->time * w->ticks);
    const char *name =
        lcm_intern(w->page->ctx, lcm_arrow_title(w->page->ctx, a));
    size_t at = names.n;
    if (!lcm_map_get(&seen, name, &at)) {
      lcm_map_put(lcm_ctx_arena(w->page->ctx), &seen, name, at);
      LCM_LIST_ADD(lcm_ctx_arena(w->page->ctx), &names, name);
    }
    lcm_buf_printf(buf, "%s%zu,%zu,%.0f,%.0f,", i ? "," : "", a->from, a->to,
                   begin, round(a->end / t->time * w->ticks) - begin);
    lcm_put_script_number(buf, isnan(a->bytes) ? -1 : a->bytes, 6);
    lcm_buf_printf(buf, ",%zu", at);
  }
  lcm_buf_puts(buf, "],\n\"senders\":[");
  for (size_t i = 0; i < names.n; i++) {
    lcm_buf_puts(buf, i ? "," : "");
    lcm_put_script_text(buf, names.at[i]);
  }
  lcm_buf_putc(buf, ']');
}

/* Return whether the processors of "t" are called by their numbers: the script
 * knows these names. */
static bool has_plain_names(const lcm_timetable *t) {
  char name[32];
  for (size_t i = 0; i < t->n_processors; i++) {
    (void)snprintf(name, sizeof name, "processor %zu", i);
    if (strcmp(t->names[i], name) != 0)
      return false;
  }
  return true;
}

/* Append "t", unless it is NULL or too much, as the member "name". */
static void put_timetable(struct lcm_page *page, const lcm_timetable *t,
                          const char *name) {
  struct writing_rows w = {.page = page, .t = t};
  lcm_buf *buf = page->buf;
  bool fits = false;
  if (!w.t || !(w.t->time > 0))
    return;
  for (size_t i = 0; i < sizeof TICKS / sizeof *TICKS && !fits; i++)
    fits = fill_rows(&w, TICKS[i]);
  if (!fits)
    return;
  lcm_buf_printf(buf, "\"%s\":{\"time\":", name);
  lcm_put_script_number(buf, w.t->time, 0);
  lcm_buf_printf(buf, ",\"ticks\":%.0f,\"n\":%zu,\"cats\":%zu,\"names\":[",
                 w.ticks, w.t->n_processors, w.t->n_cats);
  for (size_t i = 0; !has_plain_names(w.t) && i < w.t->n_processors; i++) {
    lcm_buf_puts(buf, i ? "," : "");
    lcm_put_script_text(buf, w.t->names[i]);
  }
  lcm_buf_putc(buf, ']');
  put_states(&w);
  put_rows(&w);
  if (w.t->n_arrows)
    put_arrows(&w);
  lcm_buf_puts(buf, "},\n");
}

void lcm_page_rows(struct lcm_page *page) {
  put_timetable(page, page->of->timetable, "timeline");
  put_timetable(page, page->run, "run");
}
