// lcm: random x = exponential(2) "of a query"
void query(int i);

int main(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < 32; i++)
    // lcm: model time = (1 + x) * 1 ms
    query(i);
  return 0;
}
