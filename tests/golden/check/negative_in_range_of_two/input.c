// lcm: param n = 2
// lcm: param m = n in n..4*n
int main(void) {
  // lcm: model time = (n + 3 - m) * 1 s
  return 0;
}
