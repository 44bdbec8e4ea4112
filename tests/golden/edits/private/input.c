double a[64], b[64];
int main(void) {
  double t;
  double u = 0;
  for (int i = 0; i < 64; i++) {
    t = 2 * a[i];
    u = t + 1;
    b[i] = t * u;
  }
  return u > 1;
}
