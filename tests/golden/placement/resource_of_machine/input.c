void work(void);

int main(void) {
#pragma omp parallel
  {
    // lcm: use link 1000 byte / machine.link.bandwidth
    work();
  }
}
