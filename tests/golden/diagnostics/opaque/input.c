#include <setjmp.h>
#include <stdlib.h>

void step(int);
void leave(void);

void run(void (*hook)(int), int *a, int n, jmp_buf *env) {
  hook(n);
  // lcm: call step
  hook(n);
  atexit(leave);
  if (setjmp(*env))
    return;
  for (int i = 0; i < n; i++)
    if (i > 5)
      goto failed;
  __asm__ volatile("nop");
#pragma omp cancel for
  switch (n) {
  case 1:
    if (a[0])
      break;
    step(1);
  case 2:
    step(2);
  }
  return;
failed:
  step(0);
}

int main(void) { return 0; }
