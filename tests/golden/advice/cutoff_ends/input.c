/* Parts are divided in two: tasks are not worth it where the ends are close. */
void leaf(int from, int to);

static void part(int from, int to) {
  if (to - from <= 1) {
    // lcm: model time = 1 us
    leaf(from, to);
    return;
  }
  int middle = (from + to) / 2;
#pragma omp task
  part(from, middle);
#pragma omp task
  part(middle, to);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  part(0, 1024);
  return 0;
}
