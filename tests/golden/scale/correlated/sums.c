// lcm: correlation a, b = -0.5
void first(void);
void second(void);
void third(void);

void run(void) {
  // lcm: model time = (a = 10 +/- 3) s
  first();
  // lcm: model time = (b = 10 +/- 2) s
  second();
  // lcm: model time = (c = 10 +/- 3) s
  third();
}
