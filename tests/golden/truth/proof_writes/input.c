#include <stdatomic.h>
#include <string.h>
int a[100], b[100], s;
atomic_int t;
char c[100][10];
static void done(int *x) { s -= *x; }
int main(void) {
  for (int i = 0; i < 100; i++)
    __builtin_add_overflow(s, a[i], &s);
  for (int i = 0; i < 99; i++)
    __builtin_ssub_overflow(a[i], 1, &a[i + 1]);
  for (int i = 0; i < 99; i++)
    __builtin_ssub_overflow(a[i], 1, &b[i]);
  for (int i = 0; i < 99; i++)
    __builtin_memcpy(&a[i], &a[i + 1], sizeof(int));
  for (int i = 0; i < 100; i++)
    __builtin_memset(c[i], 0, 10);
  for (int i = 0; i < 100; i++) {
    int x __attribute__((cleanup(done))) = i;
    a[i] = x;
  }
  for (int i = 0; i < 100; i++)
    if (a[i] > 5)
      __builtin_trap();
  for (int i = 0; i < 100; i++)
    atomic_fetch_add(&t, a[i]);
  for (int i = 0; i < 100; i++)
    a[i] = atomic_fetch_add(&t, 1);
  for (int i = 0; i < 100; i++)
    __asm__("incl %0" : "+m"(s));
  return s + a[3] + b[3] + t + c[3][3];
}
