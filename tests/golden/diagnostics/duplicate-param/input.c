// lcm: param n = 16
// lcm: param n = 32
int main(void) {
  return 0;
}
