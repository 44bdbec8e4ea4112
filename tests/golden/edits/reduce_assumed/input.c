int queue[64], next;
double c[64];
int main(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 64; i++) {
    int own;
#pragma omp critical
    // lcm: model time = 1 ms
    own = next++;
    // lcm: model time = 1 ms
    c[i] = own;
  }
  return 0;
}
