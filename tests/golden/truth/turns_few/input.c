/* A tree of tasks: each has two others with a chance of 0.4, else none. */
void work(void);
int some(void);

static void visit(void) {
  // lcm: begin node
  // lcm: model time = 1 ms
  work();
  // lcm: end node
  // lcm: prob 0.4
  if (some()) {
#pragma omp task
    visit();
#pragma omp task
    visit();
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  visit();
  return 0;
}
