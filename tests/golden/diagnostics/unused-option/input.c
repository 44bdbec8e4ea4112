// lcm: param n = 100 in 1..1000
void work(int i);

int main(void) {
  // lcm: model time = n * 1 ms
  work(1);
}
