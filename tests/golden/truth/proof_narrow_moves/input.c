/* What loops add to variables of few bits may not fit. */
static double a[70000];

void bytes(int n) {
  unsigned char k = 0;
  for (int i = 0; i < n; i++) {
    a[k] = a[k] * 2 + 1;
    k++;
  }
}

void shorts(int n) {
  short k = 0;
  for (int i = 0; i < n; i++) {
    k += 1000;
    a[(unsigned char)k] = i;
  }
}

void whole(int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    k += 2;
    a[k] = a[k + 1] * 2 + 1;
  }
}

int main(void) {
  bytes(1000);
  shorts(1000);
  whole(1000);
  return 0;
}
