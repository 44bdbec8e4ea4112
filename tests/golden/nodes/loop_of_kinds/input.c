// lcm: param p := 1
// lcm: external work(k) flops = 1e9*k

void work(int k);

enum { ROWS = 10 };

// The first and the last row have nothing to do; which row it is goes by a
// copy of the index, and the planes inside do not know.
int main(void) {
#pragma omp parallel for schedule(static)
  for (int j = 0; j < ROWS; j++) {
    int row = j;
    for (int k = 0; k < 3; k++)
      if (row != 0 && row != ROWS - 1)
        work(2);
  }
#pragma omp parallel for schedule(dynamic)
  for (int j = 0; j < ROWS; j++) {
    int row = j;
    for (int k = 0; k < 3; k++)
      if (row != 0 && row != ROWS - 1)
        work(2);
  }
  return 0;
}
