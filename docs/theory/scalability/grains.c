/* Grains of equal cost, so many at a time. */
// lcm: param grains = 4096
// lcm: param c = 1 in 1..4096 "grains of a chunk"
void grain(int i);

void mill(int grains, int c) {
#pragma omp parallel for schedule(dynamic, c)
  // lcm: model time per iteration = 1 us
  for (int i = 0; i < grains; i++)
    grain(i);
}
