/* Points in the plane sorted into eight clusters, ten rounds. */
#include <stdio.h>
#include <stdlib.h>

enum { CLUSTERS = 8 };

struct point {
  double x, y;
};

/* Return the nearest of the centres "c" to "p". */
static int nearest(const struct point *c, struct point p) {
  int best = 0;
  double least = 1e300;
  for (int k = 0; k < CLUSTERS; k++) {
    const double dx = c[k].x - p.x;
    const double dy = c[k].y - p.y;
    const double d = dx * dx + dy * dy;
    if (d < least) {
      least = d;
      best = k;
    }
  }
  return best;
}

/* Move the centres "c" to the middle of what is theirs of "n" points. */
static void move(long n, const struct point *p, const int *of,
                 struct point *c) {
  double size[CLUSTERS] = {0};
  struct point sum[CLUSTERS] = {{0, 0}};
  for (long i = 0; i < n; i++) {
    size[of[i]] += 1;
    sum[of[i]].x += p[i].x;
    sum[of[i]].y += p[i].y;
  }
  for (int k = 0; k < CLUSTERS; k++)
    if (size[k] > 0)
      c[k] = (struct point){sum[k].x / size[k], sum[k].y / size[k]};
}

/* Sort n points. */
int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 1000;
  struct point *p = malloc((size_t)n * sizeof *p);
  int *of = malloc((size_t)n * sizeof *of);
  struct point c[CLUSTERS];
  unsigned s = 1;
  for (long i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    p[i].x = (s >> 8) / 16777216.0;
    s = s * 1664525u + 1013904223u;
    p[i].y = (s >> 8) / 16777216.0;
  }
  for (int k = 0; k < CLUSTERS; k++)
    c[k] = p[k];
  for (int r = 0; r < 10; r++) {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      of[i] = nearest(c, p[i]);
    move(n, p, of, c);
  }
  printf("checksum %.9g\n", c[0].x + c[1].y);
  free(p);
  free(of);
  return 0;
}
