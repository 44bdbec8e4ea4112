/* A moving average over n numbers, and their sum. */
// lcm: param n = 1000000 in 1000..1e9 "numbers"
// lcm: param w = 16 "numbers on either side that count"
// lcm: expect time = O(n)
// lcm: expect speedup >= 6 at p = 8, n = 1000000
// lcm: expect lost <= 10% at p = 8, n = 1000000
// lcm: expect no race
extern int n, w;
extern double in[], out[];

double smooth(void) {
  double sum = 0;
#pragma omp parallel for
  for (int i = w; i < n - w; i++) {
    double mean = 0;
    for (int j = i - w; j <= i + w; j++)
      mean += in[j];
    out[i] = mean / (2 * w + 1);
  }
  for (int i = w; i < n - w; i++)
    sum += out[i];
  return sum;
}
