void work(int i);

void shared(void) {
  // lcm: model time = 7 s
  work(2);
}
