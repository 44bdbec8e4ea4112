/* the bits of "open" are taken one after the other, each by a call */
static long ways(unsigned all, unsigned taken) {
  if (taken == all)
    return 1;
  long sum = 0;
  for (unsigned open = all & ~taken; open; open &= open - 1)
    sum += ways(all, taken | (open & -open));
  return sum;
}

int main(int argc, char **argv) {
  double s = 0;
  (void)argv;
  for (int i = 0; i < 1000000; i++)
    s += 1.0 / (1 + i);
  return ways((1u << argc) - 1, 0) + s > 0;
}
