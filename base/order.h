/* Orders for qsort. */
#ifndef LCM_BASE_ORDER_H
#define LCM_BASE_ORDER_H

#ifdef __cplusplus
extern "C" {
#endif

/* Compare the numbers (double) at "a" and "b": less than, equal to or greater
 * than 0 as that at "a" is; a NaN is equal to all. */
int lcm_order_numbers(const void *a, const void *b);

#ifdef __cplusplus
}
#endif

#endif
