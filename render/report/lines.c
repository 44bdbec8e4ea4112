/* Which lines of which files the report lists, and what they cost. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/report/lines.h"
#include "render/table/table.h"

/* Something at a line of source: processor-seconds "cats" (NULL: none), or the
 * shape "id" (0: none), or else a construct or what is said elsewhere. */
struct mark {
  lcm_loc at;
  const double *cats;
  unsigned id;
};

/* Marks being gathered. */
struct gathering {
  struct lcm_page *page;
  LCM_LIST(struct mark) marks;
  LCM_LIST(struct lcm_report_line) lines;
  LCM_LIST(struct lcm_report_file) files;
};

/* Order the marks at "a" and "b" by file, line and shape. */
static int compare_marks(const void *a, const void *b) {
  const struct mark *x = a;
  const struct mark *y = b;
  const int files = strcmp(x->at.file, y->at.file);
  if (files || x->at.line != y->at.line)
    return files ? files : x->at.line < y->at.line ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

/* Order the files at "a" and "b": the most expensive first, then those of which
 * most is said. */
static int compare_files(const void *a, const void *b) {
  const struct lcm_report_file *x = a;
  const struct lcm_report_file *y = b;
  if (x->cost < y->cost || x->cost > y->cost)
    return x->cost > y->cost ? -1 : 1;
  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return strcmp(x->name, y->name);
}

/* Mark the "cats" of plain code at "at": at its lines that take the time, where
 * the report says which. */
static void mark_lines(struct gathering *g, lcm_loc at, const double *cats) {
  lcm_arena *arena = lcm_ctx_arena(g->page->ctx);
  const struct lcm_report *report = g->page->of;
  double whole = 0;
  LCM_LIST(const struct lcm_report_spread *) lines = {0};
  for (size_t i = 0; i < report->n_spread; i++) {
    const struct lcm_report_spread *one = &report->spread[i];
    if (one->whole.line != at.line || one->whole.column != at.column ||
        strcmp(one->whole.file, at.file) != 0)
      continue;
    whole += one->time;
    LCM_LIST_ADD(arena, &lines, one);
  }
  for (size_t i = 0; i < lines.n; i++) {
    double *part = LCM_NEW_ARRAY(arena, double, g->page->n_cats + 1);
    for (size_t c = 0; c < g->page->n_cats; c++)
      part[c] = cats[c] * (lines.at[i]->time / whole);
    const struct mark mark = {lines.at[i]->at, part, 0};
    LCM_LIST_ADD(arena, &g->marks, mark);
  }
  const struct mark mark = {at, cats, 0};
  if (!lines.n)
    LCM_LIST_ADD(arena, &g->marks, mark);
}

/* Mark what each occurrence costs beyond those below it. */
static void mark_costs(struct gathering *g) {
  lcm_arena *arena = lcm_ctx_arena(g->page->ctx);
  const size_t n_cats = g->page->n_cats;
  struct lcm_items items = {0};
  if (!g->page->point)
    return;
  lcm_items_collect(&items, g->page->ctx, &g->page->picture);
  const size_t n = items.list.n;
  double *own = LCM_NEW_ARRAY(arena, double, n *n_cats + 1);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_item *item = &items.list.at[i];
    for (size_t c = 0; c < n_cats && item->occurrence; c++) {
      own[i * n_cats + c] += item->occurrence->cats[c];
      if (item->parent != LCM_ITEM_NONE)
        own[item->parent * n_cats + c] -= item->occurrence->cats[c];
    }
  }
  for (size_t i = 0; i < n; i++) {
    const struct lcm_item *item = &items.list.at[i];
    if (item->occurrence && item->node->loc.file && item->node->loc.line)
      mark_lines(g, item->node->loc, own + i * n_cats);
  }
}

/* Mark where the shapes of the picture are. */
static void mark_shapes(struct gathering *g) {
  const lcm_layout *layout = g->page->layout;
  for (size_t i = 0; i < layout->n_shapes; i++) {
    const lcm_shape *shape = layout->shapes[i];
    if (!shape->title.text || !shape->node || !shape->node->loc.file ||
        !shape->node->loc.line)
      continue;
    const struct mark mark = {shape->node->loc, NULL, shape->id};
    LCM_LIST_ADD(lcm_ctx_arena(g->page->ctx), &g->marks, mark);
  }
}

/* Mark the place "at", where there is one. */
static void mark_place(struct gathering *g, lcm_loc at) {
  const struct mark mark = {at, NULL, 0};
  if (at.file && at.line)
    LCM_LIST_ADD(lcm_ctx_arena(g->page->ctx), &g->marks, mark);
}

/* Mark "node" where it is parallel. */
static lcm_status mark_parallel(const lcm_node *node, void *user) {
  if (lcm_node_is_parallel(node))
    mark_place(user, node->loc);
  return LCM_OK;
}

/* Mark what is parallel in "program". */
static void mark_program(struct gathering *g, const lcm_program *program) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < program->n_functions && !status; i++)
    if (program->functions[i].body)
      status = lcm_node_foreach(program->functions[i].body, mark_parallel, g);
}

/* Mark what is said of lines elsewhere on the page: advice, problems, and,
 * where there are no costs, what is parallel. */
static void mark_places(struct gathering *g) {
  const struct lcm_report *report = g->page->of;
  for (size_t i = 0; report->advice && i < report->advice->n_findings; i++)
    mark_place(g, report->advice->findings[i].at);
  for (size_t i = 0; i < report->n_problems; i++)
    if (report->problems[i].id == LCM_DIAG_NOT_PREDICTED)
      mark_place(g, report->problems[i].at);
  if (!report->prediction)
    mark_program(g, report->program);
}

/* Return the line of the marks "from" to "to" - 1. */
static struct lcm_report_line line_of(const struct gathering *g, size_t from,
                                      size_t to) {
  const size_t n_cats = g->page->n_cats;
  double *cats = LCM_NEW_ARRAY(lcm_ctx_arena(g->page->ctx), double, n_cats + 1);
  struct lcm_report_line line = {.line = g->marks.at[from].at.line,
                                 .cats = cats};
  bool spoken = false;
  for (size_t i = from; i < to; i++) {
    const struct mark *mark = &g->marks.at[i];
    for (size_t c = 0; c < n_cats && mark->cats; c++)
      cats[c] += mark->cats[c];
    spoken = spoken || (!mark->id && !mark->cats);
    if (mark->id && line.n_shapes < LCM_REPORT_LINKS)
      line.shapes[line.n_shapes++] = mark->id;
  }
  for (size_t c = 0; c < n_cats; c++) {
    cats[c] = cats[c] > g->page->total * 1e-9 ? cats[c] : 0;
    line.cost += cats[c];
  }
  line.kept = spoken || line.cost > 0 || line.n_shapes;
  return line;
}

/* Find the text of "file" among the sources of the report. */
static void find_text(const struct gathering *g, struct lcm_report_file *file) {
  lcm_arena *arena = lcm_ctx_arena(g->page->ctx);
  const struct lcm_report *report = g->page->of;
  LCM_LIST(size_t) starts = {0};
  for (size_t i = 0; i < report->n_sources && !file->text; i++) {
    const struct lcm_report_source *source = &report->sources[i];
    if (strcmp(source->file, file->name) != 0)
      continue;
    file->text = source->text;
    LCM_LIST_ADD(arena, &starts, 0);
    for (size_t k = 0; k < source->len; k++)
      if (source->text[k] == '\n' && k + 1 < source->len)
        LCM_LIST_ADD(arena, &starts, k + 1);
    file->n_text = source->len ? starts.n : 0;
    LCM_LIST_ADD(arena, &starts, source->len);
  }
  file->starts = starts.at;
}

/* Gather the marks, which are sorted, into lines and files; lines that cost
 * nothing and of which nothing is said are left out. */
static void gather(struct gathering *g) {
  lcm_arena *arena = lcm_ctx_arena(g->page->ctx);
  for (size_t from = 0, to = 0; from < g->marks.n; from = to) {
    const lcm_loc at = g->marks.at[from].at;
    for (to = from + 1; to < g->marks.n && g->marks.at[to].at.line == at.line &&
                        !strcmp(g->marks.at[to].at.file, at.file);)
      to++;
    const struct lcm_report_line line = line_of(g, from, to);
    if (!g->files.n || strcmp(g->files.at[g->files.n - 1].name, at.file) != 0) {
      struct lcm_report_file file = {.name = at.file};
      find_text(g, &file);
      LCM_LIST_ADD(arena, &g->files, file);
    }
    struct lcm_report_file *file = &g->files.at[g->files.n - 1];
    if (!line.kept)
      continue;
    LCM_LIST_ADD(arena, &g->lines, line);
    file->cost += line.cost;
    file->n++;
  }
  for (size_t i = 0, from = 0; i < g->files.n; from += g->files.at[i++].n)
    g->files.at[i].lines = g->lines.at + from;
}

void lcm_page_files(struct lcm_page *page) {
  struct gathering g = {.page = page};
  if (page->point)
    page->total = lcm_loss_of(page->of->prediction, page->point->cats).total;
  mark_costs(&g);
  mark_shapes(&g);
  mark_places(&g);
  if (g.marks.n)
    qsort(g.marks.at, g.marks.n, sizeof *g.marks.at, compare_marks);
  gather(&g);
  if (g.files.n)
    qsort(g.files.at, g.files.n, sizeof *g.files.at, compare_files);
  page->files = g.files.at;
  page->n_files = g.files.n;
  while (page->n_files && !page->files[page->n_files - 1].n)
    page->n_files--;
}

size_t lcm_page_file(const struct lcm_page *page, lcm_loc loc) {
  for (size_t i = 0; i < page->n_files && loc.file; i++)
    if (!strcmp(page->files[i].name, loc.file))
      return loc.line && loc.line <= page->files[i].n_text ? i : SIZE_MAX;
  return SIZE_MAX;
}
