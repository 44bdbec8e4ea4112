#include <stdlib.h>

static double cells[64];
double *field;

void setup(void) { field = cells; }
double *all(void) { return cells; }
double *fresh(int n) { return calloc((size_t)n, sizeof(double)); }
