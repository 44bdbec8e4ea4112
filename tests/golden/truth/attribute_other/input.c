void w(int i);

[[gnu::noinline]] static void serial(int n) {
  int a[8] = {0};
  int at[1] = {3};
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    w(a[at[0]]);
}

int main(void) {
  serial(8);
  return 0;
}
