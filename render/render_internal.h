/* What the files of the folder share: numbers, names, tables. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "render/render.h"

/* ---- numbers (render/table/number.c) ------------------------------------------------- */

/* A unit of time: its name and its length in seconds. */
struct lcm_time_unit {
  const char *name;
  double seconds;
};

/* Return the unit (s, ms, us, ns) in which "seconds" reads best. */
struct lcm_time_unit lcm_time_unit_for(double seconds);

/* Return the unit for a table of times between "least" and "most" seconds; one
 * without a name where no unit reads well for both: each time then has its
 * own. */
struct lcm_time_unit lcm_time_unit_between(double least, double most);

/* Append "seconds" with four digits and a unit: "12.3 ms"; "-" for NaN. */
void lcm_put_time(lcm_buf *buf, double seconds);

/* Append "fraction" in per cent for a sentence: "45 %", "0.25 %". */
void lcm_put_percent(lcm_buf *buf, double fraction);

/* Return "value" with four digits in memory of "ctx"; "-" for NaN. */
const char *lcm_cell_number(lcm_ctx *ctx, double value);

/* Return "value" so that it reads back exactly; "" for NaN. */
const char *lcm_cell_exact(lcm_ctx *ctx, double value);

/* Return the value of a variable: whole numbers exactly, others with six
 * digits. */
const char *lcm_cell_value(lcm_ctx *ctx, double value);

/* Return "fraction" in per cent with one decimal, without the sign. */
const char *lcm_cell_percent(lcm_ctx *ctx, double fraction);

/* Return "seconds" as lcm_put_time writes it, in memory of "ctx". */
const char *lcm_cell_time(lcm_ctx *ctx, double seconds);

/* Return "seconds" in "unit", or with a unit of its own where that has no
 * name. */
const char *lcm_cell_in(lcm_ctx *ctx, double seconds,
                        struct lcm_time_unit unit);

/* Return "name" as the heading of a column of times in "unit": "name [ms]". */
const char *lcm_heading_in(lcm_ctx *ctx, const char *name,
                           struct lcm_time_unit unit);

/* Move the text of "buf" to memory of "ctx"; "buf" is empty afterwards. */
const char *lcm_cell_take(lcm_ctx *ctx, lcm_buf *buf);

/* ---- names (render/table/name.c) ----------------------------------------------------- */

/* Return the number of characters of the UTF-8 text "text". */
size_t lcm_text_width(const char *text);

/* Return "text" on one line and cut to "width" characters, "..." at the end
 * where something is missing; in memory of "ctx". */
const char *lcm_text_shorten(lcm_ctx *ctx, const char *text, size_t width);

/* Return "e" for readers, in memory of "ctx"; "?" where it is NULL. */
const char *lcm_text_expr(lcm_ctx *ctx, const lcm_expr *e);

/* As lcm_text_expr, where random quantities that "program" draws in the midst
 * of an expression are as the source has them: "exponential(3)". */
const char *lcm_text_drawn(lcm_ctx *ctx, const lcm_program *program,
                           const lcm_expr *e);

/* Return what "node" is called in tables and pictures, in memory of "ctx":
 * its fragment name, else what its kind has to say, else its label. */
const char *lcm_node_title(lcm_ctx *ctx, const lcm_node *node);

/* Return whether "node" is a fragment that costs, moves and says nothing, as a
 * declaration: listings leave it out. */
bool lcm_node_is_idle(const lcm_node *node);

/* Return "file:line", "file" or "". */
const char *lcm_text_place(lcm_ctx *ctx, lcm_loc loc);

/* Return "section" as in the comment language, "a[0:n][k]"; bounds through
 * "notation". */
const char *lcm_text_section(lcm_ctx *ctx, const lcm_section *section,
                             lcm_notation notation);

/* ---- categories (render/table/loss.c) ------------------------------------------------ */

/* Where the cycles of an occurrence or a point go.
 * total    sum of all categories
 * lost     of all but computation and what is not split
 * unsplit  what is not split
 * most     the category that loses most; SIZE_MAX where nothing is lost */
struct lcm_loss {
  double total;
  double lost;
  double unsplit;
  size_t most;
};

/* Return where the cycles "cats" of "prediction" go. */
struct lcm_loss lcm_loss_of(const lcm_prediction *prediction,
                            const double *cats);

/* Return the full name of category "cat" of "prediction". */
const char *lcm_loss_title(const lcm_prediction *prediction, size_t cat);

/* Append the values of the grid variables at point "i": "n = 64, p = 4"; the
 * processors where p is no variable. */
void lcm_put_point(lcm_buf *buf, const lcm_grid *grid, size_t i, double p);

/* Append one sentence on point "i", without a full stop at the end. */
void lcm_put_headline(lcm_buf *buf, const lcm_prediction *prediction, size_t i);

/* Return whether "name" is a variable of "grid". */
bool lcm_grid_has(const lcm_grid *grid, const char *name);

/* Return whether variable "j" of "grid" has a column in a table for people:
 * all have but those of one value beside others that vary. */
bool lcm_grid_shows(const lcm_grid *grid, size_t j);

/* ---- what is not known (render/text/unknown.c) ---------------------------------- */

/* Append what is not in the times of "prediction", in a few lines: what is
 * missing at how many places, and what would settle it. */
void lcm_put_unknown(lcm_buf *buf, lcm_ctx *ctx,
                     const lcm_prediction *prediction,
                     const struct lcm_style *style);

/* Append the line that warns a reader of the headline where loops of
 * "prediction" count as run once. */
void lcm_put_doubt(lcm_buf *buf, const lcm_prediction *prediction);

/* ---- bounds and simulation (render/text/model.c) -------------------------------- */

struct lcm_table;

/* Append a sentence and a table of the bounds and simulations of "prediction",
 * nothing where there are none. */
void lcm_put_contention(lcm_buf *buf, lcm_ctx *ctx,
                        const lcm_prediction *prediction,
                        const struct lcm_style *style);

/* Append one sentence on point "i" of a model that was not composed. */
void lcm_put_model_headline(lcm_buf *buf, const lcm_prediction *prediction,
                            size_t i);

/* Append "seconds" with a unit, but for a model that declares none. */
void lcm_put_seconds(lcm_buf *buf, const lcm_prediction *prediction,
                     double seconds);

/* Add the columns of bounds and simulations to a table for programs, and the
 * cells of point "i". */
void lcm_contention_columns(struct lcm_table *table,
                            const lcm_prediction *prediction);
void lcm_contention_row(struct lcm_table *table,
                        const lcm_prediction *prediction, size_t i);

/* Append the "n" premises of edits at "premises", by edit, under "title". */
void lcm_put_premises(lcm_buf *buf, const struct lcm_premise *premises,
                      size_t n, const char *title);

/* ---- tables (render/table/table.c) --------------------------------------------------- */

typedef enum lcm_look {
  LCM_LOOK_PLAIN,
  LCM_LOOK_BOLD,
  LCM_LOOK_DIM,
  LCM_LOOK_GOOD,
  LCM_LOOK_BAD
} lcm_look;

/* Append what switches terminal colours to "look" where "style" has them. */
void lcm_put_look(lcm_buf *buf, const struct lcm_style *style, lcm_look look);

/* A column: its title, and whether it is aligned to the right. */
struct lcm_column {
  const char *title;
  bool right;
};

struct lcm_cell {
  const char *text;
  lcm_look look;
};

/* A table under construction; {.ctx = ctx} is an empty one.  Columns come
 * first, then the cells row by row. */
struct lcm_table {
  lcm_ctx *ctx;
  LCM_LIST(struct lcm_column) columns;
  LCM_LIST(struct lcm_cell) cells;
};

/* Add a column of numbers, of text. */
void lcm_table_numbers(struct lcm_table *table, const char *title);
void lcm_table_texts(struct lcm_table *table, const char *title);

/* Add the next cell; "text" outlives the table. */
void lcm_table_cell(struct lcm_table *table, const char *text);
void lcm_table_look(struct lcm_table *table, const char *text, lcm_look look);

/* Append "table" to "buf": aligned, or separated as "format" says. */
void lcm_table_print(lcm_buf *buf, const struct lcm_table *table,
                     lcm_format format, const struct lcm_style *style);

/* Append "table" as one of HTML with the caption "caption". */
void lcm_table_html(lcm_buf *buf, const struct lcm_table *table,
                    const char *caption);

/* ---- tables for text and pages ------------------------------------------ */

struct lcm_timetable;

/* Fill "table", which is empty, with the points of "prediction" for people. */
void lcm_prediction_table(struct lcm_table *table,
                          const lcm_prediction *prediction);

/* Fill "table" with the points of "c" for people (render/text/comparison.c). */
void lcm_comparison_table(struct lcm_table *table, const lcm_comparison *c);

/* Put the numbers of the two variables of the grid of "c" that vary into
 * "axes"; false where there are not two. */
bool lcm_comparison_axes(size_t axes[2], const lcm_comparison *c);

/* Return the letter of the winner at point "i" of "c": small where it is not
 * clear that it wins, '=' for a tie, '-' where some time is not known. */
char lcm_comparison_letter(const lcm_comparison *c, size_t i);

/* Append who wins how often. */
void lcm_put_winners(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c);

/* Append the crossover "x" of "c" as a sentence, a line. */
void lcm_put_crossover(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                       const lcm_crossover *x);

/* Append what the names of categories in the column of reasons of "c" mean,
 * where there are any. */
void lcm_put_why(lcm_buf *buf, const lcm_comparison *c);

/* Append where the fastest changes. */
void lcm_put_crossovers(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c);

/* Fill "rows" with the stages of "table" in "format": the utilization of each
 * processor, but, for people, not of more than "most" of them. */
void lcm_stages_table(struct lcm_table *rows, const struct lcm_timetable *table,
                      lcm_format format, size_t most);
