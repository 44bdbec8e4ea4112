/* Points that differ in processors alone as lines, with knee and saturation. */
#include <math.h>
#include <stdlib.h>

#include "study/scale/law.h"
#include "study/scale/line.h"
#include "study/scale/setting.h"

/* How many numbers of processors are looked at at most. */
enum { MOST_PLACES = 65536 };

/* By how much times may differ that are the same, relatively. */
static const double SAME = 1e-9;

/* ---- grouping ------------------------------------------------------------ */

/* Sort the "n" numbers of points at "at" by the processors of "points". */
static void sort_by_p(size_t *at, size_t n,
                      const struct lcm_scale_point *points) {
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k > 0 && points[at[k]].p < points[at[k - 1]].p; k--) {
      const size_t other = at[k];
      at[k] = at[k - 1];
      at[k - 1] = other;
    }
}

size_t lcm_scale_group(struct lcm_scale_line **out,
                       const struct lcm_scale_grouping *grouping) {
  const size_t n = grouping->n;
  lcm_arena *arena = grouping->arena;
  struct lcm_scale_line *lines =
      LCM_NEW_ARRAY(arena, struct lcm_scale_line, n + 1);
  size_t *sizes = LCM_NEW_ARRAY(arena, size_t, n + 1);
  size_t **points = LCM_NEW_ARRAY(arena, size_t *, n + 1);
  size_t count = 0;
  for (size_t i = 0; i < n; i++)
    sizes[grouping->keys[i]]++;
  for (size_t i = 0; i < n; i++) {
    const size_t key = grouping->keys[i];
    if (key == i) {
      points[i] = LCM_NEW_ARRAY(arena, size_t, sizes[i] + 1);
      lines[count++] = (struct lcm_scale_line){points[i], .n = sizes[i]};
    }
    *points[key]++ = i;
  }
  for (size_t i = 0; i < n; i++)
    if (grouping->keys[i] == i)
      sort_by_p(points[i] - sizes[i], sizes[i], grouping->points);
  *out = lines;
  return count;
}

/* ---- what the points say ------------------------------------------------- */

/* Fit Amdahl's law to the points of "line" that have a time. */
static struct lcm_amdahl_fit fit(const struct lcm_scale_line *line,
                                 const struct lcm_scale_point *points) {
  double *p = calloc(line->n + 1, sizeof *p);
  double *times = calloc(line->n + 1, sizeof *times);
  struct lcm_amdahl_fit out = {.serial = NAN, .half = NAN, .alone = NAN};
  size_t n = 0;
  for (size_t k = 0; p && times && k < line->n; k++) {
    const struct lcm_scale_point *point = &points[line->points[k]];
    if (!(point->time > 0))
      continue;
    p[n] = point->p;
    times[n++] = point->time;
  }
  if (p && times)
    out = lcm_law_fit(p, times, n);
  free(p);
  free(times);
  return out;
}

void lcm_scale_summarize(struct lcm_scale_line *line,
                         const struct lcm_scale_point *points) {
  const struct lcm_scale_point *last = &points[line->points[line->n - 1]];
  line->serial = last->serial;
  line->limit = isnan(line->serial) ? NAN : lcm_law_limit(line->serial);
  line->parallelism = last->parallelism;
  line->fit = (struct lcm_amdahl_fit){.serial = NAN, .half = NAN, .alone = NAN};
  if (!line->weak)
    line->fit = fit(line, points);
  line->saturation = line->knee = (struct lcm_scale_place){.p = NAN};
}

/* ---- places along a line ------------------------------------------------- */

/* Times along a line: "n" of them at rising numbers of processors, and the time
 * of one. */
struct profile {
  double *p;
  double *times;
  size_t n;
  double alone;
  bool exact;
};

/* Return the place of number "i" of "profile". */
static struct lcm_scale_place place_at(const struct profile *profile,
                                       size_t i) {
  return (struct lcm_scale_place){
      profile->p[i], profile->n > 1 && i + 1 == profile->n, profile->exact};
}

/* Set where "line" saturates and bends by "profile". */
static void find_places(struct lcm_scale_line *line,
                        const struct profile *profile) {
  size_t least = 0;
  size_t knee = 0;
  double most = -INFINITY;
  for (size_t i = 0; i < profile->n; i++) {
    const double time = profile->times[i];
    const double speedup = profile->alone / time;
    const double power = speedup * speedup / profile->p[i];
    if (time < profile->times[least] * (1 - SAME))
      least = i;
    if (power > most * (1 + SAME)) {
      most = power;
      knee = i;
    }
  }
  line->saturation = place_at(profile, least);
  line->knee = place_at(profile, knee);
}

/* Let "profile" have the points of "line" themselves. */
static void take_points(struct profile *profile,
                        const struct lcm_scale_line *line,
                        const struct lcm_scale_point *points) {
  for (size_t k = 0; k < line->n; k++) {
    const struct lcm_scale_point *point = &points[line->points[k]];
    if (isnan(point->time))
      continue;
    profile->p[profile->n] = point->p;
    profile->times[profile->n++] = point->time;
  }
}

/* Let "profile" have all whole numbers of the axis up to the last point of
 * "line"; false where there are too many of them, or a time is missing. */
static bool take_all(struct profile *profile, struct lcm_scaling *s,
                     const struct lcm_scale_line *line) {
  const size_t last = line->points[line->n - 1];
  const double most = s->grid->columns[s->axis][last];
  const double each = s->points[last].p / most;
  if (!lcm_scaling_is_cheap(s) || !(most <= MOST_PLACES))
    return false;
  struct lcm_setting *settings = LCM_NEW_ARRAY(
      lcm_ctx_arena(s->ctx), struct lcm_setting, (size_t)most + 1);
  for (profile->n = 0; (double)(profile->n + 1) <= most; profile->n++) {
    const double p = (double)(profile->n + 1);
    settings[profile->n] = lcm_setting_at(s, last, p);
    profile->p[profile->n] = p * each;
  }
  lcm_scaling_times(profile->times, s, settings, profile->n);
  for (size_t i = 0; i < profile->n; i++)
    if (!isfinite(profile->times[i]))
      return false;
  return profile->exact = true;
}

/* Find where "line" of "s" saturates and bends. */
static void find_on(struct lcm_scaling *s, struct lcm_scale_line *line) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const size_t last = line->points[line->n - 1];
  const double most = s->grid->columns[s->axis][last];
  const size_t room = line->n + (most <= MOST_PLACES ? (size_t)most : 0) + 1;
  struct profile profile = {.p = LCM_NEW_ARRAY(arena, double, room),
                            .times = LCM_NEW_ARRAY(arena, double, room),
                            .alone = s->points[last].alone};
  if (!take_all(&profile, s, line)) {
    profile.n = 0;
    take_points(&profile, line, s->points);
  }
  if (profile.n > 1 && profile.alone > 0)
    find_places(line, &profile);
}

void lcm_scale_places(struct lcm_scale_line *line,
                      const struct lcm_scale_point *points, lcm_arena *arena) {
  struct profile profile = {.p = LCM_NEW_ARRAY(arena, double, line->n + 1),
                            .times = LCM_NEW_ARRAY(arena, double, line->n + 1),
                            .alone = points[line->points[0]].time};
  take_points(&profile, line, points);
  if (profile.n > 1)
    find_places(line, &profile);
}

void lcm_scaling_places(struct lcm_scaling *s) {
  for (size_t l = 0; l < s->lines.n; l++)
    if (!s->lines.at[l].weak)
      find_on(s, &s->lines.at[l]);
}
