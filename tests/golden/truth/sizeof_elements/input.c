#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
void work(void);
static int table[64];
static double grid[3][10];
static struct {
  char name[12];
  int id;
} books[] = {{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}};

static void locals(short *out) {
  const char *days[] = {"mon", "tue", "wed", "thu", "fri"};
  double place[3];
  for (int i = 0; i < (int)LENGTH(days); i++)
    // lcm: model time = 1000 s
    work();
  for (unsigned i = 0; i < sizeof place / sizeof(double); i++)
    // lcm: model time = 10000 s
    work();
  for (unsigned i = 0; i < sizeof *out; i++)
    // lcm: model time = 100000 s
    work();
}

int main(void) {
  short last = 0;
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    // lcm: model time = 1 s
    work();
  for (unsigned i = 0; i < sizeof grid / sizeof grid[0]; i++)
    for (unsigned j = 0; j < sizeof(*grid) / sizeof(**grid); j++)
      // lcm: model time = 1 s
      work();
  for (unsigned i = 0; i < sizeof(books) / sizeof(books[0]); i++)
    // lcm: model time = 100 s
    work();
  locals(&last);
  return 0;
}
