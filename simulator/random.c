/* Generates random bits by xoshiro256**, and numbers of some distributions from
 * them. */
#include "simulator/random.h"

#include <math.h>

/* Return "x" rotated left by "k" bits. */
static uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

void lcm_random_seed(struct lcm_random *random, uint64_t seed) {
  for (int i = 0; i < 4; i++) {
    seed += 0x9e3779b97f4a7c15u;
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    random->state[i] = z ^ (z >> 31);
  }
}

uint64_t lcm_random_bits(struct lcm_random *random) {
  uint64_t *s = random->state;
  const uint64_t result = rotate(s[1] * 5, 7) * 9;
  const uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate(s[3], 45);
  return result;
}

double lcm_random_unit(struct lcm_random *random) {
  return (double)(lcm_random_bits(random) >> 11) * 0x1p-53;
}

double lcm_random_exponential(struct lcm_random *random, double mean) {
  return -mean * log1p(-lcm_random_unit(random));
}

double lcm_random_uniform(struct lcm_random *random, double low, double high) {
  return low + (high - low) * lcm_random_unit(random);
}

double lcm_random_normal(struct lcm_random *random, double mean,
                         double deviation) {
  const double turn = 6.283185307179586 * lcm_random_unit(random);
  const double radius = sqrt(-2 * log1p(-lcm_random_unit(random)));
  return mean + deviation * radius * cos(turn);
}
