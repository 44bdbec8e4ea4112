#include <stdio.h>
#include <stdlib.h>
static double a[100];
int main(int argc, char **argv) {
  int n = atoi(argv[1]), last = -1, five = -1, inner = 0, unread = 0, i;
  for (int i = 0; i < n; i++) {
    a[i] = i;
    last = i;
  }
  for (int i = 0; i < 5; i++) {
    a[i] = i;
    five = i;
  }
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i <= k; i++) {
      a[i] = i;
      inner = i;
    }
    a[k] += inner;
  }
  for (int i = 0; i < n; i++) {
    unread = i;
    a[i] += unread;
  }
  for (i = 0; i < n; i++)
    a[i] = 2;
  printf("%d %d %d\n", last, five, i + argc);
  return 0;
}
