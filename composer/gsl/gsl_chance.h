/* Distribution functions, quantiles and integrals (GSL). */
#pragma once

/* Return the chance that the sum of "n" >= 1 exponential times of mean 1 is at
 * most "x". */
double lcm_chance_gamma(double n, double x);

/* Return the chance that a normal quantity of mean 0 and deviation 1 is at most
 * "x"; and the value that it is below with chance "p", between 0 and 1. */
double lcm_chance_normal(double x);
double lcm_chance_normal_inverse(double p);

/* Return the chance that of "n" events, each of chance "p", at most "k"
 * happen. */
double lcm_chance_binomial(double k, double p, double n);

/* Return the integral of "f", which gets "user", from "low" to "high": Gauss
 * and Legendre's rule with 16 points in each of 256 parts; 0 where there is no
 * memory. */
double lcm_chance_integral(double (*f)(double x, void *user), void *user,
                           double low, double high);

/* Return the value that Student's t with "freedom" degrees of freedom is
 * within, to both sides of 0, with probability "level". */
double lcm_student_two_sided(double level, double freedom);
