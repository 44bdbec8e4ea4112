/* Nonlinear least squares, by GSL. */
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>

#include "fit/search/gsl_fit_curve.h"

/* When to stop: after so many steps, or when they are as short as that. */
enum { MAX_STEPS = 200 };
static const double SHORT = 1e-12;

/* A residual that stands for one that is not finite. */
static const double BAD = 1e150;

/* Put the residuals of the curve "user" for "x" into "f". */
static int call(const gsl_vector *x, void *user, gsl_vector *f) {
  const struct lcm_fit_residuals *curve = user;
  curve->residuals(f->data, x->data, curve->user);
  for (size_t i = 0; i < curve->n; i++)
    if (!isfinite(f->data[i]))
      f->data[i] = BAD;
  return GSL_SUCCESS;
}

/* Put the sum of the squares of "f" into "*chi2"; LCM_EFIT where it is not
 * finite. */
static lcm_status sum_squares(double *chi2, const gsl_vector *f) {
  *chi2 = 0;
  for (size_t i = 0; i < f->size; i++)
    *chi2 += gsl_vector_get(f, i) * gsl_vector_get(f, i);
  return *chi2 < BAD ? LCM_OK : LCM_EFIT;
}

lcm_status lcm_curve_fit(double *beta, double *chi2,
                         const struct lcm_fit_residuals *curve) {
  lcm_status status = LCM_EFIT;
  int info = 0;
  struct lcm_fit_residuals copy = *curve;
  gsl_multifit_nlinear_parameters how =
      gsl_multifit_nlinear_default_parameters();
  how.scale = gsl_multifit_nlinear_scale_more;
  gsl_multifit_nlinear_fdf f = {
      .f = call, .n = curve->n, .p = curve->k, .params = &copy};
  gsl_vector_view start = gsl_vector_view_array(beta, curve->k);
  gsl_multifit_nlinear_workspace *work = gsl_multifit_nlinear_alloc(
      gsl_multifit_nlinear_trust, &how, curve->n, curve->k);
  if (!work || gsl_multifit_nlinear_init(&start.vector, &f, work))
    goto out;
  (void)gsl_multifit_nlinear_driver(MAX_STEPS, SHORT, SHORT, SHORT, NULL, NULL,
                                    &info, work);
  status = sum_squares(chi2, gsl_multifit_nlinear_residual(work));
  if (!status)
    gsl_vector_memcpy(&start.vector, gsl_multifit_nlinear_position(work));
out:
  gsl_multifit_nlinear_free(work);
  return status;
}
