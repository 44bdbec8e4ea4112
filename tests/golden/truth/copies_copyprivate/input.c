int main(void) {
#pragma omp parallel
  {
    double own[125000];
#pragma omp single copyprivate(own)
    own[0] = 1;
  }
  return 0;
}
