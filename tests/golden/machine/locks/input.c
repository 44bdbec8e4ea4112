void work(void);
int x;
int main(void) {
#pragma omp parallel
  {
#pragma omp critical
    {
      // lcm: model time = 3 s
      work();
    }
#pragma omp atomic
    x++;
  }
}
