static volatile int *const unit = (volatile int *)0x1000;
static volatile int busy;
void work(int i);
int main(void) {
  while (busy)
    ;
  // lcm: model time = 4 s
  work(unit[0]);
  return 0;
}
