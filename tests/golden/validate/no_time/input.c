void work(void);
int main(void) {
  // lcm: fragment all
  // lcm: model time = 1 ms
  work();
  return 0;
}
