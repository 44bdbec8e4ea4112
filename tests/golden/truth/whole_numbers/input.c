#include <stdlib.h>
static long slots[64];
static int all[10000000];

static unsigned long scramble(long n) {
  unsigned long s = 1;
  for (long i = 0; i < n; i++)
    s = s * 31 + 7;
  return s;
}

static void add(int me) {
  for (long i = 0; i < 100000; i++)
    slots[me] += i;
}

static void count(int me) {
  for (long i = 0; i < 1000000; i++)
    slots[me]++;
}

static void number(void) {
  for (int i = 0; i < 10000000; i++)
    all[i] = i;
}

int main(int argc, char **argv) {
  add(argc);
  count(argc);
  number();
  return (int)scramble(1000) + all[5] > 0;
}
