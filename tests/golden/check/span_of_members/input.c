// lcm: param n = 64
void work(int);

static void part(int j) {
  int a = 7 * j;
  // lcm: model pc = 2 s
  // lcm: model ip = 1 s * (procs - 1)
  work(a);
}

int main(int argc, char **argv) {
  int n = argc;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      part(j);
}
