struct body;
double stretch(struct body *);

static double spring(struct body *one) {
  // lcm: model time = 3 s
  return stretch(one);
}

double (*const law_spring)(struct body *) = spring;
