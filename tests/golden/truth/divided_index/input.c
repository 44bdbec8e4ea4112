unsigned f(unsigned n) {
  unsigned s = 0;
  while (n > 0) {
    if (n & 1)
      s += 3;
    n >>= 1;
  }
  return s;
}
double v[5000];
void shell(int n) {
  for (int h = n / 2; h > 0; h /= 2)
    for (int i = h; i < n; i++)
      v[i] += v[i - h];
}
int main(void) {
  shell(1000);
  return f(1000);
}
