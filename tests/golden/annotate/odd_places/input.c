int twice(int k);
void f(int n, double *x) {
  if (n > 2) x[0] = 1; else
    if (n > 3)
      for (int i = 0; i < n; i++)
        x[i] = twice(i);
  x[1] = twice(1); x[2] = twice(2);
#define BOTH(a, b) \
  do { a; b; } while (0)
  BOTH(x[3] = twice(3),
       x[4] = twice(4));
again:
  x[5] = twice(5);
  x[6] = 7 *
         twice(6);
}