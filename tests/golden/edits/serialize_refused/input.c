int a, b, ping, pong;
int main(void) {
  // nothing stands here
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      // lcm: model time = 1 ms
      a = 1;
      // lcm: signal ping
      ping = 1;
      // lcm: wait pong
      while (!pong)
        ;
      // lcm: model time = 1 ms
      a = 2;
    }
#pragma omp section
    {
      // lcm: wait ping
      while (!ping)
        ;
      // lcm: model time = 1 ms
      b = 1;
      // lcm: signal pong
      pong = 1;
    }
  }
  return 0;
}
