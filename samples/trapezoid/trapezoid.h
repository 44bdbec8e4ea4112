#ifndef TRAPEZOID_H
#define TRAPEZOID_H

/* Return the area of trapezoids "from" .. "to" - 1 of the "n" below
 * 4 / (1 + x * x) between 0 and 1. */
double area(long from, long to, long n);

/* Print "whole", the area of all "n" trapezoids; return 0 if it is pi but for
 * what the trapezoids leave out, and for rounding. */
int check(double whole, long n);

#endif
