// lcm: expect speedup >= 3
void part(void);
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {
    // lcm: model time = 1 ms
    part();
  }
}
