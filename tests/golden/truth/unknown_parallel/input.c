void work(int i);
static void f(int mode) {
  if (mode == 3) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 8; i++)
      // lcm: model time = 1 s
      work(i);
  }
  if (mode == 4) {
    for (int i = 0; i < 8; i++)
      // lcm: model time = 1 s
      work(i);
  }
}
int main(int argc, char **argv) {
  f(argc);
  return 0;
}
