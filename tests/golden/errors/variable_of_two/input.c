#ifndef SIZE
#define SIZE 1000
#endif

static double a[SIZE], b[SIZE];

static void scale(void) {
  int size = SIZE;
  for (int i = 0; i < size; i++)
    a[i] = b[i] * 2.0 + 1.0;
}

static void shift(void) {
  int size = 500;
  for (int i = 0; i < size; i++)
    a[i] = b[i] * 2.0 + 1.0;
}

int main(void) {
  scale();
  shift();
  return 0;
}
