// lcm: param n = 4
void g(void);
void f(int n) { g(); f(n + 1); }
int main(void) { f(4); return 0; }
