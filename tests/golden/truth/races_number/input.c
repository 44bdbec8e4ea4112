#include <omp.h>
#include <stdio.h>
int size, first, part[64], last;

void told(void)
{
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0)
      size = omp_get_num_threads();
    else
      printf("%d\n", size);
  }
}

void told_behind(void)
{
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0)
      first = omp_get_num_threads();
#pragma omp barrier
    printf("%d\n", first);
  }
}

void one_alone(void)
{
#pragma omp parallel
  {
    if (omp_get_thread_num() == 1)
      last = 1;
    part[omp_get_thread_num()] = 1;
    if (omp_get_thread_num() == 1)
      last += 1;
  }
}

void told_before(void)
{
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() == 2)
      last = 1;
    part[omp_get_thread_num()] = last;
  }
}

int main(void)
{
  told();
  told_behind();
  one_alone();
  told_before();
  return 0;
}
