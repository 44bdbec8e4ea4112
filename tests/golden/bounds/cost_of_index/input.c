/* Iterations whose model depends on the index. */
void work(int i);

int main(void) {
#pragma omp parallel for
  // lcm: model time per iteration = (20 + 500 * (i mod 4)) * 1 ms
  for (int i = 0; i < 2; i++)
    work(i);
}
