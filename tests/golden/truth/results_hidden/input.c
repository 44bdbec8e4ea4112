/* A block of a function has a variable of the name of what is returned. */
static int outer(int n) {
  n = n + 1;
  {
    int n = 90;
    n = n + 1;
  }
  return n;
}

static int inner(int n) {
  if (n > 3) {
    int n = 40;
    n = n + 2;
    return n;
  }
  return n;
}

int main(void) {
  for (int i = 0; i < inner(5); i++)
    // lcm: model time = 1 s
    ;
  for (int i = 0; i < outer(20); i++)
    // lcm: model time = 100 s
    ;
  return 0;
}
