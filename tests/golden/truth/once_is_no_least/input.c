/* A loop that may run never. */
int next(void);

static void work(void) {
  // lcm: model time = 2 s
  ;
}

int main(void) {
  const int n = next();
  for (int k = 0; k < n; k++)
    work();
  work();
  return 0;
}
