#include <string.h>

struct point {
  double x, y;
};

struct field {
  double *cells;
  double **rows;
};

union both {
  int i[10];
  float f[10];
};

double a_members(const struct point *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i].x;
  for (int i = 0; i < n; i++)
    s += a[i].y * a[i].x;
  return s;
}

void b_whole(struct point *a, const struct point *b, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = b[i];
    a[i].x += 1;
  }
}

double c_flat(const struct field *g, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += g->cells[i * n + j];
  return s;
}

double d_rows(const struct field *g, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      s += g->rows[i][j];
  return s;
}

double e_moving(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += *p++;
  return s;
}

void f_marching(double *p, int n) {
  for (int i = 0; i < n; i++) {
    p[0] = 1;
    p = p + 1;
  }
}

double g_along(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    const double *q = p + 2 * i;
    s += q[0] + q[1];
  }
  return s;
}

int h_cast(const double *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += ((const char *)p)[i];
  return s;
}

float i_union(const union both *p, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += p->f[i];
  return s;
}

double j_maybe(const double *p, const double *q, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += p[j] > 0 ? q[j] : 0;
  return s;
}

static double sum(const struct point *p) { return p->x + p->y; }

double k_calls(const struct point *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += sum(&p[i]) + sum(p + i);
  return s;
}

void l_library(double *p, int n) { memset(p, 0, n * sizeof *p); }

double m_inside(const double *p, int n) {
  double s = 0;
  // lcm: fragment all
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      s += p[2 * j];
  return s;
}
