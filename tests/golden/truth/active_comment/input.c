void slow(void), fast(void);

int main(void) {
#ifdef SLOW
  // lcm: model time = 800 s
  slow();
#else
  // lcm: model time = 2 s
  fast();
#endif
  return 0;
}
