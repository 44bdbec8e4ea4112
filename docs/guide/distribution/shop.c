// lcm: param requests = 100
// lcm: random query = exponential(2) "time of a query, in ms"
// lcm: random retry = prob(0.05)
void parse(void);
void ask(void);
void render(void);
int is_cached(void);

void serve(int requests) {
  for (int i = 0; i < requests; i++) {
    // lcm: model time = 0.2 ms
    parse();
    // lcm: prob 0.6
    if (!is_cached()) {
      // lcm: model time = query * 1 ms
      ask();
    }
  }
#pragma omp parallel for
  for (int i = 0; i < requests; i++)
    // lcm: model time = ((draw = 3 +/- 0.2) + 20 * retry) * 1 ms
    render();
}
