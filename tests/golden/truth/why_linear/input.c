static int seq;
#define NEXT() (seq++)
int a[300], b[300];
int main(void) {
  int k = 0, *p = a;
  for (int i = 0; i < 100; i++)
    b[i] = NEXT();
  for (int i = 0; i < 100; i++) {
    a[k] = i;
    k++;
    a[k] = -i;
    k++;
  }
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 7; j++)
      b[k++] = i * j;
  for (int i = 0; i < 100; i++) {
    *p++ = i;
    p += 2;
  }
  return a[3] + b[3];
}
