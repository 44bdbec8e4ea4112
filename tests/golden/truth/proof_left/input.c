#include <stdlib.h>
int a[200], b[200];
static int find(int x) {
  for (int i = 0; i < 200; i++)
    if (a[i] == x)
      return i;
  return -1;
}
static void copy(int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      break;
    b[i] = a[i];
  }
  for (int i = 0; i < n; i++) {
    switch (a[i]) {
    case 1:
      b[i] = 2;
      break;
    default:
      b[i] = 3;
    }
  }
  for (int i = 0; i < n; i++) {
    if (a[i] == 7)
      goto out;
    b[i] = a[i];
  }
  for (int i = 0; i < n; i++) {
    if (a[i] == 7)
      goto next;
    b[i] = a[i];
  next:;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 4; j++)
      if (j == a[i])
        break;
    b[i] = a[i];
  }
  for (int i = 0; i < n; i++) {
    if (a[i] == 9)
      abort();
    b[i] = a[i];
  }
out:
  b[0] = 1;
}
int main(void) {
  copy(find(3));
  return b[3];
}
