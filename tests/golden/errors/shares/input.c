void one(void);
void two(void);

void run(void (*f)(void)) {
  // lcm: call one 0.5, two 0.75
  f();
  // lcm: call one 0.5, two
  f();
  // lcm: call one, two 0.5
  f();
  // lcm: call one 2
  f();
}
