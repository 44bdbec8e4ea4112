void work(void);

int main(void) {
// lcm: model work = 3 s
#pragma omp parallel
  work();
}
