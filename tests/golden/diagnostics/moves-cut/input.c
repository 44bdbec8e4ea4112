// Two hundred and fifty-six rows of a matrix, each written by a loop of its
// own, every one in another call.
static double a[256][64];

static void one(int k) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++) // lcm: model pc = 1 us
    a[k][i] = i;
}

static void four(int k) {
  one(k);
  one(k + 1);
  one(k + 2);
  one(k + 3);
}

static void sixteen(int k) {
  four(k);
  four(k + 4);
  four(k + 8);
  four(k + 12);
}

static void part(int k) {
  sixteen(k);
  sixteen(k + 16);
  sixteen(k + 32);
  sixteen(k + 48);
}

int main(void) {
  part(0);
  part(64);
  part(128);
  part(192);
}
