/* Finds where the behaviour of a quantity changes: two curves, one below a
 * value of the only variable and one above it, say much better what was
 * measured than the model of all. */
#include <math.h>

#include "fit/knee.h"

/* Values of the variable on each side at least, and in all. */
enum { SIDE = 3, LEAST = 8 };

/* How many times less the squared residuals of two curves are, each by its
 * degree of freedom; the residuals of the model, and the difference of the
 * curves at the last value, as shares, below which nothing is said; residuals
 * below that share are rounding. */
static const double BETTER = 100;
static const double RESIDUAL = 3e-3;
static const double DIFFERENCE = 0.1;
static const double ROUNDING = 1e-9;

/* The curves that each side is tried with: a*x^b, and a + b*f(x). */
enum shape { POWER, LINE, SQUARE, CUBE, LOGARITHM, SHAPES };

/* A curve. */
struct curve {
  enum shape shape;
  double a;
  double b;
  double rest; /* sum of its squared relative residuals */
};

/* Return what a curve of "shape" is linear in, at "x". */
static double abscissa(enum shape shape, double x) {
  switch (shape) {
  case POWER:
  case LOGARITHM:
    return log(x);
  case SQUARE:
    return x * x;
  case CUBE:
    return x * x * x;
  case LINE:
  case SHAPES:
    break;
  }
  return x;
}

/* Return the value of "c" at "x". */
static double value_at(const struct curve *c, double x) {
  const double y = c->a + c->b * abscissa(c->shape, x);
  return c->shape == POWER ? exp(y) : y;
}

/* Return the curve of "shape" through the groups "from" to before "to", whose
 * relative residuals are least squares. */
static struct curve through(const struct lcm_fit_points *points,
                            enum shape shape, size_t from, size_t to) {
  double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
  struct curve c = {.shape = shape};
  for (size_t g = from; g < to; g++) {
    const double centre = points->centre[g];
    const double x = abscissa(shape, points->at[g]);
    const double y = shape == POWER ? log(centre) : centre;
    const double weight = shape == POWER ? 1 : 1 / (centre * centre);
    w += weight;
    wx += weight * x;
    wy += weight * y;
    wxx += weight * x * x;
    wxy += weight * x * y;
  }
  const double d = w * wxx - wx * wx;
  c.b = d > 0 ? (w * wxy - wx * wy) / d : 0;
  c.a = (wy - c.b * wx) / w;
  for (size_t g = from; g < to; g++) {
    const double by = value_at(&c, points->at[g]) / points->centre[g] - 1;
    c.rest += by * by;
  }
  return c;
}

/* Return the best curve through the groups "from" to before "to". */
static struct curve best_through(const struct lcm_fit_points *points,
                                 size_t from, size_t to) {
  struct curve best = through(points, POWER, from, to);
  for (enum shape shape = LINE; shape < SHAPES; shape++) {
    const struct curve c = through(points, shape, from, to);
    best = c.rest < best.rest ? c : best;
  }
  return best;
}

/* Return whether the groups of "points" are values above 0 of one variable, in
 * order, and enough of them. */
static bool are_ordered(const struct lcm_fit_points *points) {
  if (points->n_names != 1 || points->groups < LEAST)
    return false;
  for (size_t g = 0; g < points->groups; g++)
    if (!(points->at[g] > 0) || !(points->centre[g] > 0) ||
        (g && points->at[g] <= points->at[g - 1]))
      return false;
  return true;
}

/* Of equal divisions the last is taken: where the curves meet at a value, that
 * is below. */
size_t lcm_fit_knee(const struct lcm_fit_points *points, const double *fitted) {
  const size_t n = points->groups;
  double rest = 0;
  double least = INFINITY;
  size_t best = 0;
  if (!are_ordered(points))
    return 0;
  for (size_t g = 0; g < n; g++) {
    const double by = fitted[g] / points->centre[g] - 1;
    rest += by * by;
  }
  for (size_t g = SIDE; g + SIDE <= n; g++) {
    const struct curve below = best_through(points, 0, g);
    const struct curve above = best_through(points, g, n);
    const double end = points->centre[n - 1];
    const double sum =
        fmax(below.rest + above.rest, (double)n * ROUNDING * ROUNDING);
    if (sum > least ||
        fabs(value_at(&below, points->at[n - 1]) / end - 1) < DIFFERENCE)
      continue;
    least = sum;
    best = g;
  }
  least /= (double)(n - 5);
  rest /= (double)n;
  return best && rest > RESIDUAL * RESIDUAL && rest > BETTER * least ? best : 0;
}
