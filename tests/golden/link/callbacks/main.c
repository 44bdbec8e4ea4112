typedef int (*action)(int);
int each(action act, int n);
int twice(action act, int n);

// lcm: model time = 1 s
static int one(int i) { return i; }

// lcm: model time = 3 s
static int three(int i) { return 3 * i; }

int main(void) { return each(one, 4) + twice(&three, 4); }
