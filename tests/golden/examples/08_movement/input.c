double x;
void produce(void);
void consume(void);

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      // lcm: model time = 10 s
      // lcm: output x
      produce();
    }
#pragma omp section
    {
      // lcm: model time = 4 s
      // lcm: input x
      consume();
    }
  }
}
