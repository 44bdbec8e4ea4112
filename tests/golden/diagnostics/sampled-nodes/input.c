void cell(int j);
void row(int i);
int main(void) {
  for (int i = 0; i < 2000; i++) {
    for (int j = 0; j < i; j++) {
      // lcm: model time = 1 ms
      cell(j);
    }
    // lcm: model time = i * i * 1 us
    row(i);
  }
}
