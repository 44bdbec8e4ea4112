double a[64];
int main(void) {
  double most = 0;
  int k;
  for (int i = 0; i < 64; i++) {
    double twice = 2 * a[i];
    for (k = 0; k < 3; k++)
      twice += k;
    if (twice > most)
      most = twice;
  }
  return most > 1;
}
