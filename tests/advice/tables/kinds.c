/* A variable of each kind of shared data.
 *
 * scale    is set before there are threads, and then only read
 * limit    is never written
 * total    is only added to under a lock
 * best     is compared and replaced under a lock
 * count    has entries that are chosen by data
 * a        has an element for each iteration
 * b        is read by another iteration than wrote it */
enum { N = 1000, SIZE = 16 };

static const double limit[N] = {1};
static int key[N];
static long count[SIZE];
static double a[N], b[N + 1], scale, total, best;

int main(void) {
  // lcm: fragment set
  scale = 2;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    // lcm: fragment use
    a[i] = scale * limit[i] + b[i + 1];
    // lcm: fragment shift
    b[i] = 1;
#pragma omp critical(adding)
    total += a[i];
#pragma omp critical(comparing)
    if (a[i] > best)
      best = a[i];
#pragma omp critical(counting)
    count[key[i]] += 1;
  }
  return total != best;
}
