/* Finds roots of functions by GSL. */
#include <gsl/gsl_roots.h>
#include <math.h>

#include "composer/gsl/gsl_root.h"

enum { MAX_STEPS = 200 };

/* A function of ours as GSL sees it. */
struct adapted {
  const struct lcm_function1 *f;
  bool finite; /* all its values were so far */
};

/* Return the value at "x" of the adapted function "user".  GSL reports values
 * that are not finite to a handler of the whole process; so it gets 0, and the
 * caller stops. */
static double call(double x, void *user) {
  struct adapted *adapted = user;
  const double value = adapted->f->at(x, adapted->f->user);
  adapted->finite = adapted->finite && isfinite(value);
  return isfinite(value) ? value : 0;
}

/* Return whether the interval is as narrow as doubles allow for a purpose. */
static bool is_narrow(double low, double high) {
  return high - low <= 4e-14 * fmax(fabs(low), fabs(high));
}

/* Narrow "*root" with Brent's method as long as that succeeds. */
static void narrow_by_brent(struct lcm_root *root, struct lcm_function1 *f) {
  gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
  struct adapted adapted = {f, true};
  gsl_function g = {call, &adapted};
  if (!solver || gsl_root_fsolver_set(solver, &g, root->below, root->above))
    goto out;
  for (int i = 0;
       i < MAX_STEPS && adapted.finite && !is_narrow(root->below, root->above);
       i++) {
    if (gsl_root_fsolver_iterate(solver) || !adapted.finite)
      break;
    root->below = gsl_root_fsolver_x_lower(solver);
    root->above = gsl_root_fsolver_x_upper(solver);
  }
out:
  gsl_root_fsolver_free(solver);
}

/* Halve the bracket until it is narrow, keeping the end of the sign before
 * (or of 0, where it is 0 first) inside. */
static void narrow_by_halving(struct lcm_root *root, struct lcm_function1 *f) {
  const bool rising =
      f->at(root->below, f->user) < 0 || f->at(root->above, f->user) > 0;
  for (int i = 0; i < MAX_STEPS && !is_narrow(root->below, root->above); i++) {
    const double middle = root->below + (root->above - root->below) / 2;
    const double value = f->at(middle, f->user);
    if (rising ? value <= 0 : value >= 0)
      root->below = middle;
    else
      root->above = middle;
  }
}

lcm_status lcm_root_narrow(struct lcm_root *out, struct lcm_function1 f,
                           double low, double high) {
  const double at_low = f.at(low, f.user);
  const double at_high = f.at(high, f.user);
  if (isnan(at_low) || isnan(at_high) || at_low * at_high > 0)
    return LCM_EFIT;
  *out = (struct lcm_root){low, high, false};
  if (at_low != 0 && at_high != 0)
    narrow_by_brent(out, &f);
  narrow_by_halving(out, &f);
  const double step = fabs(f.at(out->above, f.user) - f.at(out->below, f.user));
  const double scale = fmax(fabs(at_low), fabs(at_high));
  out->jump = step > 1e-6 * scale;
  return LCM_OK;
}
