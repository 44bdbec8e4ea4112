/* SPDX-License-Identifier: MIT
 *
 * Functions of gcc's OpenMP library that are stood in for: no header of gcc's
 * declares them. */
#pragma once

#include <stddef.h>

void GOMP_target_ext(int device, void (*fn)(void *), size_t n, void **host,
                     size_t *sizes, unsigned short *kinds, unsigned flags,
                     void **depend, void **arguments);
void GOMP_target_update_ext(int device, size_t n, void **host, size_t *sizes,
                            unsigned short *kinds, unsigned flags,
                            void **depend);
void GOMP_target_enter_exit_data(int device, size_t n, void **host,
                                 size_t *sizes, unsigned short *kinds,
                                 unsigned flags, void **depend);

/* Return whether another team of a league begins. */
_Bool GOMP_teams4(unsigned least, unsigned most, unsigned limit, _Bool first);
