void work(int i);
static void lower(void) {
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    // lcm: model time = 1 s
    work(i);
}
int main(void) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 2; i++)
    lower();
  return 0;
}
