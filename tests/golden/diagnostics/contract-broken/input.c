// lcm: expect efficiency >= 0.8 at p = 4
void part(void);
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {
    // lcm: model time = 1 ms
    part();
  }
  // lcm: model time = 2 ms
  part();
}
