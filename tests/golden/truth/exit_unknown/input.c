int a[200];
void work(void);

int main(void) {
  for (int i = 0; i < 200; i++) {
    // lcm: model time = 1 s
    work();
    if (a[i] == 3)
      break;
  }
  return 0;
}
