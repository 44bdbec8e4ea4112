// lcm: param n in 1..1000 "size"
void f(void);
int main(int argc, char **argv) {
  int count = argc;
  // lcm: param n := count
  // lcm: model time = 2 s * n
  f();
  return 0;
}
