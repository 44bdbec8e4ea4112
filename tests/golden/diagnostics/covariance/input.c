// lcm: covariance a, b = 2
int main(void) {
  // lcm: model time = ((a = 5 +/- 1.6448536269514722) + (b = 7 +/- 1.6448536269514722)) * 1 s
  return 0;
}
