/* Constructs one right behind the other: compilers have the calls that begin
 * them in lines of others. */
void f(int), g(int);
volatile int x;
int main(void) {
#pragma omp parallel
  f(1);
#pragma omp parallel
  g(2);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    f(3);
#pragma omp task
    g(4);
#pragma omp taskwait
#pragma omp task
    {
      f(7);
#pragma omp task
      g(8);
    }
  }
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 10; i++)
      f(i);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 10; i++)
      f(i);
#pragma omp for
    for (int i = 0; i < 10; i++)
      g(i);
#pragma omp barrier
#pragma omp critical
    f(5);
#pragma omp critical(b)
    g(6);
#pragma omp barrier
#pragma omp single
    f(2);
#pragma omp sections
    {
#pragma omp section
      f(1);
#pragma omp section
      g(1);
    }
  }
  return 0;
}
void f(int i) { x = i; }
void g(int i) { x += i; }
