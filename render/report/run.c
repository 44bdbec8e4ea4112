/* A measured run beside what is predicted: which parts of the program it names,
 * and how far apart the two are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/link/link.h"
#include "render/report/parts.h"
#include "render/report/run.h"
#include "render/report/source.h"
#include "render/table/table.h"
#include "render/text/text.h"

/* Parts in the table at most; names that are told at most. */
enum { MOST_ROWS = 30, MOST_NAMES = 6 };

static const size_t NONE = SIZE_MAX;

/* What names mean: by text, the number of a part, or NONE where nodes that are
 * not the same have it. */
struct naming {
  struct lcm_page *page;
  lcm_map of;
};

/* Let "name" (or NULL) mean part "i", unless it means another node. */
static void give(struct naming *n, const char *name, size_t i) {
  const struct lcm_report_part *parts = n->page->parts;
  const char *text = name && *name ? lcm_intern(n->page->ctx, name) : NULL;
  size_t before = NONE;
  if (!text)
    return;
  if (!lcm_map_get(&n->of, text, &before))
    lcm_map_put(lcm_ctx_arena(n->page->ctx), &n->of, text, i);
  else if (before != NONE && parts[before].node != parts[i].node)
    lcm_map_put(lcm_ctx_arena(n->page->ctx), &n->of, text, NONE);
}

/* Return whether "around" is a construct with nothing in it but "node". */
static bool is_alone(const lcm_node *around, const lcm_node *node) {
  while (around != node && around->n_children == 1 &&
         (around->kind == LCM_NODE_TEAM || around->kind == LCM_NODE_SERIES))
    around = around->children[0];
  return around == node;
}

/* Return the part that is measured under the name of part "i": a construct goes
 * by the name of the loop that it alone has. */
static size_t construct_of(const struct lcm_page *page, size_t i) {
  size_t up = page->parts[i].parent;
  while (up != NONE && is_alone(page->parts[up].node, page->parts[i].node)) {
    i = up;
    up = page->parts[i].parent;
  }
  return i;
}

/* Let the names of all parts mean them: what the author calls them, the
 * function that they call, what the page calls them. */
static void give_all(struct naming *n) {
  const struct lcm_page *page = n->page;
  for (size_t i = 0; i < page->n_parts; i++) {
    const lcm_node *node = page->parts[i].node;
    const lcm_function *callee =
        node->kind == LCM_NODE_CALL && node->u.call.callee
            ? lcm_program_function(page->of->program, node->u.call.callee)
            : NULL;
    give(n, node->name, node->name ? construct_of(page, i) : i);
    give(n, callee ? callee->name : NULL, i);
    give(n, node->label, i);
    give(n, node->name ? NULL : page->parts[i].title, i);
  }
}

/* Return the node that "name" means: by what is said of a part, or as the place
 * of a fragment, "FILE:FUNCTION/KIND#N"; NULL for none. */
static const lcm_node *node_of(const struct naming *n, const char *name) {
  const lcm_function *function = NULL;
  size_t at = NONE;
  if (lcm_map_get(&n->of, lcm_intern(n->page->ctx, name), &at))
    return at == NONE ? NULL : n->page->parts[at].node;
  return strchr(name, ':') || strchr(name, '#')
             ? lcm_place_find(&function, n->page->of->program, name)
             : NULL;
}

/* Return where "node" is, "file:line", or "". */
static const char *place_of(const struct lcm_page *page, const lcm_node *node) {
  return node && node->loc.file && node->loc.line
             ? lcm_arena_printf(lcm_ctx_arena(page->ctx), "%s:%u",
                                node->loc.file, node->loc.line)
             : "";
}

void lcm_page_run(struct lcm_page *page) {
  struct naming names = {.page = page};
  lcm_arena *arena = lcm_ctx_arena(page->ctx);
  const lcm_timetable *run = page->of->run;
  if (!run)
    return;
  lcm_timetable *named = LCM_NEW(arena, lcm_timetable);
  lcm_interval *intervals =
      LCM_NEW_ARRAY(arena, lcm_interval, run->n_intervals + 1);
  give_all(&names);
  for (size_t i = 0; i < run->n_intervals; i++) {
    intervals[i] = run->intervals[i];
    intervals[i].node = node_of(&names, intervals[i].label);
    intervals[i].place = place_of(page, intervals[i].node);
  }
  *named = *run;
  named->intervals = intervals;
  page->run = named;
}

/* Append what the run calls things that are not in the program. */
static void put_strangers(const struct lcm_page *page, lcm_buf *text) {
  lcm_map seen = {0};
  size_t n = 0;
  for (size_t i = 0; i < page->run->n_intervals; i++) {
    const lcm_interval *interval = &page->run->intervals[i];
    const char *name = lcm_intern(page->ctx, interval->label);
    size_t before = 0;
    if (interval->node || !*name || lcm_cat_is_idle(interval->cat) ||
        lcm_map_get(&seen, name, &before))
      continue;
    lcm_map_put(lcm_ctx_arena(page->ctx), &seen, name, 1);
    if (n < MOST_NAMES)
      lcm_buf_printf(
          text, "%s%s",
          n ? ", " : " Not found in the program as one part: ", name);
    n++;
  }
  if (n > MOST_NAMES)
    lcm_buf_printf(text, " and %zu more", n - MOST_NAMES);
  lcm_buf_puts(text, n ? "." : "");
}

void lcm_page_run_heading(struct lcm_page *page) {
  const lcm_timetable *run = page->run;
  const lcm_timetable *predicted = page->of->timetable;
  lcm_buf text = {0};
  lcm_buf_printf(&text, "Measured (%s): ", page->of->run_file);
  lcm_put_time(&text, run->time);
  lcm_buf_printf(&text, " on %zu processors", run->n_processors);
  if (predicted && predicted->time > 0) {
    lcm_buf_puts(&text, ", ");
    lcm_buf_short(&text, run->time / predicted->time, 3);
    lcm_buf_puts(&text, " times what is predicted");
  }
  lcm_buf_putc(&text, '.');
  if (page->n_parts)
    put_strangers(page, &text);
  lcm_page_text(page, "p", lcm_cell_take(page->ctx, &text));
  if (predicted && predicted->n_processors != run->n_processors)
    lcm_page_text(
        page, "p class=\"doubt\"",
        lcm_arena_printf(
            lcm_ctx_arena(page->ctx),
            "The run had %zu processors, the prediction has %zu: they are not "
            "the same point. End the grid with the values of the run.",
            run->n_processors, predicted->n_processors));
}

/* ---- differences --------------------------------------------------------- */

/* A row of what was predicted and measured: its sums, and by category. */
struct compared {
  size_t part; /* NONE: it is of no part */
  const char *title;
  double predicted;
  double measured;
  double *cats[2]; /* of what is predicted, of what was measured */
};

/* Both runs being compared. */
struct comparing {
  struct lcm_page *page;
  const lcm_timetable *runs[2]; /* the predicted and the measured one */
  bool *known;                  /* the parts that the measured one names */
  struct compared *of;          /* by part; behind them, all else */
};

/* Return the innermost part around the node of "interval" that was measured;
 * the number behind all parts where there is none. */
static size_t measured_part(const struct comparing *c,
                            const lcm_interval *interval) {
  size_t i = lcm_page_part(c->page, interval->node);
  while (i != NONE && !c->known[i])
    i = c->page->parts[i].parent;
  return i == NONE ? c->page->n_parts : i;
}

/* Add up what run number "which" does. */
static void add_run(struct comparing *c, size_t which) {
  const lcm_timetable *t = c->runs[which];
  for (size_t k = 0; k < t->n_intervals; k++) {
    const lcm_interval *interval = &t->intervals[k];
    const double length = interval->end - interval->start;
    struct compared *row = &c->of[measured_part(c, interval)];
    if (which)
      row->measured += length;
    else
      row->predicted += length;
    if (!row->cats[which])
      row->cats[which] =
          LCM_NEW_ARRAY(lcm_ctx_arena(c->page->ctx), double, t->n_cats + 1);
    row->cats[which][interval->cat] += length;
  }
}

/* Order rows: what is not of a part last, else the largest difference first. */
static int compare_rows(const void *a, const void *b) {
  const struct compared *x = a;
  const struct compared *y = b;
  const double dx = fabs(x->measured - x->predicted);
  const double dy = fabs(y->measured - y->predicted);
  if ((x->part == NONE) != (y->part == NONE))
    return x->part == NONE ? 1 : -1;
  if (dx < dy || dx > dy)
    return dx < dy ? 1 : -1;
  return (x->part > y->part) - (x->part < y->part);
}

/* Append "value" seconds as a cell. */
static void put_seconds(lcm_buf *buf, double value) {
  lcm_buf_puts(buf, "<td class=\"r\" data-v=\"");
  lcm_buf_short(buf, value, 6);
  lcm_buf_puts(buf, "\">");
  lcm_buf_puts(buf, value < 0 ? "-" : "");
  lcm_put_time(buf, fabs(value));
  lcm_buf_puts(buf, "</td>");
}

/* Append the cells of "row", the largest sum of all rows being "most". */
static void put_cells(const struct comparing *c, const struct compared *row,
                      double most) {
  lcm_buf *buf = c->page->buf;
  put_seconds(buf, row->predicted);
  put_seconds(buf, row->measured);
  put_seconds(buf, row->measured - row->predicted);
  lcm_buf_puts(buf, "<td class=\"cost pair\">");
  for (size_t i = 0; i < 2; i++)
    if (row->cats[i])
      lcm_put_cats_bar(buf, row->cats[i], c->runs[i]->n_cats, most);
    else
      lcm_buf_puts(buf, "<span class=\"bar\"></span>");
  lcm_buf_puts(buf, "</td>");
}

/* Append the head of a table of differences by "what", called "caption". */
static void put_head(lcm_buf *buf, const char *what, const char *caption) {
  lcm_buf_printf(
      buf,
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"predicted and measured by %s\"><table class=\"sort "
      "bars\"><caption>%s</caption>\n<thead><tr><th scope=\"col\">%s</th><th "
      "scope=\"col\" class=\"r\">predicted</th><th scope=\"col\" class=\"r\">"
      "measured</th><th scope=\"col\" class=\"r\">difference</th><th "
      "scope=\"col\">predicted above measured</th></tr></thead>\n<tbody>\n",
      what, caption, what);
}

/* Return the number of the category of "t" called "name"; NONE for none. */
static size_t cat_of(const lcm_timetable *t, const char *name) {
  for (size_t c = 0; c < t->n_cats; c++)
    if (!strcmp(t->states[c].name, name))
      return c;
  return NONE;
}

/* Append the row of category "i" of run "which", which the other one may have,
 * too. */
static void put_category(const struct comparing *c, size_t which, size_t i,
                         double most) {
  lcm_arena *arena = lcm_ctx_arena(c->page->ctx);
  const lcm_timetable *own = c->runs[which];
  const lcm_timetable *other = c->runs[!which];
  const size_t there = cat_of(other, own->states[i].name);
  const double beside = there == NONE ? 0 : other->cats[there];
  struct compared row = {.predicted = which ? beside : own->cats[i],
                         .measured = which ? own->cats[i] : beside};
  if (!(own->cats[i] > 0) && !(beside > 0))
    return;
  for (size_t k = 0; k < 2; k++) {
    const size_t at = k == which ? i : there;
    row.cats[k] = LCM_NEW_ARRAY(arena, double, c->runs[k]->n_cats + 1);
    if (at != NONE)
      row.cats[k][at] = c->runs[k]->cats[at];
  }
  lcm_buf_puts(c->page->buf, "<tr><th scope=\"row\">");
  lcm_put_html(c->page->buf, own->states[i].title);
  lcm_buf_puts(c->page->buf, "</th>");
  put_cells(c, &row, most);
  lcm_buf_puts(c->page->buf, "</tr>\n");
}

/* Append the table by category. */
static void put_categories(const struct comparing *c) {
  double most = 0;
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; i < c->runs[k]->n_cats; i++)
      most = fmax(most, c->runs[k]->cats[i]);
  put_head(c->page->buf, "category",
           "Processor-time by category, predicted and measured");
  for (size_t i = 0; i < c->runs[0]->n_cats; i++)
    put_category(c, 0, i, most);
  for (size_t i = 0; i < c->runs[1]->n_cats; i++)
    if (cat_of(c->runs[0], c->runs[1]->states[i].name) == NONE)
      put_category(c, 1, i, most);
  lcm_buf_puts(c->page->buf, "</tbody></table></div>\n");
}

/* Append the row "row" of a part, or of all else. */
static void put_part(const struct comparing *c, const struct compared *row,
                     double most) {
  struct lcm_page *page = c->page;
  lcm_buf_puts(page->buf, "<tr");
  if (row->part != NONE)
    lcm_buf_printf(page->buf, " data-part=\"%zu\"", row->part);
  lcm_buf_puts(page->buf, "><th scope=\"row\">");
  lcm_put_html(page->buf, row->title);
  if (row->part != NONE) {
    lcm_buf_puts(page->buf, " (");
    lcm_page_place(page, page->parts[row->part].node->loc);
    lcm_buf_putc(page->buf, ')');
  }
  lcm_buf_puts(page->buf, "</th>");
  put_cells(c, row, most);
  lcm_buf_puts(page->buf, "</tr>\n");
}

/* Append the table by part, of those that were measured. */
static void put_parts(struct comparing *c) {
  const size_t n = c->page->n_parts;
  double most = 0;
  size_t shown = 0;
  for (size_t i = 0; i <= n; i++)
    most = fmax(most, fmax(c->of[i].predicted, c->of[i].measured));
  qsort(c->of, n + 1, sizeof *c->of, compare_rows);
  put_head(c->page->buf, "part",
           "Processor-time of the parts that were measured, with what is in "
           "them and was not, predicted and measured");
  for (size_t i = 0; i <= n; i++) {
    const bool told = c->of[i].predicted > 0 || c->of[i].measured > 0;
    if (told && (shown < MOST_ROWS || c->of[i].part == NONE))
      put_part(c, &c->of[i], most);
    shown += told;
  }
  lcm_buf_puts(c->page->buf, "</tbody></table></div>\n");
  if (shown > MOST_ROWS + 1)
    lcm_buf_printf(c->page->buf, "<p>%zu more parts differ less.</p>\n",
                   shown - MOST_ROWS - 1);
}

void lcm_page_differences(struct lcm_page *page) {
  lcm_arena *arena = lcm_ctx_arena(page->ctx);
  struct comparing c = {
      .page = page,
      .runs = {page->of->timetable, page->run},
      .known = LCM_NEW_ARRAY(arena, bool, page->n_parts + 1),
      .of = LCM_NEW_ARRAY(arena, struct compared, page->n_parts + 1)};
  bool any = false;
  if (!c.runs[0] || !c.runs[1])
    return;
  lcm_buf_puts(page->buf, "<h3>Predicted and measured</h3>\n");
  put_categories(&c);
  for (size_t i = 0; i < page->n_parts; i++)
    c.of[i] = (struct compared){.part = i, .title = page->parts[i].title};
  c.of[page->n_parts] =
      (struct compared){.part = NONE, .title = "all other time"};
  for (size_t k = 0; k < page->run->n_intervals; k++) {
    const size_t i = lcm_page_part(page, page->run->intervals[k].node);
    if (i != NONE)
      any = c.known[i] = true;
  }
  if (!any)
    return;
  add_run(&c, 0);
  add_run(&c, 1);
  put_parts(&c);
}
