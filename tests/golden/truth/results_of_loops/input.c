/* What functions return that count or multiply in loops. */
static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static int levels(int n) {
  int k = 0;
  while (n > 1) {
    n /= 2;
    k++;
  }
  return k;
}

static int next_power(int n) {
  int size = 1;
  while (size < n)
    size *= 2;
  return size;
}

static int power(int base, int exponent) {
  int result = 1;
  for (int i = 0; i < exponent; i++)
    result *= base;
  return result;
}

static int pairs(int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      found++;
  if (found > 10)
    return 10;
  return found;
}

static int divisor(int a, int b) {
  while (b) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(void) {
  count(levels(100));
  count(next_power(100));
  count(power(3, 4));
  count(pairs(4));
  count(pairs(9));
  count(divisor(84, 36));
  return 0;
}
