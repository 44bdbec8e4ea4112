// lcm: param n = 1024 in 256..65536

void step(void);

int main(void) {
  // lcm: model time = (a = 1.5 +/- 0.036000000000000004) ns * n^2
  // lcm: ... + (b = 0.25 +/- 0.0054) ns * n^2 * log2(n)
  // lcm: covariance a, a = 0.0004
  // lcm: covariance b, b = 9e-06
  // lcm: covariance a, b = -5.940000000000001e-05
  step();
}
