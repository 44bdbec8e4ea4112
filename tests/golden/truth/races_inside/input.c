#include <omp.h>
static int a[100], b[4][100], done;
void both(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 100; i++)
      a[i] = i + omp_get_level();
  }
}
void one_inside(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp single
      done = 1;
    }
  }
}
void own_row(void) {
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < 4; k++) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 100; i++)
      b[k][i] = i;
  }
}
void index_of_tasks(void) {
  int i;
#pragma omp parallel
#pragma omp single
  for (i = 0; i < 100; i++) {
#pragma omp task
    a[i] = i;
  }
}
void index_waited_for(void) {
  int i;
#pragma omp parallel
#pragma omp single
  for (i = 0; i < 100; i++) {
#pragma omp task
    a[i] = i;
#pragma omp taskwait
  }
}
void index_of_each(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++) {
#pragma omp task
    a[i] = i;
  }
}
int main(void) {
  both();
  one_inside();
  own_row();
  index_of_tasks();
  index_waited_for();
  index_of_each();
  return a[3] + b[1][2] + done;
}
