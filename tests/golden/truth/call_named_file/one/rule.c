void work(double *);
static void step(double *at) {
  // lcm: model time = 3 s
  work(at);
}
void (*const one_rule)(double *) = step;
