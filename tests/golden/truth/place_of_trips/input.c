int power(int n) {
  int k;
  int z = 0;
  k = 1;
  do {
    k = 2 * k;
  } while (k < n);
  return k + z;
}
int main(void) { return power(9); }
