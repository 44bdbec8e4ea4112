/* Variables of few bits keep what fits into them. */
static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static void given(int n) {
  unsigned char k = n;
  count(k);
  k += 250;
  count(k);
}

static void declared(void) {
  unsigned char k = 300;
  count(k);
  unsigned short m = 65536 + 7;
  count(m);
  short fits = 100;
  count(fits);
}

/* 16384 is the last power of 2 that fits. */
static void doubled(void) {
  short k = 1;
  for (int i = 0; i < 16; i++)
    k *= 2;
  count(k);
}

/* After 256 rounds k is 0 again. */
static void counted(int n) {
  unsigned char k = 0;
  for (int i = 0; i < n; i++)
    k++;
  count(k);
}

int main(void) {
  given(300);
  declared();
  doubled();
  counted(300);
  return 0;
}
