/* What somebody who mistyped a name may have meant: the one that fewest changes
 * of letters make of it, or that begins like it. */
#include <stdbool.h>
#include <string.h>

#include "cmd/manual/nearest.h"

/* Longer names are not compared. */
enum { LONGEST = 40 };

/* Return the least of three numbers. */
static size_t least(size_t a, size_t b, size_t c) {
  const size_t ab = a < b ? a : b;
  return ab < c ? ab : c;
}

/* Return how many letters have to be put in, left out, replaced or swapped with
 * the next one to make "b" of "a", neither of them longer than LONGEST. */
static size_t changes_between(const char *a, const char *b) {
  size_t rows[3][LONGEST + 1];
  size_t *before = rows[0];
  size_t *last = rows[1];
  size_t *row = rows[2];
  const size_t m = strlen(b);
  for (size_t j = 0; j <= m; j++)
    last[j] = j;
  for (size_t i = 1; a[i - 1]; i++) {
    row[0] = i;
    for (size_t j = 1; j <= m; j++) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = least(last[j] + 1, row[j - 1] + 1, last[j - 1] + !same);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = least(row[j], row[j], before[j - 2] + 1);
    }
    size_t *free = before;
    before = last;
    last = row;
    row = free;
  }
  return last[m];
}

/* Return whether "name" begins with "text", of which there are 3 letters. */
static bool begins(const char *name, const char *text) {
  const size_t n = strlen(text);
  const size_t dashes = strspn(text, "-");
  return n >= dashes + 3 && !strncmp(name, text, n);
}

void command_nearest_try(struct nearest *nearest, const char *name) {
  char text[LONGEST + 1];
  const size_t n = strcspn(nearest->text, "=");
  if (n > LONGEST || strlen(name) > LONGEST)
    return;
  memcpy(text, nearest->text, n);
  text[n] = '\0';
  const size_t letters = n - strspn(text, "-");
  const size_t changes = begins(name, text) ? 1 : changes_between(text, name);
  const size_t most = letters < 3 ? 0 : letters < 6 ? 1 : letters / 3;
  if (changes > most || (nearest->name && changes >= nearest->changes))
    return;
  nearest->name = name;
  nearest->changes = changes;
}
