int a[1100];
void two(int n) {
  for (int h = 1; h < n; h *= 2)
    a[h] = h;
}
void squares(int n) {
  for (int i = 0; i * i < n; i++)
    a[i] = i;
}
void both(int n, int m) {
  for (int i = 0; i < n && i < m; i++)
    a[i] = i;
}
void down(int n) {
  for (int i = n; i-- > 0;)
    a[i] = i;
}
void late(int n) {
  int j = 0;
  for (; j < n; j++)
    a[j] = j;
}
void ends(int n) {
  for (int i = 0, m = n; i < m; i++)
    a[i] = i;
}
void turned(int n) {
  for (int i = 0; n > i; i = 3 + i)
    a[i] = i;
}
void other(int n) {
  for (int i = 0; i <= (n << 1); i += n / n)
    a[i] = n;
}
int main(void) {
  two(1000);
  squares(1000);
  both(1000, 900);
  down(1000);
  late(1000);
  ends(1000);
  turned(1000);
  other(500);
  return a[5];
}
