/* A loop that is left where a number has become too large; each iteration does
 * four operations. */

static double s;

/* A quarter of 200 rounds: 200, however it is left. */
static int escape(double x, double c) {
  for (int k = 0; k < 200; k++) {
    const double square = x * x;
    if (square + c > 4.0)
      return k;
    x = square * c;
    s += 1;
  }
  return 200;
}

int main(void) { return escape(0.1, 0.2); }
