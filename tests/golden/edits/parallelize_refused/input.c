double a[65];
int main(void) {
  for (int i = 1; i < 65; i++)
    a[i] = a[i - 1] / 2;
  return 0;
}
