// lcm: param n = 4
int g(int);
int f(int n) { return g(n) ? f(g(n)) : 0; }
int main(void) { return f(4); }
