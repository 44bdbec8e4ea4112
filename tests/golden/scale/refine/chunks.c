// lcm: param c = 1 in 1..8 "iterations of a chunk"
void each(int i);

void run(int c) {
#pragma omp parallel for schedule(dynamic, c)
  // lcm: model time per iteration = 1 s
  for (int i = 0; i < 8; i++)
    each(i);
}
