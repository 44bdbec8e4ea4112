/* Ten million sums that wait for each other. */
static double x[1000];
double sum;

int main(void) {
  double s = 0;
  for (int t = 0; t < 10000; t++)
    for (int i = 0; i < 1000; i++)
      s += x[i];
  sum = s;
  return 0;
}
