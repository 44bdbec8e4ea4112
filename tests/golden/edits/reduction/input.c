double a[64];
int main(void) {
  double sum = 0;
  int k;
  for (int i = 0; i < 64; i++) {
    double twice = 2 * a[i];
    for (k = 0; k < 3; k++)
      twice += k;
    sum += twice;
  }
  return sum > 1;
}
