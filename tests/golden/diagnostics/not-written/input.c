void work(int);

static void f(void) {
  work(1);
}

int main(void) {
  f();
}
