/* The measured categories of figure 4.3 of Crovella 1994. */
void run(void);

int main(void) {
  // lcm: fragment run
  // lcm: model pc = 28.669869 s
  // lcm: model li = 0.180677 s
  // lcm: model ip = 16.813304 s
  // lcm: model sl = 0.003779 s
  // lcm: model cl = 2.274899 s
  // lcm: model rc = 1.351362 s
  run();
}
