typedef void (*stepper)(double *);
stepper next_of(int);
void work(double *);
static double x;

static void step(double *at) {
  // lcm: model time = 2 s
  work(at);
}

int main(void) {
  step(&x);
  for (int t = 0; t < 10; t++) {
    stepper next = next_of(t);
    // lcm: call one/rule.c:step 0.25, two/rule.c:step 0.75
    next(&x);
  }
  stepper last = next_of(10);
  // lcm: call input.c:step
  last(&x);
  return x > 0;
}
