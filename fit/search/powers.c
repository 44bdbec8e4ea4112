/* The powers x^(i/j) log(x)^k that terms are products of. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/search/powers.h"

/* An exponent, over/under, and with which powers of a logarithm it is
 * searched. */
struct exponent {
  int over;
  int under;
  int logs;
};

/* The exponents of the normal form. */
static const struct exponent EXPONENTS[] = {
    {-2, 1, 0}, {-3, 2, 0}, {-1, 1, 1}, {-3, 4, 0}, {-2, 3, 0}, {-1, 2, 0},
    {-1, 3, 0}, {-1, 4, 0}, {0, 1, 2},  {1, 4, 2},  {1, 3, 2},  {1, 2, 2},
    {2, 3, 2},  {3, 4, 2},  {4, 5, 2},  {1, 1, 2},  {5, 4, 2},  {4, 3, 2},
    {3, 2, 2},  {5, 3, 2},  {7, 4, 2},  {2, 1, 2},  {9, 4, 2},  {7, 3, 2},
    {5, 2, 2},  {8, 3, 2},  {11, 4, 2}, {3, 1, 2},  {4, 1, 0}};

enum { N_EXPONENTS = sizeof EXPONENTS / sizeof *EXPONENTS };

/* How usual x - 1 is, of sizes and of processors: all but one are idle while
 * one works. */
static const double OTHERS = -3;
static const double OTHERS_OF_P = 0;

/* How much rarer, as a logarithm, sizes are to one power more than another,
 * beyond the first: where few samples cannot tell n^3 from n^2, it is n^2. */
static const double STEEP = 0.6;

/* Return how often programs have the exponent "e" with the power "log" of a
 * logarithm over what sizes problems: whole numbers and, less so, halves are
 * the rule. */
static double weight(const struct exponent *e, int log_power) {
  static const double LOGS[] = {1, 0.35, 0.1};
  static const double ODD_LOGS[] = {1, 0.3, 0.2};
  const bool whole = e->under == 1;
  const double base = whole ? 1 : e->under == 2 ? 0.35 : 0.12;
  return log(base * (whole ? LOGS : ODD_LOGS)[log_power]);
}

/* Return the same, for what falls is rare over sizes, and what is steep rarer
 * than what is not. */
static double weight_of_sizes(const struct exponent *e, int log_power) {
  const double steep = fmax(0, (double)e->over / e->under - 1);
  return weight(e, log_power) - (e->over < 0 ? 1 : 0) - STEEP * steep;
}

/* Return the same over processors: costs, in processor-seconds, rarely get less
 * with their number, or grow faster than p*sqrt(p) (Crovella 1994, table
 * 5.1). */
static double weight_of_processors(const struct exponent *e, int log_power) {
  const double size = (double)e->over / e->under;
  const bool usual = e->over == 3 && e->under == 2 && log_power == 0;
  const double base = weight(e, log_power);
  if (usual)
    return 0;
  return base - (size > 2 ? 1.5 : size > 1 || size < 0 ? 0.7 : 0);
}

bool lcm_fit_counts_processors(const char *name) {
  return !strcmp(name, "p") || !strcmp(name, "ranks") ||
         !strcmp(name, "threads");
}

/* Compare two powers by growth. */
static int by_growth(const void *a, const void *b) {
  const struct lcm_fit_power *x = a;
  const struct lcm_fit_power *y = b;
  const int order = x->over * y->under - y->over * x->under;
  return order ? order : (x->log - y->log) * 2 + y->others - x->others;
}

struct lcm_fit_powers lcm_fit_powers_make(lcm_arena *arena) {
  struct lcm_fit_power *all =
      LCM_NEW_ARRAY(arena, struct lcm_fit_power, N_EXPONENTS * 3 + 1);
  size_t n = 0;
  for (size_t i = 0; i < N_EXPONENTS; i++)
    for (int j = 0; j <= EXPONENTS[i].logs; j++)
      all[n++] =
          (struct lcm_fit_power){EXPONENTS[i].over,
                                 EXPONENTS[i].under,
                                 j,
                                 false,
                                 {weight_of_sizes(&EXPONENTS[i], j),
                                  weight_of_processors(&EXPONENTS[i], j)}};
  all[n++] = (struct lcm_fit_power){1, 1, 0, true, {OTHERS, OTHERS_OF_P}};
  qsort(all, n, sizeof *all, by_growth);
  struct lcm_fit_powers powers = {all, n, 0};
  while (all[powers.constant].over || all[powers.constant].log)
    powers.constant++;
  return powers;
}

bool lcm_fit_power_is_usual(const struct lcm_fit_power *power, size_t kind) {
  const double size = (double)power->over / power->under;
  if (power->others)
    return kind == 1;
  if (power->log)
    return power->log == 1 && power->under == 1 && size >= 0 &&
           size <= (kind ? 0 : 2);
  if (kind)
    return size == -1 || size == 0.5 || size == 1 || size == 1.5 || size == 2;
  return size == 0.5 || size == 1 || size == 2 || size == 3;
}

/* Return x^(over/under) of "power" at "x", whose logarithm is "log_x". */
static double root_at(const struct lcm_fit_power *power, double x,
                      double log_x) {
  double value = 1;
  if (power->under > 1)
    return x > 0 ? exp((double)power->over / power->under * log_x) : 0;
  for (int i = 0; i < abs(power->over); i++)
    value *= x;
  return power->over < 0 ? 1 / value : value;
}

/* Return whether "power" has a value at "x". */
static bool has_value(const struct lcm_fit_power *power, double x) {
  if (power->over == 0 && power->log == 0)
    return true;
  if (power->others)
    return x >= 1;
  return !((power->log && x < 1) || x < 0 || (power->over < 0 && x == 0));
}

/* Return "root" of a power, multiplied by its logarithms of "log_x". */
static double with_logs(double root, int logs, double log_x) {
  for (int j = 0; j < logs; j++)
    root *= log_x;
  return root;
}

double lcm_fit_power_at(const struct lcm_fit_power *power, double x) {
  if (!has_value(power, x))
    return NAN;
  if (power->others)
    return x - 1;
  const double log_x = power->log || power->under > 1 ? log(x) : 0;
  return with_logs(root_at(power, x, log_x), power->log, log_x);
}

void lcm_fit_powers_at(double *out, const struct lcm_fit_powers *powers,
                       double x) {
  const double log_x = log(x);
  double root = 1;
  for (size_t p = 0; p < powers->n; p++) {
    const struct lcm_fit_power *power = &powers->at[p];
    if (!p || power->over != power[-1].over || power->under != power[-1].under)
      root = root_at(power, x, log_x);
    out[p] = !has_value(power, x) ? NAN
             : power->others      ? x - 1
                                  : with_logs(root, power->log, log_x);
  }
}

/* Append "name" to the power over/under, a positive one, to "text". */
static void print_root(lcm_buf *text, int over, int under, const char *name) {
  if (under == 1 && over == 1)
    lcm_buf_puts(text, name);
  else if (under == 1)
    lcm_buf_printf(text, "%s^%d", name, over);
  else if (under == 2 && over == 1)
    lcm_buf_printf(text, "sqrt(%s)", name);
  else
    lcm_buf_printf(text, "%s^(%d/%d)", name, over, under);
}

void lcm_fit_power_print(lcm_buf *text, const struct lcm_fit_power *power,
                         const char *name) {
  if (power->others) {
    lcm_buf_printf(text, "*(%s - 1)", name);
    return;
  }
  if (power->over > 0 && power->under == 2 && power->over > 1) {
    lcm_buf_putc(text, '*');
    print_root(text, power->over / 2, 1, name);
    lcm_buf_printf(text, "*sqrt(%s)", name);
  } else if (power->over) {
    lcm_buf_putc(text, power->over > 0 ? '*' : '/');
    print_root(text, abs(power->over), power->under, name);
  }
  if (power->log)
    lcm_buf_printf(text, "*log(%s)", name);
  if (power->log > 1)
    lcm_buf_printf(text, "^%d", power->log);
}
