// lcm: param n in 10..1
int main(void) { return 0; }
