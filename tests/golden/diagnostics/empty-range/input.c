// lcm: param n = 4 in 10..1
int main(void) { return 0; }
