struct { double sum; } s;
double a[100];
int main(void) {
  for (int i = 0; i < 100; i++)
    a[i] = i;
  for (int i = 0; i < 100; i++)
    s.sum += a[i];
  return 0;
}
