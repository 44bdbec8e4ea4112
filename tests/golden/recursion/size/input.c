void leaf(double *a);

/* Halves `a` until one element is left; the source does not say that the
 * halves are halves. */
static void split(double *a, int n, int depth) {
  if (n <= 1) {
    // lcm: model time = 1 s
    leaf(a);
    return;
  }
  const int middle = (int)a[0];
  // lcm: size split(n/2, depth + 1)
  split(a, middle, depth + 1);
  // lcm: size split(n/2, depth + 1)
  split(a + middle, n - middle, depth + 1);
}

int main(void) {
  static double data[1024];
  split(data, 1024, 0);
}
