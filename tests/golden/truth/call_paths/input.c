void work(int);

static void f18(int n) {
  // lcm: model time = n * 1 us
  work(n);
}
static void f17(int n) {
  f18(n);
  f18(n + 1);
}
static void f16(int n) {
  f17(n);
  f17(n + 1);
}
static void f15(int n) {
  f16(n);
  f16(n + 1);
}
static void f14(int n) {
  f15(n);
  f15(n + 1);
}
static void f13(int n) {
  f14(n);
  f14(n + 1);
}
static void f12(int n) {
  f13(n);
  f13(n + 1);
}
static void f11(int n) {
  f12(n);
  f12(n + 1);
}
static void f10(int n) {
  f11(n);
  f11(n + 1);
}
static void f9(int n) {
  f10(n);
  f10(n + 1);
}
static void f8(int n) {
  f9(n);
  f9(n + 1);
}
static void f7(int n) {
  f8(n);
  f8(n + 1);
}
static void f6(int n) {
  f7(n);
  f7(n + 1);
}
static void f5(int n) {
  f6(n);
  f6(n + 1);
}
static void f4(int n) {
  f5(n);
  f5(n + 1);
}
static void f3(int n) {
  f4(n);
  f4(n + 1);
}
static void f2(int n) {
  f3(n);
  f3(n + 1);
}
static void f1(int n) {
  f2(n);
  f2(n + 1);
}
static void f0(int n) {
  f1(n);
  f1(n + 1);
}

int main(void) {
  f0(1);
  return 0;
}
