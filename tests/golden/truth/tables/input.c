/* Numbers from tables, which nothing changes. */
static const int sizes[] = {10, 20, 30, 40};
static int kept[3] = {1, 2, 3};
int shared[3] = {4, 5, 6};

static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static int volume(void) {
  int dims[3] = {4, 5, 6};
  int v = 1;
  for (int d = 0; d < 3; d++)
    v *= dims[d];
  return v;
}

static void moved(void) {
  int steps[2] = {7, 8};
  steps[1] = 9;
  count(steps[0]);
}

int main(void) {
  for (int k = 0; k < 4; k++)
    count(sizes[k]);
  count(volume());
  for (int k = 2; k >= 0; k--)
    count(kept[k]);
  count(sizeof kept / sizeof *kept);
  count(shared[1]);
  moved();
  return 0;
}
