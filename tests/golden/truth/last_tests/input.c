/* Conditions that call functions are asked once more than bodies run. */
static int work(int n, int weight) {
  for (int i = 0; i < n * weight; i++)
    // lcm: model time = 1 s
    ;
  return n;
}

static int is_below(int i, int n) {
  work(1, 1);
  return i < n;
}

int main(void) {
  int i = 0;
  for (int k = 0; is_below(k, 10); k++)
    ;
  while (is_below(i, 5))
    i++;
  for (int m = 0; m < work(4, 100); m++)
    ;
  return 0;
}
