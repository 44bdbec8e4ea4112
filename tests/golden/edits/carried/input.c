double a[64], b[64];
int main(void) {
  double last = 0;
  for (int i = 0; i < 64; i++) {
    b[i] = last;
    last = a[i];
  }
  return 0;
}
