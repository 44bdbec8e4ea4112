static double out[8];
int main(void) {
  double big[125000];
  big[0] = 1;
#pragma omp parallel firstprivate(big)
  out[0] = 1;
  return 0;
}
