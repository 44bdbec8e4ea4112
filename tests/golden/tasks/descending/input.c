// lcm: external work(k) flops = 1e9*k
void work(int k);
int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 3; i >= 0; i--)
#pragma omp task
    work(i);
  return 0;
}
