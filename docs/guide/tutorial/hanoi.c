static int moves[64];

int hanoi(int n, int from, int to) {
  if (n == 0)
    return 0;
  const int before = hanoi(n - 1, from, 6 - from - to);
  moves[n]++;
  return before + 1 + hanoi(n - 1, 6 - from - to, to);
}

int binom(int n, int k) {
  if (k == 0 || k == n)
    return 1;
  return binom(n - 1, k - 1) + binom(n - 1, k);
}
