static double sum[250000];
int main(void) {
#pragma omp parallel reduction(+ : sum)
  sum[0] += 1;
  return 0;
}
