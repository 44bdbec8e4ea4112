#include <semaphore.h>
#include "spend.h"
enum { ITEMS = 8 };
int main(void) {
  sem_t room, full;
  sem_init(&room, 0, 2);
  sem_init(&full, 0, 0);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    for (int i = 0; i < ITEMS; i++) {
      spend(3);
      sem_wait(&room);
      sem_post(&full);
    }
#pragma omp section
    for (int i = 0; i < ITEMS; i++) {
      sem_wait(&full);
      spend(7);
      sem_post(&room);
    }
  }
  return 0;
}
