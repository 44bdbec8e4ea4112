void f(void);

int main(void) {
  f();
  return 0;
}
