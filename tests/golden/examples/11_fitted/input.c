// lcm: param x = 2
// lcm: correlation a,b = -0.9
void step(void);

int main(void) {
  // lcm: model time = ((a = 10 +/- 1.6448536269514722)
  // lcm: ... + (b = 3 +/- 0.8224268134757361) * x) s
  step();
}
