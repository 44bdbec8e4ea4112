static double a[1000];

int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = a[i] + 1;
  return 0;
}
