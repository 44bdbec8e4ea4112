/* Random numbers that are the same everywhere for the same seed. */
#pragma once

#include <stdint.h>

/* A generator: xoshiro256** 1.0 of D. Blackman and S. Vigna (Scrambled Linear
 * Pseudorandom Number Generators, ACM TOMS 47, 2021), its state filled by
 * their splitmix64. */
struct lcm_random {
  uint64_t state[4];
};

/* Start "random" with "seed"; every seed is as good as another. */
void lcm_random_seed(struct lcm_random *random, uint64_t seed);

/* Return 64 random bits. */
uint64_t lcm_random_bits(struct lcm_random *random);

/* Return a number in [0, 1). */
double lcm_random_unit(struct lcm_random *random);

/* Return an exponentially distributed number of mean "mean". */
double lcm_random_exponential(struct lcm_random *random, double mean);

/* Return a number uniform in [low, high). */
double lcm_random_uniform(struct lcm_random *random, double low, double high);

/* Return a normally distributed number (Box and Muller 1958). */
double lcm_random_normal(struct lcm_random *random, double mean,
                         double deviation);
