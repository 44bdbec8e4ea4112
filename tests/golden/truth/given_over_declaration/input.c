// lcm: param n
int main(void) {
  int n = 64;
  double s = 0;
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    s += i;
  return s > 0;
}
