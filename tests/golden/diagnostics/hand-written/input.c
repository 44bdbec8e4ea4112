void work(int);

int main(void) {
  // lcm: model pc = 1 s
  work(1);
}
