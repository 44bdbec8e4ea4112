/* How programs scale: what the files scale*.c say to each other. */
#pragma once

#include "composer/predict/internal.h"
#include "study/scale/scale.h"

/* A program whose scaling is looked at.
 * grid        the points, with columns for the axis and the size
 * predictor   of the program on that grid; "free" the same where forks, chunks
 *             and tasks cost nothing, NULL where they do anyway
 * axis        number of the variable that counts processors in the grid
 * size        that of the size, n_names: there is none
 * formula     the time of a model, where its bound has a closed form that is
 *             evaluated in constant time; else NULL
 * points      predicted at the points of the grid
 * lines       of these along the axis */
struct lcm_scaling {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_predict_options *options;
  const struct lcm_scale_options *what;
  const lcm_grid *grid;
  struct lcm_predictor predictor;
  struct lcm_predictor *free;
  size_t axis;
  size_t size;
  const lcm_expr *formula;
  struct lcm_scale_point *points;
  LCM_LIST(struct lcm_scale_line) lines;
};

/* A setting beside the points of the grid.
 * base    the point that has the values of the other variables
 * p       processors, NaN: those of the base
 * name    number of a variable that has the value "value", and does not follow
 *         another; n_names: none has
 * alone   on one processor, but of the same problem */
struct lcm_setting {
  size_t base;
  double p;
  size_t name;
  double value;
  bool alone;
};

/* Return a setting of point "base" on "p" processors. */
struct lcm_setting lcm_setting_at(const struct lcm_scaling *s, size_t base,
                                  double p);

/* Return whether variable "j" of the grid of "s" counts processors. */
bool lcm_scaling_counts(const struct lcm_scaling *s, size_t j);

/* Return a grid of the "n" settings at "settings"; values that cannot be
 * determined are NaN. */
const lcm_grid *lcm_scaling_grid(struct lcm_scaling *s,
                                 const struct lcm_setting *settings, size_t n);

/* Put the times of the "n" settings at "settings" into "times"; NaN where there
 * is none. */
void lcm_scaling_times(double *times, struct lcm_scaling *s,
                       const struct lcm_setting *settings, size_t n);

/* Put the efficiencies of the "n" settings at "settings" into "out", likewise.
 */
void lcm_scaling_efficiencies(double *out, struct lcm_scaling *s,
                              const struct lcm_setting *settings, size_t n);

/* Return whether the times of "s" come from a closed form, so that many of them
 * are cheap. */
bool lcm_scaling_is_cheap(const struct lcm_scaling *s);

/* ---- points (study/scale/point.c) ---------------------------------------------- */

/* Put what is known of the points that "prediction" is of into "points". */
LCM_NODISCARD lcm_status lcm_scaling_points(struct lcm_scale_point *points,
                                            struct lcm_scaling *s,
                                            const lcm_prediction *prediction);

/* Set all of "point" that follows from its p, time and time on one processor
 * alone. */
void lcm_scale_derive(struct lcm_scale_point *point);

/* Categories of a run in processor-seconds, and what they come to.
 * cats       "n" of them, by lcm_cat
 * time       p times the elapsed time
 * scheduling   of the synchronization loss
 * told       "scheduling" is known; else it is somewhere in that loss */
struct lcm_spent {
  const double *cats;
  size_t n;
  double time;
  double scheduling;
  bool told;
};

/* Set the factors and the efficiencies of "point" by what the run has spent,
 * and what one processor does; "alone.time" is NaN where that is not known. */
void lcm_scale_attribute(struct lcm_scale_point *point, struct lcm_spent run,
                         struct lcm_spent alone);

/* ---- lines (study/scale/line.c) ------------------------------------------------ */

/* "n" points that are to be put into lines by p: those of equal keys, which are
 * the number of the first point of the line. */
struct lcm_scale_grouping {
  lcm_arena *arena;
  const struct lcm_scale_point *points;
  const size_t *keys;
  size_t n;
};

/* Put the lines of "grouping" into "*out"; return how many there are. */
size_t lcm_scale_group(struct lcm_scale_line **out,
                       const struct lcm_scale_grouping *grouping);

/* Set what follows from the points of "line" alone. */
void lcm_scale_summarize(struct lcm_scale_line *line,
                         const struct lcm_scale_point *points);

/* Find at which of its points "line" saturates and bends. */
void lcm_scale_places(struct lcm_scale_line *line,
                      const struct lcm_scale_point *points, lcm_arena *arena);

/* Find where the lines of "s" saturate and bend. */
void lcm_scaling_places(struct lcm_scaling *s);

/* ---- questions ----------------------------------------------------------- */

/* Return how the size of "s" has to grow (study/scale/iso.c). */
struct lcm_isoefficiency lcm_scaling_iso(struct lcm_scaling *s);

/* Return n(p) of the efficiency "efficiency" in closed form, NULL where there
 * is none that gives the "n" rows at "rows"; "*divides": where p divides the
 * size (study/scale/exact.c). */
const lcm_expr *lcm_scaling_exact(bool *divides, struct lcm_scaling *s,
                                  const struct lcm_isoefficiency *iso);

/* Put the answers to the question of "s" into "*out"; return how many there are
 * in "*n" (study/scale/search.c). */
LCM_NODISCARD lcm_status lcm_scaling_answer(const struct lcm_scale_answer **out,
                                            size_t *n, struct lcm_scaling *s);

/* Put the shares of the variance of the time of "point" into "*out"; return how
 * many there are (study/scale/variance.c). */
size_t lcm_scaling_variance(const struct lcm_variance_share **out,
                            struct lcm_scaling *s, const lcm_prediction *from,
                            size_t point);

/* Refine the partition that "s" asks for into "*out" (study/scale/refine.c). */
LCM_NODISCARD lcm_status lcm_scaling_refine(struct lcm_refinement *out,
                                            struct lcm_scaling *s);
