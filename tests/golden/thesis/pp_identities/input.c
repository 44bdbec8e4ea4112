/* The measured categories of figure 5.1 of Crovella 1994. */
void run(void);

int main(void) {
  // lcm: fragment run
  // lcm: model pc = 0.900096 s
  // lcm: model li = 0.018748 s
  // lcm: model ip = 0.002202 s
  // lcm: model sl = 0.276536 s
  // lcm: model cl = 0.077673 s
  // lcm: model rc = 0.037759 s
  run();
}
