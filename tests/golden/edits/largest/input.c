#include <math.h>
double a[64];
int main(void) {
  double most = 0, least = 0;
  for (int i = 0; i < 64; i++) {
    if (a[i] > most)
      most = a[i];
    least = fmin(a[i], least);
  }
  return most > least;
}
