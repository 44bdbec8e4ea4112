/* What the kernels are written with.  `real` and `cell` are elements of arrays,
 * `num` and `whole` scalars: in C plain numbers, in C++ classes that count what
 * is done with them. */
#ifndef KERNELS_H
#define KERNELS_H

#ifdef __cplusplus
#include "counting.hpp"
#else
#include <math.h>
typedef double real;
typedef int cell;
typedef double num;
typedef int whole;
#endif

/* What stands before a function that is to be a part of its caller. */
#ifndef INLINED
#define INLINED static
#endif

/* Most elements of a side of an array. */
#define MOST 48

/* A structure in an array. */
struct point {
  real at, to;
};

extern real A[MOST][MOST], B[MOST][MOST], C[MOST][MOST];
extern real V[MOST][MOST][MOST], W[MOST][MOST][MOST];
extern real x[MOST * MOST], y[MOST * MOST], z[MOST * MOST];
extern struct point P[MOST * MOST];
extern cell first[MOST + 1], column[MOST * MOST];

/* Call KERNEL(name) for each kernel; each is `void name(whole n, num a)`. */
#define ALL_KERNELS                                                            \
  KERNEL(axpy)                                                                 \
  KERNEL(dot)                                                                  \
  KERNEL(triad)                                                                \
  KERNEL(reversed)                                                             \
  KERNEL(by_three)                                                             \
  KERNEL(down_by_two)                                                          \
  KERNEL(prefix)                                                               \
  KERNEL(polynomial)                                                           \
  KERNEL(matvec)                                                               \
  KERNEL(matvec_transposed)                                                    \
  KERNEL(both_products)                                                        \
  KERNEL(outer_product)                                                        \
  KERNEL(matmul)                                                               \
  KERNEL(matmul_ikj)                                                           \
  KERNEL(matmul_tiled)                                                         \
  KERNEL(matmul_flat)                                                          \
  KERNEL(forward_solve)                                                        \
  KERNEL(back_solve)                                                           \
  KERNEL(lu)                                                                   \
  KERNEL(cholesky)                                                             \
  KERNEL(rank_update)                                                          \
  KERNEL(triangular_product)                                                   \
  KERNEL(gram_schmidt)                                                         \
  KERNEL(covariance)                                                           \
  KERNEL(jacobi_line)                                                          \
  KERNEL(jacobi_plane)                                                         \
  KERNEL(seidel)                                                               \
  KERNEL(heat_space)                                                           \
  KERNEL(waves)                                                                \
  KERNEL(red_black)                                                            \
  KERNEL(shortest_paths)                                                       \
  KERNEL(convolution)                                                          \
  KERNEL(window)                                                               \
  KERNEL(banded)                                                               \
  KERNEL(diagonals)                                                            \
  KERNEL(exchanges)                                                            \
  KERNEL(pyramid)                                                              \
  KERNEL(trapezoid)                                                            \
  KERNEL(halves)                                                               \
  KERNEL(parts)                                                                \
  KERNEL(spread)                                                               \
  KERNEL(by_rows)                                                              \
  KERNEL(fields)                                                               \
  KERNEL(pointed)                                                              \
  KERNEL(shared)                                                               \
  KERNEL(doubling)                                                             \
  KERNEL(halving)                                                              \
  KERNEL(butterflies)                                                          \
  KERNEL(gather)                                                               \
  KERNEL(picked)                                                               \
  KERNEL(sparse)                                                               \
  KERNEL(clipped)

#endif
