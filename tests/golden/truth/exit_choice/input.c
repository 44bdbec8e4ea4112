/* Functions that are left early by what they are for: the other way does
 * nothing. */
int found(int key);

static int work(int k) {
  // lcm: model time = 2 s
  return k * k;
}

static int sought(int k) {
  if (found(k))
    return work(k);
  return 0;
}

static int tried(int k) {
  if (found(k) == 3) {
    k++;
    work(k);
    return 1;
  }
  k--;
  return k;
}

int main(void) {
  return sought(1) + tried(2);
}
