#include <stdio.h>

int total(const int *v, int n) {
  int half, rest = 0;
#pragma omp task shared(half)
  half = v[0] + n;
  for (int i = 1; i < n; i++)
    rest += v[i];
  rest += half;
#pragma omp taskwait
  return rest + half;
}

int tree(int n) {
  int left, right;
  if (n < 3)
    return n;
#pragma omp task shared(left)
  left = tree(n - 1);
#pragma omp task shared(right)
  right = tree(n - 2);
  const int both = left + right;
#pragma omp taskwait
  return both;
}

int grandchildren(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(sum) depend(inout : sum)
    {
#pragma omp task shared(sum) depend(inout : sum)
      sum++;
    }
#pragma omp task shared(sum) depend(inout : sum)
    {
#pragma omp task shared(sum) depend(inout : sum)
      sum += 2;
    }
  }
  return sum;
}

int other_names(void) {
  int a = 0, b = 0, c = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : c)
    c = 1;
#pragma omp task depend(out : a)
    a = 2;
#pragma omp task depend(out : b)
    b = 3;
#pragma omp task depend(in : a)
    c += a;
  }
  return c + b;
}

void waits_for_one(void) {
  int x = 0, y = 0;
#pragma omp task depend(inout : x) shared(x)
  x++;
#pragma omp task depend(in : x) depend(inout : y) shared(x, y)
  y -= x;
#pragma omp taskwait depend(in : x)
  printf("%d %d\n", x, y);
#pragma omp taskwait
}

int main(void) {
  static int v[100];
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
    sum = total(v, 100) + tree(12);
    waits_for_one();
  }
  return sum + grandchildren() + other_names();
}
