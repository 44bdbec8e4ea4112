// lcm: param n in 1..1000 "size"
void f(void);
int main(int argc, char **argv) {
  int twice = 2 * argc;
  // lcm: param n := twice
  // lcm: model time = 1 s * n
  f();
  return 0;
}
