int fits(int row);

static void place(int n, int row) {
  if (row == n)
    return;
#pragma omp task
  if (fits(row))
    place(n, row + 1);
#pragma omp taskwait
}

int main(int argc, char **argv) {
  int n = argc;
#pragma omp parallel
#pragma omp single
  place(n, 0);
  return 0;
}
