/* Laws of random times: values with their chances, and cumulants. */
#include "composer/chance/law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/gsl/gsl_chance.h"

/* Values that a law has at most, pairs of them that are looked at one by one,
 * and cells that others are gathered in first. */
enum { MOST_VALUES = 1024, MOST_PAIRS = 8192, CELLS = 32768 };

/* What is less probable than this at an end is put to the value beside it. */
static const double TAIL = 1e-11;

/* What is as probable as this is a value by itself, of which there are at most
 * 1 / ALONE. */
static const double ALONE = 1. / 128;

/* Values are brought to the deviation that is known where they are off by more
 * than this of it. */
static const double OFF = 1e-3;

/* A value with its chance; it stands for what is within half of "width". */
struct atom {
  double value;
  double chance;
  double width;
};

/* ---- making laws -------------------------------------------------------- */

/* Put the cumulants of the "n" "atoms" into "out". */
static void find_cumulants(double out[4], const struct atom *atoms, size_t n) {
  double mean = 0;
  double central[3] = {0, 0, 0};
  for (size_t i = 0; i < n; i++)
    mean += atoms[i].chance * atoms[i].value;
  for (size_t i = 0; i < n; i++) {
    const double off = atoms[i].value - mean;
    central[0] += atoms[i].chance * off * off;
    central[1] += atoms[i].chance * off * off * off;
    central[2] += atoms[i].chance * off * off * off * off;
  }
  out[0] = mean;
  out[1] = central[0];
  out[2] = central[1];
  out[3] = central[2] - 3 * central[0] * central[0];
}

/* Put what is hardly probable at the ends of the "*n" sorted "*atoms" to the
 * values beside it. */
static void trim(struct atom **atoms, size_t *n) {
  struct atom *at = *atoms;
  while (*n > 2 && at[0].chance < TAIL) {
    const double chance = at[0].chance + at[1].chance;
    at[1].value = chance > 0 ? at[1].value + (at[0].value - at[1].value) *
                                                 at[0].chance / chance
                             : at[1].value;
    at[1].chance = chance;
    at++;
    --*n;
  }
  while (*n > 2 && at[*n - 1].chance < TAIL) {
    struct atom *last = &at[*n - 1];
    const double chance = last[0].chance + last[-1].chance;
    last[-1].value = chance > 0
                         ? last[-1].value + (last[0].value - last[-1].value) *
                                                last[0].chance / chance
                         : last[-1].value;
    last[-1].chance = chance;
    --*n;
  }
  *atoms = at;
}

/* Cumulants that are known, and whether values are brought to them. */
struct known {
  const double *cumulants;
  bool bring;
};

static const struct known UNKNOWN = {NULL, false};

/* Return the law of the "n" sorted "atoms", whose cumulants are "of" where it
 * has some, else those of the atoms. */
static const struct lcm_law *law_from(lcm_arena *arena, struct atom *atoms,
                                      size_t n, struct known of) {
  struct lcm_law *law = LCM_NEW(arena, struct lcm_law);
  double *value = LCM_NEW_ARRAY(arena, double, n + 1);
  double *chance = LCM_NEW_ARRAY(arena, double, n + 1);
  double *width = LCM_NEW_ARRAY(arena, double, n + 1);
  double have[4];
  trim(&atoms, &n);
  find_cumulants(have, atoms, n);
  memcpy(law->cumulants, of.cumulants ? of.cumulants : have, sizeof have);
  const double *known = law->cumulants;
  double factor = have[1] > 0 ? sqrt(known[1] / have[1]) : 1;
  const bool brought = of.bring && fabs(factor - 1) > OFF;
  for (size_t i = 0; i < n; i++) {
    value[i] = brought ? known[0] + (atoms[i].value - have[0]) * factor
                       : atoms[i].value;
    chance[i] = atoms[i].chance;
    width[i] = atoms[i].width;
    law->gathered = law->gathered || width[i] > 0;
  }
  law->n = n;
  law->value = value;
  law->chance = chance;
  law->width = width;
  return law;
}

/* Compare atoms by their values. */
static int by_value(const void *a, const void *b) {
  const struct atom *x = a;
  const struct atom *y = b;
  return x->value < y->value ? -1 : x->value > y->value;
}

/* Sort the "n" "atoms" and join equal ones, also those that only rounding keeps
 * apart; return how many are left. */
static size_t join_equal(struct atom *atoms, size_t n) {
  size_t k = 0;
  qsort(atoms, n, sizeof *atoms, by_value);
  const double near =
      n ? 1e-13 * fmax(fabs(atoms[0].value), fabs(atoms[n - 1].value)) : 0;
  for (size_t i = 0; i < n; i++) {
    if (atoms[i].chance <= 0)
      continue;
    if (k && atoms[i].value - atoms[k - 1].value <= near) {
      atoms[k - 1].chance += atoms[i].chance;
      atoms[k - 1].width = fmax(atoms[k - 1].width, atoms[i].width);
    } else
      atoms[k++] = atoms[i];
  }
  return k;
}

/* What falls into a cell: from what to what, with what chance, and the sum of
 * the values times their chances. */
struct cell {
  double chance;
  double moment;
  double low;
  double high;
};

/* Cells of equal width from "low" on. */
struct cells {
  lcm_arena scratch;
  struct cell *at;
  double low;
  double scale; /* cells for each unit */
};

/* Return empty cells from "low" to "high", with memory like that of "arena". */
static struct cells cells_between(const lcm_arena *arena, double low,
                                  double high) {
  struct cells cells = {.scratch = lcm_arena_like(arena),
                        .low = low,
                        .scale = CELLS / (high - low)};
  cells.at = LCM_NEW_ARRAY(&cells.scratch, struct cell, CELLS);
  return cells;
}

/* Add "chance" of what is within half of "width" of "value" to "cells". */
static inline void put(struct cells *cells, double value, double chance,
                       double width) {
  const double at = (value - cells->low) * cells->scale;
  struct cell *cell =
      &cells->at[at > 0 ? at < CELLS - 1 ? (size_t)at : CELLS - 1 : 0];
  const double low = value - width / 2;
  const double high = value + width / 2;
  cell->low = cell->chance > 0 && cell->low < low ? cell->low : low;
  cell->high = cell->chance > 0 && cell->high > high ? cell->high : high;
  cell->chance += chance;
  cell->moment += chance * value;
}

/* Cells that are joined to values. */
struct joining {
  struct atom atoms[MOST_VALUES];
  size_t n;
  struct cell now; /* since the last value */
};

/* Let what "j" has joined be a value. */
static void finish(struct joining *j) {
  const struct cell *now = &j->now;
  if (now->chance > 0)
    j->atoms[j->n++] = (struct atom){now->moment / now->chance, now->chance,
                                     now->high - now->low};
  j->now = (struct cell){0};
}

/* Join "cell" to what "j" has. */
static void join(struct joining *j, const struct cell *cell) {
  j->now.low = j->now.chance > 0 ? j->now.low : cell->low;
  j->now.high = cell->high;
  j->now.chance += cell->chance;
  j->now.moment += cell->moment;
}

/* Return the law of what is in "cells", which are given back.  Neighbours are
 * joined so that values are as dense as the third root of the density, which
 * keeps the mean square of what they are off small: narrow peaks keep their
 * values beside wide ones, and what is probable by itself stays so.  Each value
 * of that kind ends the one before, so that there are two more at most. */
static const struct lcm_law *law_of_cells(lcm_arena *arena, struct cells *cells,
                                          struct known known) {
  const double room = MOST_VALUES - 2 - 2 / ALONE;
  struct joining j = {.n = 0};
  double all = 0;
  double sum = 0;
  for (size_t i = 0; i < CELLS; i++)
    all += cbrt(cells->at[i].chance);
  for (size_t i = 0; i < CELLS; i++) {
    const struct cell *cell = &cells->at[i];
    const double share = cbrt(cell->chance) * room / all;
    const bool alone = cell->chance >= ALONE;
    if (!(cell->chance > 0))
      continue;
    if (alone)
      finish(&j);
    join(&j, cell);
    if (alone || floor(sum + share) > floor(sum))
      finish(&j);
    sum += share;
  }
  finish(&j);
  lcm_arena_reset(&cells->scratch);
  return law_from(arena, j.atoms, j.n, known);
}

/* Return the law of the "n" "atoms", in any order. */
static const struct lcm_law *law_of_atoms(lcm_arena *arena, struct atom *atoms,
                                          size_t n, struct known known) {
  n = join_equal(atoms, n);
  if (n <= MOST_VALUES)
    return law_from(arena, atoms, n, known);
  struct cells cells = cells_between(arena, atoms[0].value, atoms[n - 1].value);
  for (size_t i = 0; i < n; i++)
    put(&cells, atoms[i].value, atoms[i].chance, atoms[i].width);
  return law_of_cells(arena, &cells, known);
}

const struct lcm_law *lcm_law_certain(lcm_arena *arena, double value) {
  struct atom atom = {value, 1, 0};
  return law_from(arena, &atom, 1, UNKNOWN);
}

const struct lcm_law *lcm_law_of(lcm_arena *arena, const double *values,
                                 const double *chances, const double *widths,
                                 size_t n) {
  struct atom *atoms = LCM_NEW_ARRAY(arena, struct atom, n + 1);
  for (size_t i = 0; i < n; i++)
    atoms[i] = (struct atom){values[i], chances[i], widths ? widths[i] : 0};
  return law_of_atoms(arena, atoms, n, UNKNOWN);
}

/* ---- draws -------------------------------------------------------------- */

/* Return the law of an exponential quantity of mean 1: means of bins. */
static const struct lcm_law *exponential(lcm_arena *arena) {
  static const double KNOWN[] = {1, 1, 2, 6};
  enum { FAR = 25 };
  struct atom atoms[MOST_VALUES];
  const double width = (double)FAR / MOST_VALUES;
  for (size_t i = 0; i < MOST_VALUES; i++) {
    const double low = (double)i * width;
    const double part = i + 1 < MOST_VALUES ? -expm1(-width) : 1;
    const double rest = i + 1 < MOST_VALUES ? width * exp(-width) / part : 0;
    atoms[i] = (struct atom){low + 1 - rest, exp(-low) * part, width};
  }
  return law_from(arena, atoms, MOST_VALUES, (struct known){KNOWN, false});
}

/* Return the law of a quantity between 0 and 1. */
static const struct lcm_law *uniform(lcm_arena *arena) {
  static const double KNOWN[] = {0.5, 1. / 12, 0, -1. / 120};
  struct atom atoms[MOST_VALUES];
  for (size_t i = 0; i < MOST_VALUES; i++)
    atoms[i] = (struct atom){((double)i + 0.5) / MOST_VALUES, 1. / MOST_VALUES,
                             1. / MOST_VALUES};
  return law_from(arena, atoms, MOST_VALUES, (struct known){KNOWN, false});
}

const struct lcm_law *lcm_law_normal(lcm_arena *arena, double deviation) {
  static const double FAR = 7;
  const double known[] = {0, deviation * deviation, 0, 0};
  const double width = 2 * FAR / MOST_VALUES;
  struct atom atoms[MOST_VALUES];
  double before = 0;
  if (!(deviation > 0))
    return lcm_law_certain(arena, 0);
  for (size_t i = 0; i < MOST_VALUES; i++) {
    const double high = -FAR + (double)(i + 1) * width;
    const double all = i + 1 < MOST_VALUES ? lcm_chance_normal(high) : 1;
    atoms[i] = (struct atom){deviation * (high - width / 2), all - before,
                             width * deviation};
    before = all;
  }
  return law_from(arena, atoms, MOST_VALUES, (struct known){known, true});
}

const struct lcm_law *lcm_law_draw(lcm_arena *arena, lcm_draw_kind kind,
                                   const double args[2]) {
  switch (kind) {
  case LCM_DRAW_EXPONENTIAL:
    return args[0] >= 0 ? lcm_law_scaled(arena, exponential(arena), args[0], 0)
                        : NULL;
  case LCM_DRAW_UNIFORM:
    return lcm_law_scaled(arena, uniform(arena), args[1] - args[0], args[0]);
  case LCM_DRAW_NORMAL:
    return args[1] >= 0 ? lcm_law_scaled(arena, lcm_law_normal(arena, args[1]),
                                         1, args[0])
                        : NULL;
  case LCM_DRAW_RANDOM:
    return uniform(arena);
  case LCM_DRAW_PROB: {
    struct atom atoms[2] = {{0, 1 - args[0], 0}, {1, args[0], 0}};
    return args[0] >= 0 && args[0] <= 1 ? law_of_atoms(arena, atoms, 2, UNKNOWN)
                                        : NULL;
  }
  case LCM_DRAW_COUNT:
    break;
  }
  return NULL;
}

/* ---- combining ---------------------------------------------------------- */

const struct lcm_law *lcm_law_scaled(lcm_arena *arena, const struct lcm_law *a,
                                     double factor, double shift) {
  struct atom atoms[MOST_VALUES];
  double known[4];
  double power = 1;
  for (size_t k = 0; k < 4; k++)
    known[k] = a->cumulants[k] * (power *= factor);
  known[0] += shift;
  for (size_t i = 0; i < a->n; i++) {
    const size_t from = factor < 0 ? a->n - 1 - i : i;
    atoms[i] = (struct atom){shift + factor * a->value[from], a->chance[from],
                             fabs(factor) * a->width[from]};
  }
  if (factor == 0)
    return lcm_law_certain(arena, shift);
  return law_from(arena, atoms, a->n, (struct known){known, false});
}

const struct lcm_law *lcm_law_sum(lcm_arena *arena, const struct lcm_law *a,
                                  const struct lcm_law *b) {
  double known[4];
  for (size_t k = 0; k < 4; k++)
    known[k] = a->cumulants[k] + b->cumulants[k];
  if (a->n == 1 || b->n == 1)
    return a->n == 1 ? lcm_law_scaled(arena, b, 1, a->value[0])
                     : lcm_law_scaled(arena, a, 1, b->value[0]);
  if (a->n * b->n <= MOST_PAIRS) {
    struct atom atoms[MOST_PAIRS];
    for (size_t i = 0; i < a->n; i++)
      for (size_t j = 0; j < b->n; j++)
        atoms[i * b->n + j] = (struct atom){a->value[i] + b->value[j],
                                            a->chance[i] * b->chance[j],
                                            fmax(a->width[i], b->width[j])};
    return law_of_atoms(arena, atoms, a->n * b->n, (struct known){known, true});
  }
  struct cells cells = cells_between(arena, a->value[0] + b->value[0],
                                     a->value[a->n - 1] + b->value[b->n - 1]);
  for (size_t i = 0; i < a->n; i++)
    for (size_t j = 0; j < b->n; j++)
      put(&cells, a->value[i] + b->value[j], a->chance[i] * b->chance[j],
          fmax(a->width[i], b->width[j]));
  return law_of_cells(arena, &cells, (struct known){known, true});
}

const struct lcm_law *lcm_law_repeated(lcm_arena *arena,
                                       const struct lcm_law *a, double times) {
  const struct lcm_law *out = NULL;
  if (!(times >= 1) || a->n == 1)
    return lcm_law_certain(arena, times >= 1 ? times * a->value[0] : 0);
  for (double left = times; left >= 1; left = floor(left / 2)) {
    if (fmod(left, 2) >= 1)
      out = out ? lcm_law_sum(arena, out, a) : a;
    if (left >= 2)
      a = lcm_law_sum(arena, a, a);
  }
  return out;
}

/* Return the moments about 0 that "cumulants" say, in "out". */
static void moments_of(double out[4], const double cumulants[4]) {
  const double m = cumulants[0];
  const double v = cumulants[1];
  const double third = cumulants[2];
  const double fourth = cumulants[3] + 3 * v * v;
  out[0] = m;
  out[1] = v + m * m;
  out[2] = third + 3 * m * v + m * m * m;
  out[3] = fourth + 4 * m * third + 6 * m * m * v + m * m * m * m;
}

/* Put the cumulants of the choice of one of the "n" "parts" into "out": of
 * moments about the mean, so that none is the difference of large numbers. */
static void mix_cumulants(double out[4], const struct lcm_law_part *parts,
                          size_t n, double rest) {
  double mean = 0;
  double all[4] = {0, 0, 0, 0};
  for (size_t i = 0; i < n; i++)
    mean += parts[i].weight * parts[i].law->cumulants[0];
  for (size_t i = 0; i <= n; i++) {
    double about[4] = {-mean, 0, 0, 0};
    double moments[4];
    if (i < n)
      memcpy(about, parts[i].law->cumulants, sizeof about);
    about[0] -= i < n ? mean : 0;
    moments_of(moments, about);
    for (size_t k = 0; k < 4; k++)
      all[k] += (i < n ? parts[i].weight : rest) * moments[k];
  }
  out[0] = mean;
  out[1] = all[1];
  out[2] = all[2];
  out[3] = all[3] - 3 * all[1] * all[1];
}

const struct lcm_law *
lcm_law_mixed(lcm_arena *arena, const struct lcm_law_part *parts, size_t n) {
  double known[4];
  double rest = 1;
  size_t room = 1;
  size_t k = 0;
  for (size_t i = 0; i < n; i++) {
    room += parts[i].law->n;
    rest -= parts[i].weight;
  }
  rest = rest > 1e-12 ? rest : 0;
  struct atom *atoms = LCM_NEW_ARRAY(arena, struct atom, room);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < parts[i].law->n; j++)
      atoms[k++] = (struct atom){parts[i].law->value[j],
                                 parts[i].weight * parts[i].law->chance[j],
                                 parts[i].law->width[j]};
  atoms[k++] = (struct atom){0, rest, 0};
  mix_cumulants(known, parts, n, rest);
  return law_of_atoms(arena, atoms, k, (struct known){known, false});
}

const struct lcm_law *
lcm_law_longest(lcm_arena *arena, const struct lcm_law_part *parts, size_t n) {
  size_t room = 0;
  size_t k = 0;
  double before = 0;
  for (size_t i = 0; i < n; i++) {
    room += parts[i].law->n;
  }
  struct atom *atoms = LCM_NEW_ARRAY(arena, struct atom, room + 1);
  size_t *at = LCM_NEW_ARRAY(arena, size_t, n + 1);
  double *below = LCM_NEW_ARRAY(arena, double, n + 1);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < parts[i].law->n; j++)
      atoms[k++] =
          (struct atom){parts[i].law->value[j], 1, parts[i].law->width[j]};
  k = join_equal(atoms, k);
  for (size_t j = 0; j < k; j++) {
    const double next = j + 1 < k ? atoms[j + 1].value : INFINITY;
    double all = 1;
    for (size_t i = 0; i < n; i++) {
      for (; at[i] < parts[i].law->n && parts[i].law->value[at[i]] < next;
           at[i]++)
        below[i] += parts[i].law->chance[at[i]];
      all *= pow(fmin(below[i], 1), parts[i].weight);
    }
    atoms[j].chance = (j + 1 < k ? all : 1) - before;
    before = all;
  }
  return law_of_atoms(arena, atoms, k, UNKNOWN);
}

/* ---- reading ------------------------------------------------------------ */

/* Put from what to what value "i" of "a" stands for into "*low" and "*high": as
 * far as its width, and no farther than halfway to others. */
static void find_extent(double *low, double *high, const struct lcm_law *a,
                        size_t i) {
  const double half = a->width[i] / 2;
  const double value = a->value[i];
  const double below = i ? (value - a->value[i - 1]) / 2 : half;
  const double above = i + 1 < a->n ? (a->value[i + 1] - value) / 2 : half;
  *low = value - fmin(half, below);
  *high = value + fmin(half, above);
}

double lcm_law_quantile(const struct lcm_law *a, double p) {
  double before = 0;
  double low = 0;
  double high = 0;
  size_t i = 0;
  while (i + 1 < a->n && before + a->chance[i] < p * (1 - 1e-12))
    before += a->chance[i++];
  find_extent(&low, &high, a, i);
  const double part = a->chance[i] > 0 ? (p - before) / a->chance[i] : 0.5;
  return low + (high - low) * fmax(0, fmin(1, part));
}

double lcm_law_at_most(const struct lcm_law *a, double x) {
  double chance = 0;
  for (size_t i = 0; i < a->n; i++) {
    double low = 0;
    double high = 0;
    find_extent(&low, &high, a, i);
    const double part = high > low ? (x - low) / (high - low)
                        : a->value[i] <= x + 1e-12 * fabs(x) ? 1
                                                             : 0;
    chance += a->chance[i] * fmax(0, fmin(1, part));
  }
  return fmin(chance, 1);
}
