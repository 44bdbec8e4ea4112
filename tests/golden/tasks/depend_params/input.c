/* Tasks made by a function depend on what its argument points to. */
void sleep_ms(int ms);
void spend(int ms) {
  // lcm: model time = ms * 1 ms
  sleep_ms(ms);
}
void stage(int *x) {
#pragma omp task depend(inout : x[0])
  spend(10);
}
int main(void) {
  int a[4], b[4];
#pragma omp parallel
#pragma omp single
  {
    stage(a);
    stage(b);
    stage(a);
    stage(a + 1);
  }
}
