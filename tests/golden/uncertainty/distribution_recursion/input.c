void work(void);
int lucky(void);

void tree(int n) {
  // lcm: model time = 1 s
  work();
  // lcm: prob 0.4
  if (lucky()) {
    tree(n);
    tree(n);
  }
}

int main(void) {
  tree(1);
  return 0;
}
