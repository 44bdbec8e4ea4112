/* The head of the page: what is wrong with the program and what to do about it,
 * on one screen. */
#include <math.h>
#include <string.h>

#include "render/chart/chart.h"
#include "render/report/hero.h"
#include "render/report/parts.h"
#include "render/report/source.h"
#include "render/text/text.h"

/* Losses that the head names. */
enum { MOST_LOSSES = 3 };

/* What share of the processor-time is too little to say where it is lost. */
static const double LITTLE = 0.01;

/* Where no place has this share of what is lost, many places lose it. */
static const double SPREAD = 0.1;

/* What a node itself loses, in all places where it occurs. */
struct hero_loss {
  const struct lcm_report_part *part; /* the first of them */
  size_t cat;                         /* what it loses most to */
  double lost;
};

typedef LCM_LIST(struct hero_loss) loss_list;

/* Return the losses of "page" by node, the largest first, MOST_LOSSES of
 * them. */
static loss_list largest_losses(struct lcm_page *page) {
  lcm_arena *arena = lcm_ctx_arena(page->ctx);
  double *lost = LCM_NEW_ARRAY(arena, double, page->n_parts + 1);
  loss_list all = {0};
  for (size_t i = 0; i < page->n_parts; i++) {
    double own = 0;
    const size_t first = lcm_page_part(page, page->parts[i].node);
    if (lcm_part_loss(page, &page->parts[i], &own) != SIZE_MAX)
      lost[first] += own;
  }
  while (all.n < MOST_LOSSES) {
    size_t most = 0;
    double own = 0;
    for (size_t i = 1; i < page->n_parts; i++)
      most = lost[i] > lost[most] ? i : most;
    if (!page->n_parts || !(lost[most] > page->total * 1e-3))
      return all;
    const struct hero_loss one = {&page->parts[most],
                                  lcm_part_loss(page, &page->parts[most], &own),
                                  lost[most]};
    lost[most] = 0;
    if (one.cat != SIZE_MAX)
      LCM_LIST_ADD(arena, &all, one);
  }
  return all;
}

/* Append "part": its name, and its place as a link. */
static void put_part(struct lcm_page *page,
                     const struct lcm_report_part *part) {
  lcm_buf_puts(page->buf, "<b>");
  lcm_put_html(page->buf, part->title);
  lcm_buf_puts(page->buf, "</b>");
  if (!part->node->loc.file)
    return;
  lcm_buf_puts(page->buf, " (");
  lcm_page_place(page, part->node->loc);
  lcm_buf_puts(page->buf, ")");
}

/* ---- the verdict --------------------------------------------------------- */

/* Return whether points "a" and "b" of the grid differ in nothing but the
 * processors. */
static bool is_beside(const lcm_grid *grid, size_t a, size_t b) {
  for (size_t j = 0; j < grid->n_names; j++)
    if (strcmp(grid->names[j], "p") != 0 &&
        grid->columns[j][a] != grid->columns[j][b])
      return false;
  return true;
}

/* Return the most processors below those of the page on which at least
 * "efficiency" is put to use, as all fewer of the grid do; 0: none. */
static double good_upto(const struct lcm_page *page, double efficiency) {
  const lcm_prediction *prediction = page->of->prediction;
  double least_bad = page->point->p;
  double good = 0;
  for (size_t i = 0; i < prediction->grid->n_points; i++)
    if (is_beside(prediction->grid, i, page->picture.point) &&
        prediction->points[i].efficiency < efficiency)
      least_bad = fmin(least_bad, prediction->points[i].p);
  for (size_t i = 0; i < prediction->grid->n_points; i++)
    if (is_beside(prediction->grid, i, page->picture.point) &&
        prediction->points[i].p < least_bad && prediction->points[i].p > 1)
      good = fmax(good, prediction->points[i].p);
  return good;
}

/* What an efficiency of so much and more is called. */
static const struct {
  double least;
  const char *words;
} WORDS[] = {{0.9, "Scales well"},
             {0.7, "Scales fairly well"},
             {0.4, "Scales poorly"},
             {0, "Hardly scales"}};
enum { N_WORDS = sizeof WORDS / sizeof *WORDS };

/* Return what stands behind these words where not all has a cost. */
static const char *counted(const struct lcm_page *page) {
  const struct lcm_basis *basis = &page->of->prediction->basis;
  return basis->without_cost || basis->once ? ", of what is counted" : "";
}

/* Append the words for all efficiencies, for the script of the page, which
 * follows the sliders. */
static void put_words(struct lcm_page *page) {
  for (size_t i = 0; i < N_WORDS; i++)
    lcm_buf_printf(page->buf, "%s%g %s%s", i ? "|" : "", WORDS[i].least,
                   WORDS[i].words, counted(page));
}

/* Append how the program scales. */
static void put_scaling(struct lcm_page *page) {
  const lcm_point *point = page->point;
  size_t i = 0;
  while (i + 1 < N_WORDS && point->efficiency < WORDS[i].least)
    i++;
  const double good = i ? good_upto(page, WORDS[0].least) : 0;
  lcm_buf_printf(page->buf, "%s%s: ", WORDS[i].words, counted(page));
  lcm_put_percent(page->buf, fmin(point->efficiency, 1));
  lcm_buf_puts(page->buf, " of ");
  lcm_buf_short(page->buf, point->p, 6);
  lcm_buf_puts(page->buf, " processors are put to use");
  if (good > 1) {
    lcm_buf_puts(page->buf, ", 90 % and more up to ");
    lcm_buf_short(page->buf, good, 6);
  }
  lcm_buf_puts(page->buf, ". ");
}

/* Append "text", of which no line ends before a sign of percent. */
static void put_unbroken(lcm_buf *buf, const char *text) {
  for (; *text; text++)
    if (text[0] == ' ' && text[1] == '%')
      lcm_buf_puts(buf, "\u00a0");
    else
      lcm_buf_putc(buf, *text);
}

/* Append where most is lost, of "lost" of the processor-time. */
static void put_lost(struct lcm_page *page, const loss_list *losses,
                     double lost) {
  lcm_put_percent(page->buf, lost);
  lcm_buf_puts(page->buf, " of the processor-time is lost");
  if (lost >= LITTLE) {
    if (losses->at[0].lost < SPREAD * lost * page->total)
      lcm_buf_puts(page->buf, " in many places");
    lcm_buf_puts(page->buf, ", first of all ");
    lcm_put_percent(page->buf, losses->at[0].lost / page->total);
    lcm_buf_puts(page->buf, " to ");
    lcm_put_html(page->buf,
                 lcm_loss_title(page->of->prediction, losses->at[0].cat));
    lcm_buf_puts(page->buf, " at ");
    put_part(page, losses->at[0].part);
  }
  lcm_buf_puts(page->buf, ". ");
}

/* Append the verdict: how it scales, where most is lost, what to do first. */
static void put_verdict(struct lcm_page *page, const loss_list *losses) {
  const lcm_advice *advice = page->of->advice;
  const lcm_point *point = page->point;
  const bool scales = point && point->p > 1 && !isnan(point->efficiency);
  if (!scales && !losses->n)
    return;
  lcm_buf *const whole = page->buf;
  lcm_buf text = {0};
  lcm_buf_puts(whole, "<p class=\"verdict\" data-words=\"");
  put_words(page);
  lcm_buf_puts(whole, "\">");
  page->buf = &text;
  if (scales)
    put_scaling(page);
  if (losses->n)
    put_lost(page, losses,
             lcm_loss_of(page->of->prediction, point->cats).lost / page->total);
  if (advice && advice->n_findings) {
    lcm_buf_puts(page->buf, "The best advice gains ");
    lcm_put_percent(page->buf, advice->findings[0].gain / advice->time);
    lcm_buf_puts(page->buf, ".");
  }
  page->buf = whole;
  put_unbroken(whole, lcm_cell_take(page->ctx, &text));
  lcm_buf_puts(whole, "</p>\n");
}

/* Append from where on "resource" (NULL: any) sets the time of a model, as "b"
 * has it: its name first where it is any; nothing where that is not known. */
static void put_saturation(struct lcm_page *page,
                           const struct lcm_bound_result *b,
                           const char *resource) {
  for (size_t i = 0; i < b->n_saturations; i++) {
    const struct lcm_saturation *from = &b->saturations[i];
    if (!(from->value > 0) || (resource && strcmp(from->resource, resource)))
      continue;
    if (!resource) {
      lcm_buf_puts(page->buf, "; ");
      lcm_put_html(page->buf, from->resource);
      lcm_buf_puts(page->buf, " does");
    }
    lcm_buf_puts(page->buf, " from ");
    lcm_put_html(page->buf, from->param);
    lcm_buf_puts(page->buf, " = ");
    lcm_buf_short(page->buf, from->value, 6);
    lcm_buf_puts(page->buf, " on");
    return;
  }
}

/* Append what sets the time of a model, and what that means. */
static void put_model_verdict(struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  const struct lcm_bound_result *b =
      lcm_point_bounds(&prediction->points[page->picture.point]);
  if (!b)
    return;
  lcm_buf_puts(page->buf, "<p class=\"verdict\">");
  if (b->resource) {
    lcm_put_html(page->buf, b->resource);
    lcm_buf_puts(page->buf, " sets the time");
    put_saturation(page, b, b->resource);
    lcm_buf_puts(page->buf, ": others wait for it, and more of them only make "
                            "the queue longer.");
  } else {
    lcm_buf_puts(page->buf, "The longest chain sets the time, nothing that is "
                            "waited for");
    put_saturation(page, b, NULL);
    lcm_buf_puts(page->buf, ".");
  }
  lcm_buf_puts(page->buf, "</p>\n");
}

/* ---- cards --------------------------------------------------------------- */

/* Say that no place loses much by itself, and what all lose together where that
 * is much. */
static void put_spread(struct lcm_page *page) {
  const struct lcm_loss loss =
      lcm_loss_of(page->of->prediction, page->point->cats);
  lcm_buf *buf = page->buf;
  if (!(loss.lost > LITTLE * page->total) || loss.most == SIZE_MAX) {
    lcm_buf_puts(buf, "<p>Nothing worth a word is lost.</p>\n");
    return;
  }
  lcm_buf_puts(buf, "<p>Many places lose ");
  lcm_put_percent(buf, loss.lost / page->total);
  lcm_buf_puts(buf, " together, most to ");
  lcm_put_html(buf, lcm_loss_title(page->of->prediction, loss.most));
  lcm_buf_puts(buf, ", each less than 0.1 %.</p>\n");
}

/* Append the card of the largest losses. */
static void put_losses(struct lcm_page *page, const loss_list *losses) {
  lcm_buf *buf = page->buf;
  if (!page->n_parts)
    return;
  lcm_buf_puts(buf, "<div class=\"card\" id=\"hero-losses\">"
                    "<h2>Where most is lost</h2>\n");
  if (!losses->n)
    put_spread(page);
  lcm_buf_puts(buf, losses->n ? "<ol>\n" : "");
  for (size_t i = 0; i < losses->n; i++) {
    const struct hero_loss *loss = &losses->at[i];
    lcm_buf_printf(buf, "<li data-part=\"%zu\"><b class=\"share\">",
                   (size_t)(loss->part - page->parts));
    lcm_put_percent(buf, loss->lost / page->total);
    lcm_buf_puts(buf, "</b> ");
    put_part(page, loss->part);
    lcm_buf_printf(buf, "<br><i class=\"dot c%zu\"></i>",
                   lcm_page_colour(loss->cat));
    lcm_put_html(buf, lcm_loss_title(page->of->prediction, loss->cat));
    lcm_buf_puts(buf, "</li>\n");
  }
  lcm_buf_puts(buf, losses->n ? "</ol>\n" : "");
  lcm_buf_puts(buf, "<p class=\"hint\">of all processor-time, at the place "
                    "itself</p></div>\n");
}

/* Return whether any cost is known at the points of "prediction". */
static bool is_counted(const lcm_prediction *prediction) {
  for (size_t i = 0; i < prediction->grid->n_points; i++)
    if (prediction->points[i].time > 0)
      return true;
  return false;
}

/* Append the card of the speedup, of the time where there is none; none where
 * no cost is known. */
static void put_curve(struct lcm_page *page) {
  const struct lcm_charted of = {
      page->of->prediction, page->of->measured,
      page->point ? (size_t)(page->point - page->of->prediction->points) : 0};
  struct lcm_chart chart;
  const struct lcm_charts charts = {&chart, 1, "hero-chart", true};
  if (page->of->prediction->grid->n_points < 2 ||
      !is_counted(page->of->prediction) ||
      (!lcm_chart_speedup(&chart, page->ctx, &of) &&
       !lcm_chart_time(&chart, page->ctx, &of)))
    return;
  lcm_buf_puts(page->buf, "<div class=\"card\" id=\"hero-curve\">\n<figure>\n");
  lcm_put_charts(page->buf, page->ctx, &charts);
  lcm_buf_puts(page->buf, "</figure></div>\n");
}

/* Append that what is not known is to be said first, where all else depends on
 * it. */
static void put_first(struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  if (prediction->n_unknown && prediction->basis.once)
    lcm_buf_puts(page->buf,
                 "<p>Say <a href=\"#unknown\">how often loops and recursions "
                 "go on</a>: some count once here.</p>\n");
  else if (prediction->n_unknown && !is_counted(prediction))
    lcm_buf_puts(page->buf, "<p>Say <a href=\"#unknown\">what things "
                            "cost</a>: nothing is known of that.</p>\n");
}

/* Append the card of the best advice. */
static void put_advice(struct lcm_page *page) {
  const lcm_advice *advice = page->of->advice;
  lcm_buf *buf = page->buf;
  if (!advice)
    return;
  lcm_buf_puts(buf, "<div class=\"card\"><h2>What to do first</h2>\n");
  put_first(page);
  if (!is_counted(page->of->prediction)) {
    lcm_buf_puts(buf, "</div>\n");
    return;
  }
  if (advice->n_findings) {
    const lcm_finding *finding = &advice->findings[0];
    lcm_buf_puts(buf, "<p class=\"gain\">");
    lcm_put_percent(buf, finding->gain / advice->time);
    lcm_buf_puts(buf, " less time</p>\n<p>");
    lcm_put_html(buf, finding->what);
    lcm_buf_puts(buf, " (");
    lcm_page_place(page, finding->at);
    lcm_buf_puts(buf, ")</p>\n<p><code>--edit '");
    lcm_put_html(buf, finding->edit);
    lcm_buf_puts(buf, "'</code></p>\n<p><a href=\"#advice\">");
    if (advice->n_findings > 1)
      lcm_buf_printf(buf, "%zu more, and what they rest on</a></p>\n",
                     advice->n_findings - 1);
    else
      lcm_buf_puts(buf, "what it rests on</a></p>\n");
  } else {
    lcm_buf text = {0};
    lcm_put_no_advice(&text, advice);
    const char *why = lcm_cell_take(page->ctx, &text);
    lcm_page_text(page, "p",
                  lcm_arena_printf(lcm_ctx_arena(page->ctx),
                                   "Nothing was found that gains enough: %s.",
                                   why + strspn(why, "; ")));
  }
  lcm_buf_puts(buf, "</div>\n");
}

/* Append why there are no numbers, and whether all was read. */
static void put_why(struct lcm_page *page) {
  const struct lcm_report *report = page->of;
  size_t errors = 0;
  for (size_t i = 0; i < report->n_problems; i++)
    errors += report->problems[i].severity == LCM_ERROR;
  lcm_page_text(page, "p class=\"doubt\"",
                report->why
                    ? lcm_arena_printf(lcm_ctx_arena(page->ctx),
                                       "No times are predicted: %s",
                                       lcm_page_short(page, report->why))
                    : "There is no prediction.");
  if (errors)
    lcm_page_text(page, "p class=\"doubt\"",
                  lcm_arena_printf(lcm_ctx_arena(page->ctx),
                                   "Not all was read: %zu error%s listed at "
                                   "the end.",
                                   errors, errors == 1 ? " is" : "s are"));
}

/* Append which problems there are, which are listed at the end: what is not in
 * the numbers, and races. */
static void put_problems(struct lcm_page *page) {
  const struct lcm_report *report = page->of;
  lcm_arena *arena = lcm_ctx_arena(page->ctx);
  size_t races = 0;
  for (size_t i = 0; i < report->n_problems; i++)
    races += report->problems[i].id == LCM_DIAG_RACE;
  const size_t parts = report->n_problems - races;
  if (parts)
    lcm_page_text(page, "p class=\"doubt\"",
                  lcm_arena_printf(arena,
                                   "%zu part%s not read or not predicted, and "
                                   "not in these numbers: %s listed at the "
                                   "end.",
                                   parts, parts == 1 ? " was" : "s were",
                                   parts == 1 ? "it is" : "they are"));
  if (races)
    lcm_page_text(page, "p class=\"doubt\"",
                  lcm_arena_printf(arena,
                                   "%zu race%s, listed at the end: what the "
                                   "program computes may be wrong, and these "
                                   "times with it.",
                                   races, races == 1 ? "" : "s"));
}

/* Append what the numbers rest on, and what is to be doubted in them. */
static void put_conditions(struct lcm_page *page) {
  const struct lcm_report *report = page->of;
  lcm_buf text = {0};
  lcm_put_basis(&text, &report->prediction->basis, true);
  lcm_put_source_interval(
      &text, report->prediction->points[page->picture.point].source);
  if (text.len)
    lcm_page_text(page, "p class=\"basis\"", lcm_cell_take(page->ctx, &text));
  text = (lcm_buf){0};
  lcm_put_doubt(&text, report->prediction, "see the end");
  if (text.len)
    lcm_page_text(page, "p class=\"doubt\"", lcm_cell_take(page->ctx, &text));
  put_problems(page);
}

void lcm_page_hero(struct lcm_page *page) {
  const struct lcm_report *report = page->of;
  lcm_buf text = {0};
  if (!report->prediction) {
    put_why(page);
    return;
  }
  const loss_list losses = largest_losses(page);
  put_verdict(page, &losses);
  if (report->prediction->is_model)
    put_model_verdict(page);
  lcm_put_headline(&text, report->prediction, page->picture.point);
  lcm_page_text(page, "p class=\"headline\"", lcm_cell_take(page->ctx, &text));
  put_conditions(page);
  lcm_buf_puts(page->buf, "<div class=\"hero\">\n");
  put_losses(page, &losses);
  put_curve(page);
  put_advice(page);
  lcm_buf_puts(page->buf, "</div>\n");
}
