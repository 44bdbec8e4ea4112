void work(void);

static void halve(int n) {
  for (int i = n; i > 0; i /= 2) {
    // lcm: model time = 1 s
    work();
    if (i * i < 10)
      break;
  }
}

static void thirds(int n) {
  for (int i = n; i > 2; i /= 3) {
    for (int k = 0; k < i; k++)
      // lcm: model time = 10 s
      work();
    if (i < 30)
      return;
  }
}

static void passed_over(int n) {
  for (int i = 0; i < n; i++) {
    switch (i % 4) {
    case 0:
      continue;
    case 1:
      break;
    default:
      if (i == 7)
        return;
    }
    // lcm: model time = 100000 s
    work();
  }
}

static void fallen(int n) {
  for (int i = 0; i < n; i++) {
    switch (i) {
    case 2:
    case 3:
      // lcm: model time = 10000000 s
      work();
    case 5:
      // lcm: model time = 10000000 s
      work();
      break;
    case 8:
      return;
    }
  }
}

static void tiles(int n) {
  for (int i = 0; i < n; i += 5) {
    int e = i + 5 > n ? n : i + 5;
    for (int j = i; j < e; j++) {
      // lcm: model time = 1000000000 s
      work();
      if (j * j > 4)
        break;
    }
  }
}

int main(void) {
  halve(9);
  thirds(1000);
  passed_over(20);
  fallen(20);
  tiles(7);
  return 0;
}
