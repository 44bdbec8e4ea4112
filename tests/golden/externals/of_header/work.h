// lcm: external work(seconds) flops = 1e9*seconds
void work(double seconds);
void step(void);
