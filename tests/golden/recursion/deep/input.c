/* Calls nested far deeper than a stack of C could be followed at once. */
void leaf(int n);

int serial(int n) {
  if (n == 0)
    return 0;
  // lcm: fragment one
  // lcm: model time = 2 ns
  leaf(n);
  return serial(n - 1) + serial(n - 1);
}

void chain(int n) {
  if (n == 0)
    return;
  // lcm: fragment link
  // lcm: model time = 5 ns
  leaf(n);
#pragma omp task
  chain(n - 1);
#pragma omp taskwait
}

int main(void) {
  serial(30);
#pragma omp parallel
#pragma omp single
  chain(3000);
}
