static int n, a[100], b[100];
void all_but_its_own(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    n = 100;
#pragma omp for schedule(static)
    for (int i = 0; i < 100; i++)
      a[i] = n;
  }
}
void one_round(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    n = 100;
#pragma omp for schedule(static)
    for (int i = 0; i < 1; i++)
      a[i] = n;
  }
}
void in_its_part(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    b[24] = 100;
#pragma omp for schedule(static)
    for (int i = 0; i < 100; i++)
      a[i] = b[i];
  }
}
void in_the_next(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    b[25] = 100;
#pragma omp for schedule(static)
    for (int i = 0; i < 100; i++)
      a[i] = b[i];
  }
}
int main(void) {
  all_but_its_own();
  one_round();
  in_its_part();
  in_the_next();
  return a[3];
}
