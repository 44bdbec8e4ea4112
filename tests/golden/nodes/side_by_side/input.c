#include <omp.h>
void a(void); void b(void); void c(void); void d(void);
int main(void) {
#pragma omp parallel
  {
#pragma omp single
    {
#pragma omp task
      {
        // lcm: fragment A
        // lcm: model time = 5 s
        a();
      }
#pragma omp task
      {
        // lcm: fragment B
        // lcm: model time = 1 s
        b();
      }
      for (int i = 0; i < 10; i++) {
#pragma omp task
        {
          // lcm: fragment C
          // lcm: model time = 1 s
          c();
        }
      }
    }
    // lcm: fragment R
    // lcm: model time = 2 s
    d();
    if (omp_get_thread_num() == 0) {
      // lcm: fragment M
      // lcm: model time = 3 s
      d();
    }
  }
#pragma omp parallel sections
  {
#pragma omp section
    {
      // lcm: fragment S1
      // lcm: model time = 1 s
      a();
    }
#pragma omp section
    {
      // lcm: fragment S2
      // lcm: model time = 2 s
      a();
    }
#pragma omp section
    {
      // lcm: fragment S3
      // lcm: model time = 1.5 s
      a();
    }
  }
}
