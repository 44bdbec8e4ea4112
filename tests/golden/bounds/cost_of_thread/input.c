/* Iterations whose model depends on who does them. */
void work(int i);

int main(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 4; i++) {
    // lcm: model time = if(thread < 1, 30, 20) * 1 ms
    work(i);
  }
}
