extern double *field;
void setup(void);
double *all(void);
double *fresh(int n);

int main(void) {
  setup();
  double *from = all();
  double *to = fresh(64);
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    from[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    to[i] = field[i] + field[63 - i];
  return to[0] > 63;
}
