/* Timelines as SVG: one row a processor. */
#include <math.h>
#include <string.h>

#include "render/chart/svg_timeline.h"
#include "render/picture/picture.h"
#include "render/text/text.h"

/* Sizes in pixels, and how much is drawn at most. */
enum {
  WIDTH = 1000,
  TOP = 64,
  LINE = 18,
  BELOW = 44,
  RIGHT = 20,
  LETTER = 7,
  MOST_ROWS = 128,
  MOST_BOXES = 8000,
  FEW_ROWS = 16,
  FEW_BOXES = 2000,
  MOST_SYNCS = 60,
  MOST_ARROWS = 400
};

/* A timeline being drawn. */
struct timeline {
  lcm_buf *buf;
  lcm_ctx *ctx;
  const lcm_timetable *t;
  struct lcm_time_unit unit; /* of its axis */
  double left;               /* left, width: of the rows */
  double width;
  double top;   /* of the first one */
  double row;   /* height of a row */
  size_t every; /* of so many rows one is drawn */
  double thin;  /* pixels below which intervals are drawn as one */
  bool small;   /* little is drawn, and nothing said of it */
};

/* Return the colour of state "i" of "t". */
static const char *state_colour(const lcm_timetable *t, size_t i) {
  static const char *const OWN[] = {"#56B4E9", "#882255", "#999933",
                                    "#332288", "#D55E00", "#8C510A"};
  if (t->states[i].colour)
    return t->states[i].colour;
  return i < t->n_cats ? lcm_colour_cat(i) : OWN[(i - t->n_cats) % 6];
}

static double across(const struct timeline *d, double time) {
  return d->left + (d->t->time > 0 ? time / d->t->time : 0) * d->width;
}

static double down(const struct timeline *d, size_t i) {
  return d->top + (double)(i / d->every) * d->row;
}

/* Return what is said of "interval", which is in rows as far as that of
 * processor "last". */
static const char *title_of(const struct timeline *d,
                            const lcm_interval *interval, size_t last) {
  const struct lcm_state *state = &d->t->states[interval->state];
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, d->t->names[interval->processor]);
  if (last != interval->processor)
    lcm_buf_printf(&buf, " to %s", d->t->names[last]);
  lcm_buf_printf(&buf, ": %s", state->title);
  if (*interval->label)
    lcm_buf_printf(&buf, "%s%s", lcm_cat_is_idle(interval->cat) ? " at " : ", ",
                   interval->label);
  if (*interval->place)
    lcm_buf_printf(&buf, " (%s)", interval->place);
  lcm_buf_puts(&buf, "\nfrom ");
  lcm_put_time(&buf, interval->start);
  lcm_buf_puts(&buf, " to ");
  lcm_put_time(&buf, interval->end);
  lcm_buf_puts(&buf, ": ");
  lcm_put_time(&buf, interval->end - interval->start);
  return lcm_cell_take(d->ctx, &buf);
}

/* Append the name of "interval" where its box has room for it. */
static void put_name(const struct timeline *d, const lcm_interval *interval,
                     const double box[4]) {
  const size_t room = (size_t)fmax(0, (box[2] - 6) / LETTER);
  const char *label = interval->label;
  const bool dark = lcm_svg_is_dark(state_colour(d->t, interval->state));
  if (box[3] < 13 ||
      room < (lcm_text_width(label) < 6 ? lcm_text_width(label) : 6) ||
      !*label || lcm_cat_is_idle(interval->cat))
    return;
  lcm_svg_label(d->buf, (const double[]){box[0] + 4, box[1] + box[3] / 2 + 3.5},
                dark ? " fill=\"#fff\" font-size=\"10.5\" "
                       "pointer-events=\"none\""
                     : " fill=\"#000\" font-size=\"10.5\" "
                       "pointer-events=\"none\"",
                lcm_text_shorten(d->ctx, label, room));
}

/* Return the height of what is drawn in a row, without what is between rows. */
static double row_high(const struct timeline *d) {
  return d->row - (d->row > 10 ? 2 : d->row > 5 ? 1 : 0);
}

/* Append the rectangle "box" in "rows" rows below each other, in the data of a
 * path. */
static void put_outlines(const struct timeline *d, const double box[4],
                         size_t rows) {
  lcm_buf_putc(d->buf, 'M');
  lcm_svg_place(d->buf, box[0]);
  lcm_buf_putc(d->buf, ' ');
  lcm_svg_place(d->buf, box[1]);
  for (size_t i = 0; i < rows; i++) {
    if (i) {
      lcm_buf_puts(d->buf, "m0 ");
      lcm_svg_place(d->buf, d->row);
    }
    lcm_buf_putc(d->buf, 'h');
    lcm_svg_place(d->buf, box[2]);
    lcm_buf_putc(d->buf, 'v');
    lcm_svg_place(d->buf, box[3]);
    lcm_buf_putc(d->buf, 'h');
    lcm_svg_place(d->buf, -box[2]);
    lcm_buf_putc(d->buf, 'z');
  }
}

/* Append the rectangle "box" in "rows" rows below each other as a path that
 * "title" tells of. */
static void put_boxes(const struct timeline *d, const double box[4],
                      size_t rows, const char *attributes, const char *title) {
  lcm_buf_printf(d->buf, "<path%s d=\"", attributes);
  put_outlines(d, box, rows);
  lcm_buf_puts(d->buf, "\"><title>");
  lcm_svg_text(d->buf, title);
  lcm_buf_puts(d->buf, "</title></path>\n");
}

/* Put where "interval" is drawn into "box": waiting is a thinner bar. */
static void find_box(double box[4], const struct timeline *d,
                     const lcm_interval *interval) {
  const double high = row_high(d);
  const double thin = lcm_cat_is_idle(interval->cat) ? high * 0.3 : 0;
  const double from = across(d, interval->start);
  box[0] = from;
  box[1] = down(d, interval->processor) + (d->row - high) / 2 + thin;
  box[2] = across(d, interval->end) - from;
  box[3] = high - 2 * thin;
}

/* Return the attributes of what is drawn for "state". */
static const char *attributes_of(const struct timeline *d, size_t state) {
  return lcm_arena_printf(lcm_ctx_arena(d->ctx), " fill=\"%s\"%s",
                          state_colour(d->t, state),
                          state == LCM_CAT_RC ? " class=\"lcm-deep\"" : "");
}

/* Append "interval" in "rows" rows, and what is said of it. */
static void put_interval(const struct timeline *d, const lcm_interval *interval,
                         size_t rows) {
  double box[4];
  const char *title =
      title_of(d, interval, interval->processor + (rows - 1) * d->every);
  find_box(box, d, interval);
  if (rows > 1)
    put_boxes(d, box, rows, attributes_of(d, interval->state), title);
  else
    lcm_svg_box(d->buf, box, attributes_of(d, interval->state), title);
  for (size_t i = 0; i < rows; i++, box[1] += d->row)
    put_name(d, interval, box);
}

/* Several intervals drawn as one: the seconds of each state; "mixed" where
 * there is more than one. */
struct heap {
  double *seconds;
  lcm_interval whole;
  size_t n;
  bool mixed;
};

typedef LCM_LIST(lcm_interval) interval_list;

/* Add what "heap" gathered, if anything, to "row". */
static void take_heap(const struct timeline *d, struct heap *heap,
                      interval_list *row) {
  size_t most = 0;
  if (!heap->n)
    return;
  for (size_t i = 1; i < d->t->n_states; i++)
    most = heap->seconds[i] > heap->seconds[most] ? i : most;
  heap->whole.state = most;
  if (most < d->t->n_cats)
    heap->whole.cat = most;
  if (heap->n > 1)
    heap->whole.label = lcm_arena_printf(
        lcm_ctx_arena(d->ctx), "%zu short pieces, most of it this", heap->n);
  LCM_LIST_ADD(lcm_ctx_arena(d->ctx), row, heap->whole);
  memset(heap->seconds, 0, d->t->n_states * sizeof *heap->seconds);
  heap->n = 0;
}

/* Return whether "interval" is drawn with what is in "heap": both are small,
 * and the same state or not much together. */
static bool is_more(const struct timeline *d, const struct heap *heap,
                    const lcm_interval *interval) {
  const double end = across(d, interval->end);
  if (end - across(d, interval->start) >= d->thin)
    return false;
  return (!heap->mixed && interval->state == heap->whole.state) ||
         end - across(d, heap->whole.start) <= 2 * d->thin;
}

/* Add "interval" to "heap". */
static void add_to_heap(struct heap *heap, const lcm_interval *interval) {
  if (!heap->n++) {
    heap->whole = *interval;
    heap->mixed = false;
  }
  heap->mixed = heap->mixed || interval->state != heap->whole.state;
  heap->whole.end = interval->end;
  heap->seconds[interval->state] += interval->end - interval->start;
}

/* Put what is drawn in row "i" into "row". */
static void gather_row(const struct timeline *d, size_t i, interval_list *row) {
  const lcm_timetable *t = d->t;
  struct heap heap = {0};
  heap.seconds = LCM_NEW_ARRAY(lcm_ctx_arena(d->ctx), double, t->n_states + 1);
  for (size_t k = t->first[i]; k < t->first[i + 1]; k++) {
    const lcm_interval *interval = &t->intervals[k];
    if (heap.n && !is_more(d, &heap, interval))
      take_heap(d, &heap, row);
    add_to_heap(&heap, interval);
  }
  take_heap(d, &heap, row);
}

/* Append the intervals of "row" in "rows" rows, those of each state as one
 * path. */
static void put_states(const struct timeline *d, const interval_list *row,
                       size_t rows) {
  double box[4];
  for (size_t state = 0; state < d->t->n_states; state++) {
    size_t met = 0;
    for (size_t i = 0; i < row->n; i++) {
      if (row->at[i].state != state)
        continue;
      if (!met++)
        lcm_buf_printf(d->buf, "<path%s d=\"", attributes_of(d, state));
      find_box(box, d, &row->at[i]);
      put_outlines(d, box, rows);
    }
    if (met)
      lcm_buf_puts(d->buf, "\"/>\n");
  }
  for (size_t i = 0; i < row->n; i++) {
    find_box(box, d, &row->at[i]);
    for (size_t k = 0; k < rows; k++, box[1] += d->row)
      put_name(d, &row->at[i], box);
  }
}

/* Return whether nobody can tell the times "a" and "b" apart. */
static bool is_same_time(const struct timeline *d, double a, double b) {
  return fabs(a - b) <= 1e-6 * d->t->time;
}

/* Return whether the rows "a" and "b" look the same and say the same. */
static bool are_alike(const struct timeline *d, const interval_list *a,
                      const interval_list *b) {
  bool alike = a->n == b->n;
  for (size_t i = 0; i < a->n && alike; i++) {
    const lcm_interval *x = &a->at[i];
    const lcm_interval *y = &b->at[i];
    alike = x->state == y->state && x->cat == y->cat &&
            is_same_time(d, x->start, y->start) &&
            is_same_time(d, x->end, y->end) && !strcmp(x->label, y->label) &&
            !strcmp(x->place, y->place);
  }
  return alike;
}

/* Append the "n" rows, neighbours that are alike together. */
static void put_rows(const struct timeline *d, size_t n) {
  interval_list row = {0};
  lcm_buf_puts(d->buf, "<g shape-rendering=\"crispEdges\">\n");
  if (n)
    gather_row(d, 0, &row);
  for (size_t first = 0, next = 0; first < n; first = next) {
    interval_list other = {0};
    for (next = first + 1; next < n; next++) {
      other = (interval_list){0};
      gather_row(d, next * d->every, &other);
      if (!are_alike(d, &row, &other))
        break;
    }
    if (d->small)
      put_states(d, &row, next - first);
    for (size_t i = 0; i < row.n && !d->small; i++)
      put_interval(d, &row.at[i], next - first);
    row = other;
  }
  lcm_buf_puts(d->buf, "</g>\n");
}

/* Append what the rows are called. */
static void put_names(const struct timeline *d, size_t rows) {
  const lcm_timetable *t = d->t;
  const size_t step = d->row >= 11 ? 1 : (size_t)ceil(11 / d->row);
  for (size_t k = 0; k < rows; k += step) {
    const size_t i = k * d->every;
    lcm_svg_label(d->buf,
                  (const double[]){d->left - 8, down(d, i) + d->row / 2 + 4},
                  " class=\"lcm-ink\" text-anchor=\"end\"",
                  lcm_text_shorten(d->ctx, t->names[i], 22));
  }
}

/* Append the axis of time below "bottom", and when all synchronize. */
static void put_axis(const struct timeline *d, double bottom) {
  const lcm_timetable *t = d->t;
  const double step =
      t->time > 0 ? lcm_svg_step(t->time / d->unit.seconds, 10) : 1;
  lcm_svg_line(d->buf,
               (const double[]){d->left, bottom, d->left + d->width, bottom},
               " class=\"lcm-axis\"");
  for (double i = 0; i * step * d->unit.seconds <= t->time * (1 + 1e-9); i++) {
    lcm_buf text = {0};
    const double x = across(d, i * step * d->unit.seconds);
    lcm_svg_line(d->buf, (const double[]){x, bottom, x, bottom + 4},
                 " class=\"lcm-axis\"");
    lcm_buf_short(&text, i * step, 6);
    lcm_svg_label(d->buf, (const double[]){x, bottom + 17},
                  " class=\"lcm-ink\" text-anchor=\"middle\"",
                  lcm_cell_take(d->ctx, &text));
  }
  for (size_t i = 1; i + 1 < t->n_syncs && t->n_syncs <= MOST_SYNCS; i++) {
    const double x = across(d, t->syncs[i]);
    lcm_svg_line(d->buf, (const double[]){x, d->top - 4, x, bottom},
                 " class=\"lcm-axis\" stroke-dasharray=\"2 3\"");
  }
  lcm_svg_label(d->buf, (const double[]){d->left + d->width / 2, bottom + 34},
                " class=\"lcm-dim\" text-anchor=\"middle\"",
                lcm_heading_in(d->ctx, "time", d->unit));
}

/* Append the last-event chain: a line along the rows that it is in. */
static void put_chain(const struct timeline *d) {
  const lcm_timetable *t = d->t;
  double before = NAN;
  lcm_buf_puts(d->buf, "<path class=\"lcm-pen\" stroke=\"#1f2328\" "
                       "fill=\"none\" stroke-width=\"1.8\" "
                       "stroke-linejoin=\"round\" pointer-events=\"none\" "
                       "d=\"");
  for (size_t i = 0; i < t->n_chain; i++) {
    const struct lcm_link *link = &t->chain[i];
    const double y = down(d, link->processor) + d->row - 1.5;
    const double from = across(d, link->start);
    const double to = across(d, link->end);
    if (i && i + 1 < t->n_chain && to - fmax(from, before) < d->thin / 2)
      continue;
    lcm_buf_putc(d->buf, isnan(before) ? 'M' : 'L');
    lcm_svg_place(d->buf, from);
    lcm_buf_putc(d->buf, ' ');
    lcm_svg_place(d->buf, y);
    lcm_buf_putc(d->buf, 'H');
    lcm_svg_place(d->buf, to);
    before = to;
  }
  lcm_buf_puts(d->buf, "\"><title>last-event chain</title></path>\n");
}

/* Append the head of "a", to a path that has come to its end. */
static void put_head(const struct timeline *d, const struct lcm_arrow *a) {
  static const double LENGTH = 5;
  static const double OPEN = 0.4;
  const double x = across(d, a->end) - across(d, a->begin);
  const double y = down(d, a->to) - down(d, a->from);
  const double angle = atan2(y, x);
  for (int side = -1; side <= 1; side += 2) {
    lcm_buf_puts(d->buf, side < 0 ? "" : "M");
    if (side > 0) {
      lcm_svg_place(d->buf, across(d, a->end));
      lcm_buf_putc(d->buf, ' ');
      lcm_svg_place(d->buf, down(d, a->to) + d->row / 2);
    }
    lcm_buf_putc(d->buf, 'l');
    lcm_svg_place(d->buf, -LENGTH * cos(angle + side * OPEN));
    lcm_buf_putc(d->buf, ' ');
    lcm_svg_place(d->buf, -LENGTH * sin(angle + side * OPEN));
  }
}

/* Return whether what is sent is drawn: each row is, and there is not too
 * much. */
static bool has_arrows(const struct timeline *d) {
  return d->every == 1 && !d->small && d->t->n_arrows > 0 &&
         d->t->n_arrows <= MOST_ARROWS;
}

/* Append what is sent from row to row. */
static void put_arrows(const struct timeline *d) {
  lcm_buf_puts(d->buf, "<g class=\"lcm-arrow\" stroke-width=\"0.8\" "
                       "stroke-opacity=\"0.7\">\n");
  for (size_t i = 0; i < d->t->n_arrows; i++) {
    const struct lcm_arrow *a = &d->t->arrows[i];
    const double half = d->row / 2;
    lcm_buf title = {0};
    lcm_buf_printf(&title, "%s\n%s to %s, ", lcm_arrow_title(d->ctx, a),
                   d->t->names[a->from], d->t->names[a->to]);
    lcm_put_time(&title, a->begin);
    lcm_buf_puts(&title, " to ");
    lcm_put_time(&title, a->end);
    if (!isnan(a->bytes)) {
      lcm_buf_puts(&title, ", ");
      lcm_buf_short(&title, a->bytes, 6);
      lcm_buf_puts(&title, " bytes");
    }
    lcm_buf_puts(d->buf, "<path fill=\"none\" d=\"M");
    lcm_svg_place(d->buf, across(d, a->begin));
    lcm_buf_putc(d->buf, ' ');
    lcm_svg_place(d->buf, down(d, a->from) + half);
    lcm_buf_putc(d->buf, 'L');
    lcm_svg_place(d->buf, across(d, a->end));
    lcm_buf_putc(d->buf, ' ');
    lcm_svg_place(d->buf, down(d, a->to) + half);
    put_head(d, a);
    lcm_buf_puts(d->buf, "\"><title>");
    lcm_svg_text(d->buf, lcm_cell_take(d->ctx, &title));
    lcm_buf_puts(d->buf, "</title></path>\n");
  }
  lcm_buf_puts(d->buf, "</g>\n");
}

/* Append the states that occur, from "y" on; return where the next line is.
 * With "dry" nothing is drawn. */
static double put_legend(const struct timeline *d, double y, bool dry) {
  const lcm_timetable *t = d->t;
  double x = 16;
  for (size_t i = 0; i <= t->n_states + 1; i++) {
    const bool chain = i == t->n_states;
    const bool sent = i > t->n_states;
    const char *title = chain  ? "last-event chain"
                        : sent ? "message or signal"
                               : t->states[i].title;
    const double width = 26 + LETTER * (double)lcm_text_width(title) + 12;
    bool occurs = chain || (sent && has_arrows(d));
    for (size_t k = 0; k < t->n_intervals && !occurs; k++)
      occurs = t->intervals[k].state == i;
    if (!occurs)
      continue;
    if (x + width > WIDTH - RIGHT) {
      x = 16;
      y += LINE;
    }
    const double thin = i < t->n_cats && lcm_cat_is_idle(i) ? 3 : 0;
    if (!dry && (chain || sent))
      lcm_svg_line(d->buf, (const double[]){x, y - 4, x + 18, y - 4},
                   chain ? " class=\"lcm-pen\" stroke=\"#1f2328\" "
                           "stroke-width=\"1.8\""
                         : " class=\"lcm-arrow\" stroke-width=\"0.8\"");
    else if (!dry)
      lcm_svg_box(d->buf, (const double[]){x, y - 10 + thin, 18, 12 - 2 * thin},
                  lcm_arena_printf(lcm_ctx_arena(d->ctx), " fill=\"%s\"",
                                   state_colour(t, i)),
                  NULL);
    if (!dry)
      lcm_svg_label(d->buf, (const double[]){x + 24, y}, " class=\"lcm-ink\"",
                    title);
    x += width;
  }
  return y + LINE;
}

/* Return the height of a row where "rows" are drawn. */
static double row_height(size_t rows) {
  return rows <= 8    ? 28
         : rows <= 16 ? 20
         : rows <= 32 ? 14
         : rows <= 64 ? 9
                      : 6;
}

/* Return what the picture is of: "n = 64, p = 4". */
static const char *heading(const struct timeline *d) {
  lcm_buf buf = {0};
  lcm_put_timetable_heading(&buf, d->t);
  if (d->every > 1)
    lcm_buf_printf(&buf, "; every %zuth row", d->every);
  if (d->t->n_arrows > MOST_ARROWS)
    lcm_buf_printf(&buf, "; %s%zu messages and signals are not drawn",
                   d->t->cut ? "more than " : "", d->t->n_arrows);
  if (d->t->gathered > 0) {
    lcm_buf_puts(&buf, "; pieces shorter than ");
    lcm_put_time(&buf, d->t->resolution);
    lcm_buf_puts(&buf, " are gathered by category");
  }
  return lcm_cell_take(d->ctx, &buf);
}

/* Return what the picture shows, for who cannot see it. */
static const char *about(const struct timeline *d) {
  const lcm_timetable *t = d->t;
  const double all = t->time * (double)t->n_processors;
  lcm_buf buf = {0};
  lcm_buf_printf(&buf, "%s. ", heading(d));
  for (size_t c = 0; c < t->n_cats && all > 0; c++)
    if (t->cats[c] > 1e-4 * all) {
      lcm_buf_printf(&buf, "%s ", t->states[c].title);
      lcm_put_percent(&buf, t->cats[c] / all);
      lcm_buf_puts(&buf, "; ");
    }
  lcm_buf_printf(&buf, "%zu stages between global synchronizations.",
                 t->n_stages);
  return lcm_cell_take(d->ctx, &buf);
}

/* Append the timeline "table" called "id", "small" or not. */
static void put_timeline(lcm_buf *buf, lcm_ctx *ctx, const lcm_timetable *table,
                         const char *id, bool small) {
  const size_t n = table->n_processors;
  const size_t most = small ? FEW_ROWS : MOST_ROWS;
  struct timeline d = {.buf = buf, .ctx = ctx, .t = table, .small = small};
  d.every = n > most ? (n + most - 1) / most : 1;
  const size_t rows = n ? (n + d.every - 1) / d.every : 0;
  size_t letters = 0;
  for (size_t i = 0; i < n; i += d.every)
    letters = lcm_text_width(table->names[i]) > letters
                  ? lcm_text_width(table->names[i])
                  : letters;
  d.left = 24 + LETTER * fmin((double)letters, 22);
  d.width = WIDTH - RIGHT - d.left;
  d.row = row_height(rows);
  d.unit = lcm_time_unit_for(table->time);
  d.thin = fmax(0.8, (double)rows * d.width / (small ? FEW_BOXES : MOST_BOXES));
  d.top = put_legend(&d, TOP, true);
  const double bottom = d.top + (double)rows * d.row + 2;
  const struct lcm_svg_page page = {
      WIDTH, bottom + BELOW, id,
      table->grid ? "Predicted timeline" : "Timeline of a run", about(&d)};
  lcm_svg_begin(buf, &page);
  lcm_svg_label(buf, (const double[]){16, 24},
                " class=\"lcm-ink\" font-size=\"15\" font-weight=\"bold\"",
                page.title);
  lcm_svg_label(buf, (const double[]){16, 42}, " class=\"lcm-dim\"",
                heading(&d));
  (void)put_legend(&d, TOP, false);
  put_names(&d, rows);
  put_rows(&d, rows);
  put_axis(&d, bottom);
  if (has_arrows(&d))
    put_arrows(&d);
  if (n <= most)
    put_chain(&d);
  lcm_svg_end(buf);
}

void lcm_put_timeline(lcm_buf *buf, lcm_ctx *ctx, const lcm_timetable *table,
                      const char *id) {
  put_timeline(buf, ctx, table, id, false);
}

void lcm_put_timeline_small(lcm_buf *buf, lcm_ctx *ctx,
                            const lcm_timetable *table, const char *id) {
  put_timeline(buf, ctx, table, id, true);
}
