// lcm: param n = 10
void work(int);
static void f(int k) {
  // lcm: model pc per run = 7 s
  work(k);
}
int main(int argc, char **argv) {
  int n = argc;
  double s = 0;
  for (int i = 0; i < 5; i++) {
    // lcm: model pc per run = 1 s * n
    s += i;
    f(i);
  }
#pragma omp parallel
  {
    // lcm: model pc per run = 8 s
    s *= 3;
#pragma omp for
    // lcm: model pc per run = 8 s
    // lcm: model li per run = 2 s * (p-1)
    for (int i = 0; i < 8; i++)
      s += i;
    for (int k = 0; k < 3; k++) {
#pragma omp for
    for (int i = 0; i < 8; i++)
      // lcm: model pc per run = 24 s
      s += i;
    }
  }
}
