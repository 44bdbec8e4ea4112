void f(int i);
void again(int n) {
again:
  f(n);
  if (n-- > 0)
    goto again;
}

void regions(int n, void (*action)(int)) {
#pragma omp parallel
  f(1);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    action(i);
#pragma omp parallel
  {
#pragma omp parallel
    again(n);
  }
  if (n)
#pragma omp parallel
  {
    f(2);
  }
  else
#pragma omp parallel
  {
    f(3);
  }
  // lcm: model time = 1 s
#pragma omp parallel
  action(0);
  int x = ({
#pragma omp parallel
    f(4);
    1;
  });
  f(x);
  switch (n) {
#pragma omp parallel
    f(5);
  case 1:
    f(sizeof(({
#pragma omp parallel
      f(6);
      1;
    })));
  }
}
