static int a[80], b[80];
int main(void) {
  int *q = a + 1;
  for (int i = 0; i < 8; i++) {
    b[i] = q[i];
    a[i] |= 1;
  }
  return b[3];
}
