// lcm: param n = 4
void work(int);
static void f(int i) {
  int k = 3 * i + 1;
  // lcm: model pc per run = (a = 30 +/- 3) s
  work(k);
}
int main(int argc, char **argv) {
  int n = argc;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      f(j);
}
