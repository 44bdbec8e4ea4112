void work(double *);
static void step(double *at) {
  // lcm: model time = 1 s
  work(at);
}
void (*const two_rule)(double *) = step;
