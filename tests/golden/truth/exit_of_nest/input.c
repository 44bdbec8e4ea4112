void work(void);

static void find(int n, int m) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      // lcm: model time = 1 s
      work();
      if (i + j == 7)
        goto out;
    }
    // lcm: model time = 100 s
    work();
  }
out:
  // lcm: model time = 1000 s
  work();
}

int main(void) {
  find(10, 4);
  return 0;
}
