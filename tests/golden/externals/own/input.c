// lcm: external relax(n, sweeps) flops = 5*n*sweeps
// lcm: external sin(x) flops = 20
#include <math.h>
#include <string.h>
void relax(int n, int sweeps);
void smooth(int *n);
double known(double);

int main(void) {
  double x = 1;
  int n = 100;
  relax(n, 3);
  x = sin(x);
  smooth(&n);
  x = known(x);
  return (int)x;
}
