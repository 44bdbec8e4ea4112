int start;
int main(void) {
  int seed, mine;
  int steady = 7;
#pragma omp parallel private(mine)
  {
#pragma omp master
    seed = 3;
    mine = seed;
  }
#pragma omp parallel private(mine)
  {
#pragma omp single
    start = 1;
    mine = steady + start;
  }
  return steady;
}
