/* The ratio of singular values of a matrix, by GSL. */
#include <gsl/gsl_linalg.h>

#include "fit/search/gsl_fit.h"

double lcm_singular_ratio(const double *a, size_t k) {
  double ratio = 0;
  gsl_matrix *u = gsl_matrix_alloc(k, k);
  gsl_matrix *v = gsl_matrix_alloc(k, k);
  gsl_vector *s = gsl_vector_alloc(k);
  if (!u || !v || !s)
    goto out;
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++)
      gsl_matrix_set(u, i, j, a[i * k + j]);
  if (!gsl_linalg_SV_decomp_jacobi(u, v, s) && gsl_vector_get(s, 0) > 0)
    ratio = gsl_vector_get(s, k - 1) / gsl_vector_get(s, 0);
out:
  gsl_vector_free(s);
  gsl_matrix_free(v);
  gsl_matrix_free(u);
  return ratio;
}
