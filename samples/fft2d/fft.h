/* One-dimensional fast Fourier transform, and how the samples check it. */
#ifndef SAMPLES_FFT_H
#define SAMPLES_FFT_H

#include <complex.h>
#include <stddef.h>

typedef double complex cplx;

/* Transform the "n" values at "x" in place; "n" is a power of two. */
void fft(size_t n, cplx *x);

/* Fill "row" (number "i" of iteration "k") with the samples' input. */
void fill(size_t n, cplx *row, size_t i, size_t k);

/* Return the largest error of the transposed 2D transform "b" of iteration
 * "k", against the definition of the transform at a few frequencies and
 * against Parseval's identity, relative to the largest value. */
double transform_error(size_t n, cplx b[n][n], size_t k);

#endif
