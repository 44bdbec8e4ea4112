/* A declared time: nothing comes from the source. */
void work(void);

int main(void) {
  // lcm: model pc = 40 ms
  work();
  return 0;
}
