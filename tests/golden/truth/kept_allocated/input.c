#include <stdlib.h>
static double **matrix(int n) {
  double **m = malloc(n * sizeof *m);
  for (int i = 0; i < n; i++) /* parallel */
    m[i] = malloc(n * sizeof **m);
  return m;
}
static void scale(double **a, int n) {
  for (int i = 0; i < n; i++) /* parallel */
    a[i][0] = 2 * a[i][1];
}
static void twice(double **a, int n) {
  for (int i = 0; i < n; i++) /* undecided */
    a[i][0] = 2;
}
int z_run(void) {
  double **m = malloc(8 * sizeof *m);
  double **made = matrix(8);
  double **alike = malloc(8 * sizeof *alike);
  double row[8];
  for (int i = 0; i < 8; i++) /* parallel */
    m[i] = malloc(8 * sizeof **m);
  for (int i = 0; i < 8; i++) /* parallel */
    alike[i] = malloc(8 * sizeof **alike);
  alike[3] = alike[2];
  for (int i = 0; i < 8; i++) /* parallel */
    m[i][7] = i;
  for (int i = 0; i < 8; i++) /* parallel */
    made[i][7] = i;
  for (int i = 0; i < 8; i++) /* undecided */
    alike[i][7] = i;
  scale(m, 8);
  twice(alike, 8);
  row[0] = m[0][0];
  return row[0] > made[0][0];
}
int z_nothing(void) { return 0; }
