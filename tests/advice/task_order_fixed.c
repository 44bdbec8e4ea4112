/* Task order, mended: the tasks of the chain come first. */
enum { SHORTS = 360, LINKS = 60 };

/* what the short tasks make, and behind it what the chain does */
static int ready, parts[SHORTS + 1];

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : ready)
    // lcm: fragment read
    // lcm: model time = 1 ms
    ready = 1;
    for (int i = 0; i < SHORTS; i++) {
#pragma omp task depend(in : ready)
      // lcm: fragment part
      // lcm: model time = 1 ms
      parts[i] = ready + i;
    }
    for (int i = 0; i < LINKS; i++) {
#pragma omp task depend(in : ready) depend(inout : parts[SHORTS]) priority(1)
      // lcm: fragment link
      // lcm: model time = 1 ms
      parts[SHORTS] += ready;
    }
  }
  return parts[SHORTS] != LINKS || parts[SHORTS - 1] != SHORTS;
}
