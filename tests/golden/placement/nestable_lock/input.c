#include <omp.h>

typedef struct {
  omp_nest_lock_t lock;
} pair;

void inner(void);
void outer(void);

static void add(pair *p) {
  omp_set_nest_lock(&p->lock);
  // lcm: model time = 1 s
  inner();
  omp_unset_nest_lock(&p->lock);
}

int main(void) {
  pair p;
#pragma omp parallel sections
  {
#pragma omp section
    {
      omp_set_nest_lock(&p.lock);
      // lcm: model time = 2 s
      outer();
      add(&p);
      // lcm: model time = 1 s
      outer();
      omp_unset_nest_lock(&p.lock);
    }
#pragma omp section
    add(&p);
  }
}
