/* wrong_loop.c with the rows divided among the threads. */
enum { ROWS = 400, COLUMNS = 20 };

static double a[ROWS][COLUMNS];

int main(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < ROWS; i++) {
    // lcm: fragment cell
    // lcm: model time per iteration = 10 us
    for (int j = 0; j < COLUMNS; j++)
      a[i][j] = i + j;
  }
  return a[ROWS - 1][COLUMNS - 1] != ROWS + COLUMNS - 2;
}
