#include <signal.h>
#include <stdlib.h>
static double a[1000];
void strange(double *x, int n);
int main(void) {
  double s = 0;
  strange(a, 1000);
  for (int i = 0; i < 1000; i++)
    s += a[i];
  if (a[3] > 1) {
    s += a[4];
    system("date");
  }
  psignal(1, "done");
  return 0;
}
