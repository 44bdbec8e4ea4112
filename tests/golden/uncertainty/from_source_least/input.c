/* The same, and something whose cost nobody knows. */
static double x[1000];
double sum;
void unknown(double s);

int main(void) {
  double s = 0;
  for (int t = 0; t < 10000; t++)
    for (int i = 0; i < 1000; i++)
      s += x[i];
  unknown(s);
  return 0;
}
