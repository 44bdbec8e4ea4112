/* What an inner loop adds is another number in each round of the outer one. */
static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static void added(void) {
  int more = 1;
  int k = 0;
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 4; j++)
      k += more;
    more += 2;
  }
  count(k);
}

static void repeated(void) {
  int rounds = 1;
  int k = 0;
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < rounds; j++)
      k++;
    rounds += 2;
  }
  count(k);
}

static void same(void) {
  int more = 3;
  int k = 0;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < i; j++)
      k += more;
  count(k);
}

int main(void) {
  added();
  repeated();
  same();
  return 0;
}
