/* Two variables are called i: the index of one loop, and what an array says in
 * the other, whose iterations may write one element or not. */
double v[1000], a[1000];
int iv[1000];
void f(int n) {
  for (int k = 1; k <= n; k++) {
    int i = iv[k];
    v[i] = 0;
    a[k] += 1;
  }
  for (int i = 0; i < n; i++)
    a[i] += iv[i];
}
int main(void) {
  for (int k = 0; k < 1000; k++)
    iv[k] = 999 - k;
  f(500);
  return 0;
}
