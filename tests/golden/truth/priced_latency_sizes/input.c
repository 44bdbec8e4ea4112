/* Accesses at places that nobody foresees, a thousand each, to memory that
 * another function allocates: of numbers of bytes that variables hold. */
#include <stdlib.h>

enum { N = 1000 };
static int places[N];

/* Nobody knows what stands in "places". */
void fill(const int *given) {
  for (int i = 0; i < N; i++)
    places[i] = given[i];
}

int ask(int *n);

/* 3 us: 512 KiB, which L2 holds. */
static long sum_near(const int *table) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += table[places[i]];
  return sum;
}

/* 20 us: 16 MiB, which memory holds. */
static long sum_far(const int *table) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += table[places[i]];
  return sum;
}

/* 20 us: nobody knows how much ask() says, which gets the address. */
static long sum_asked(const int *table) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += table[places[i]];
  return sum;
}

/* 20 us: nobody knows which of two numbers it is. */
static long sum_chosen(const int *table) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += table[places[i]];
  return sum;
}

/* 3 us: "words" as another function has it, which is not the one here. */
static long sum_named(const int *table) {
  const long words = 4194304;
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += table[places[i]];
  return sum + words;
}

int main(int argc, char **argv) {
  const int rows = 512;
  int words = rows * 256, large = 4194304, asked = 131072, chosen = 131072;
  (void)argc;
  (void)argv;
  if (ask(&asked))
    chosen = 4194304;
  int *near = malloc(words * sizeof *near);
  int *far = malloc((size_t)large * sizeof(int));
  int *open = malloc(asked * sizeof *open);
  int *either = malloc(chosen * sizeof *either);
  return (int)(sum_near(near) + sum_far(far) + sum_asked(open) +
               sum_chosen(either) + sum_named(near));
}
