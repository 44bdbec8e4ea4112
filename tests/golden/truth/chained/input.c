void work(int);
int main(void) {
  int a, b, c;
  a = b = c = 3;
  for (int i = 0; i < a; i++)
    // lcm: model time = 1 s
    work(i);
  for (int i = 0; i < b; i++)
    // lcm: model time = 10 s
    work(i);
  for (int i = 0; i < c; i++)
    // lcm: model time = 100 s
    work(i);
}
