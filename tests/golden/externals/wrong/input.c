// lcm: external f(n) flops = 2*m
// lcm: external g(n) flops = n, flops = 2*n
// lcm: external h(n) reads = n * 1 s
// lcm: external k(n) calls n = 3 byte
// lcm: external l(n) calls m = 3
// lcm: external same(n) flops = n
// lcm: external same(n) reads = n
// lcm: external q(n) seconds = n
// lcm: external r(*) flops = 1
// lcm: external s(n) unknown why
// lcm: external t(n) flops = n, add = n
// lcm: external u(n) runs m
// lcm: external v(n) later calls n = 2
int main(void) { return 0; }
