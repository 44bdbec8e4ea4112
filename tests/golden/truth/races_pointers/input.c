#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
static double a[100], *now;
static struct node *head;
static void put(double x) { *now = x; }
double shared_by_all(void) {
  double *p;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    p = &a[i];
    *p = i;
  }
  return a[3];
}
double at_file_scope(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    now = a + i;
    put(i);
  }
  return a[3];
}
void list(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    struct node *one = malloc(sizeof *one);
    one->value = i;
    one->next = head;
    head = one;
  }
}
void list_in_turn(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    struct node *one = malloc(sizeof *one);
    one->value = i;
#pragma omp critical
    {
      one->next = head;
      head = one;
    }
  }
}
double own(void) {
  double *p;
#pragma omp parallel for private(p)
  for (int i = 0; i < 100; i++) {
    p = &a[i];
    *p = i;
  }
  return a[3];
}
double swapped(double *x, double *y) {
#pragma omp parallel
  for (int t = 0; t < 10; t++) {
#pragma omp for
    for (int i = 1; i < 99; i++)
      y[i] = x[i - 1] + x[i + 1];
#pragma omp single
    {
      double *z = x;
      x = y;
      y = z;
    }
  }
  return x[3];
}
int main(void) {
  double *x = calloc(100, sizeof *x), *y = calloc(100, sizeof *y);
  list();
  list_in_turn();
  return shared_by_all() + at_file_scope() + own() + swapped(x, y) +
         head->value;
}
