void slow(void), fast(void);

int main(void) {
#ifdef SLOW
  // lcm: model time = 800 s
  slow();
  // lcm: model time = 900 s
  slow();
#endif
  fast();
  return 0;
}
