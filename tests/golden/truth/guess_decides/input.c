/* One condition that nobody knows decides whether a loop does 1,000 or
 * 1,000,000 additions. */
double s;
extern double v[8];
void all(int n) {
  for (int i = 0; i < n; i++)
    s += i;
}
void f(void) {
  all(1000);
  if (v[3] > v[4])
    all(1000000);
}
int main(void) {
  f();
  return 0;
}
