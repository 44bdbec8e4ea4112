// lcm: param n = 8 in 1..1000
int main(void) {
  int x = 0;
#pragma omp parallel
  {
    // lcm: model time = 10 s * n
    x = 1;
  }
  return x;
}
