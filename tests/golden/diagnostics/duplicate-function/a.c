int step(void) { return 1; }
int main(void) { return step(); }
