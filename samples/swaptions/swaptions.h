/* Pricing of swaptions by simulation, reduced to what decides how it scales:
 * a loop over independent items of equal cost. */
#ifndef SAMPLES_SWAPTIONS_H
#define SAMPLES_SWAPTIONS_H

/* Return the price of swaption "i" from "trials" simulated paths; the same
 * for every schedule. */
double price(int i, int trials);

/* Check "prices" against prices computed one after the other, print the time
 * and return the exit status. */
int check(int items, int trials, const double *prices, double seconds);

#endif
