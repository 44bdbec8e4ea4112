void work(void);

int main(void) {
  int a[8] = {0};
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(iterator(k = 0 : 8), in : a[k])
    work();
  }
}
