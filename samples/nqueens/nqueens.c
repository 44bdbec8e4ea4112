/* Queens that do not attack each other: a task for each place of the first
 * rows, one thread for the rest. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// lcm: param n = 12 in 4..15 "size of the board"

enum { MOST = 16, CUTOFF = 3 };

/* Return whether a queen in "row" may stand in "column", given those above. */
static int may_stand(int row, int column, const char *queens) {
  // lcm: ignore
  for (int i = 0; i < row; i++) {
    const int apart = queens[i] - column;
    if (apart == 0 || apart == row - i || apart == i - row)
      return 0;
  }
  return 1;
}

/* Return in how many ways the rows from "row" on can be filled. */
static long fill(int n, int row, char *queens) {
  long found = 0;
  if (row == n) {
    // lcm: fragment board
    // lcm: model time = 2 ns
    return 1;
  }
  // lcm: fragment look
  // lcm: model time = 4 ns * n
  queens[row] = 0;
  for (int column = 0; column < n; column++)
    // lcm: prob (1 - row / n)^2.4
    if (may_stand(row, column, queens)) {
      queens[row] = (char)column;
      found += fill(n, row + 1, queens);
    }
  return found;
}

/* The same with a task for each place. */
static long place(int n, int row, const char *above) {
  long found = 0;
  if (row == CUTOFF) {
    char queens[MOST];
    memcpy(queens, above, MOST);
    return fill(n, row, queens);
  }
  for (int column = 0; column < n; column++)
    // lcm: prob (1 - row / n)^2.4
    if (may_stand(row, column, above)) {
#pragma omp task shared(found) firstprivate(column)
      {
        char queens[MOST];
        memcpy(queens, above, MOST);
        queens[row] = (char)column;
        const long more = place(n, row + 1, queens);
#pragma omp atomic
        found += more;
      }
    }
#pragma omp taskwait
  return found;
}

int main(int argc, char **argv) {
  static const long KNOWN[] = {1,   0,   0,    2,     10,    4,      40,     92,
                               352, 724, 2680, 14200, 73712, 365596, 2279184};
  const char none[MOST] = {0};
  const int n = argc > 1 ? atoi(argv[1]) : 12;
  long found = 0;
  if (n < 1 || n >= MOST)
    return 2;
  const double start = omp_get_wtime();
#pragma omp parallel
#pragma omp single
  found = place(n, 0, none);
  const double seconds = omp_get_wtime() - start;
  const long wrong = found - KNOWN[n - 1];
  printf("n %d found %ld wrong %ld seconds %.6f\n", n, found, wrong, seconds);
  return wrong != 0;
}
