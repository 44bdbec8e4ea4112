/* Models of whole parts: times, work, and all categories of cycles. */
void work(int);

static void all(int n) { work(n); }

int main(void) {
  // lcm: model pc = 6 s
  // lcm: model li = 1 s * p
  // lcm: model ip = 2 s
  // lcm: model sl = 0.5 s
  // lcm: model cl = 0.25 s * p^2
  // lcm: model rc = 0 s
  all(1);
  // lcm: model work = 8 s
#pragma omp parallel for
  for (int i = 0; i < 12; i++)
    work(i);
  // lcm: model pc = 1.5 s
  all(2);
}
