#include <stdlib.h>

static void smooth(int n, float *in, float *out, int rounds) {
  int i = 0;
  do {
    for (int x = 0; x < n; x++)
      out[x] = in[x] * 0.5f + 1.25f;
    float *was = in;
    in = out;
    out = was;
    i++;
  } while (i < rounds);
}

static float differ(const float *a, const float *b, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum / n;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *in = calloc(n, sizeof *in), *out = calloc(n, sizeof *out);
  float *right = calloc(n, sizeof *right);
  (void)argc;
  smooth(n, in, out, 10);
  float far = differ(out, right, n);
  return far > 1;
}
