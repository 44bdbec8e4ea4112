/* Wrong loop: the short inner loop is divided among the threads, and they are
 * started and joined again for each row. */
enum { ROWS = 400, COLUMNS = 20 };

static double a[ROWS][COLUMNS];

int main(void) {
  for (int i = 0; i < ROWS; i++) {
#pragma omp parallel for schedule(static)
    // lcm: fragment cell
    // lcm: model time per iteration = 10 us
    for (int j = 0; j < COLUMNS; j++)
      a[i][j] = i + j;
  }
  return a[ROWS - 1][COLUMNS - 1] != ROWS + COLUMNS - 2;
}
