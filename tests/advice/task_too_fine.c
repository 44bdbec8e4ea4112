/* Task too fine: every other task has less to do than it takes to make it. */
enum { PAIRS = 2000 };

static int done[2 * PAIRS], begin[PAIRS + 1];

/* Let a task work on piece "at" of "size". */
static void work_on(int at, int size) {
#pragma omp task
  // lcm: fragment work
  // lcm: model time = 10 ns * size
  for (int i = 0; i < size; i++)
    done[at] += 1;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < PAIRS; k++) {
    // lcm: fragment where
    // lcm: model time = 0 s
    begin[k + 1] = begin[k] + 310;
    work_on(2 * k, 10);
    work_on(2 * k + 1, 300);
  }
  return done[2 * PAIRS - 2] != 10 || done[2 * PAIRS - 1] != 300 ||
         begin[PAIRS] != 310 * PAIRS;
}
