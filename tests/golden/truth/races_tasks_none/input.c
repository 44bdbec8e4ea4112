#include <stdio.h>

static void set(int *p) { *p = 1; }

int own_variable(void) {
  int x;
  set(&x);
  return x;
}

int own_array(void) {
  int v[3];
  set(&v[1]);
  return v[1];
}

int copies(int k) {
  int x = 0;
#pragma omp task shared(x)
  x = 1;
#pragma omp taskwait
#pragma omp task
  x = k;
#pragma omp task firstprivate(x)
  x = k + 1;
#pragma omp task shared(x)
  {
#pragma omp task
    x = 7;
    x = 8;
  }
#pragma omp taskwait
  return x;
}

int at_once(int *data) {
  int x = 0;
#pragma omp task shared(x) final(1)
  {
#pragma omp task shared(x)
    x = 5;
    x = 7;
  }
#pragma omp taskwait
#pragma omp taskloop if (0) shared(x)
  for (int i = 0; i < 10; i++)
    x += data[i];
  return x;
}

int summed(int n) {
  int left, right;
  if (n < 3)
    return n;
#pragma omp task shared(left)
  left = summed(n - 1);
  right = summed(n - 2);
#pragma omp taskwait
  return left + right;
}

int waited_for_inside(int n) {
  int left = 0, right;
  if (n < 3) {
#pragma omp taskwait
    return n;
  }
#pragma omp task shared(left)
  left = n;
  right = waited_for_inside(n - 3);
  return left + right;
}

void in_order(int *p, int *q) {
  int x = 0, y = 0, z = 0;
#pragma omp task depend(inout : x) shared(x)
  x++;
#pragma omp task depend(in : x) depend(inout : y) shared(x, y)
  y -= x;
#pragma omp task depend(in : y) depend(out : z) shared(y, z)
  z = y;
#pragma omp taskwait depend(in : z)
  printf("%d %d %d\n", x, y, z);
#pragma omp task depend(out : *p) shared(x)
  x++;
#pragma omp task depend(out : *q) shared(x)
  x++;
#pragma omp task depend(iterator(k = 0 : 2), inout : p[k]) shared(y)
  y++;
#pragma omp task depend(in : p[0]) shared(y)
  y++;
#pragma omp taskwait
}

int main(void) {
  static int v[100];
  int y = 0, sum = 0;
#pragma omp parallel
  {
    own_variable();
    own_array();
    int z;
    set(&z);
  }
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    int z;
    set(&z);
    own_variable();
  }
#pragma omp parallel
#pragma omp single
  {
    sum = copies(3) + at_once(v) + summed(12) + waited_for_inside(9);
    in_order(v, v);
#pragma omp task shared(y)
    y = 1;
#pragma omp taskwait
#pragma omp task firstprivate(y)
    y = 2;
#pragma omp task firstprivate(y)
    y = 3;
  }
#pragma omp parallel private(y)
  {
    y = 1;
#pragma omp task shared(y)
    y++;
#pragma omp taskwait
  }
  return sum;
}
