double a[65], b[65];
int main(void) {
  for (int i = 0; i < 64; i++)
    a[i] = b[i] * 2;
  return 0;
}
