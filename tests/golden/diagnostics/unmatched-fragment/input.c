void work(int);

int main(void) { work(1); }
