static double t;
static void f(int n) {
  for (int i = 0; i < n; i++)
    t = t * 2.0;
}
int main(void) {
  f(100);
  f(100);
  return 0;
}
