/* Halves fit into the caches, the whole does not. */
void each(int i);

void run(void) {
#pragma omp parallel for schedule(static)
  // lcm: model time per iteration = if(team > 1, 0.8, 1) * 1 s
  for (int i = 0; i < 64; i++)
    each(i);
}
