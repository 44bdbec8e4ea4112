#ifndef SIZE
#define SIZE 1000
#endif

static double a[SIZE], b[SIZE];

int main(void) {
  int size = SIZE;
  for (int i = 0; i < size; i++)
    a[i] = b[i] * 2.0 + 1.0;
  return 0;
}
