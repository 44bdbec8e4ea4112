// lcm: random x = exponential(2)
// lcm: random x = uniform(1, 3)
// lcm: random y = exponential(2 ms)
int main(void) {
  // lcm: model time = x * 1 ms
  return 0;
}
