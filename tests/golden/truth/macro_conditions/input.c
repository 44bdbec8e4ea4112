#include <string.h>
#define EVERY(i, k) if ((i) % (k) == 0) work(1)
#define ENDS(i) do { if ((i) < 3) work(10); if ((i) > 7) work(10); else if (i == 5) work(10); } while (0)
#define OWN(x) do { int i = 2 * (x); if (i > 13) work(100); } while (0)
#define UNUSED(f) if (argc > 42 && !strcmp(argv[0], "")) f
// lcm: model time = seconds * 1 s
static void work(double seconds) { (void)seconds; }
static void print(void) { for (int i = 0; i < 10; i++) work(10000); }
int main(int argc, char **argv) {
  for (int i = 0; i < 10; i++)
    EVERY(i, 4);
  for (int i = 0; i < 10; i++)
    ENDS(i);
  for (int k = 0; k < 10; k++)
    OWN(k);
  UNUSED(print());
  return 0;
}
