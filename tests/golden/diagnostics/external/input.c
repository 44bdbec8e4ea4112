// lcm: external f(n) flops = 2*m
int main(void) { return 0; }
