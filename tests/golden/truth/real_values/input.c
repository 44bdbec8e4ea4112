/* What local variables hold is computed by real numbers: that takes time. */
#include <math.h>

struct body {
  double x, y, f, mass;
};

static struct body bodies[100];

static void attract(struct body *b, const struct body *c) {
  double dx = c->x - b->x, dy = c->y - b->y;
  double square = dx * dx + dy * dy;
  double scale = 1.5;
  scale = scale * square;
  b->f += scale * c->mass;
}

static void fade(struct body *b, int rounds) {
  double by;
  int half = rounds / 2;
  by = b->mass * 0.5;
  for (int k = 0; k < half; k++)
    b->f -= by * 0.125;
}

int main(void) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      attract(&bodies[i], &bodies[j]);
  for (int i = 0; i < 100; i++)
    fade(&bodies[i], 20);
  return bodies[5].f > 3;
}
