#include <omp.h>

static int count, once, made, n = 100;
static omp_lock_t lock;

/* Races: teams of a league share no critical section and no lock. */
void league(void) {
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    count++;
  }
#pragma omp teams distribute
  for (int i = 0; i < n; i++) {
    omp_set_lock(&lock);
    made++;
    omp_unset_lock(&lock);
  }
}

/* A race: the threads of the one team. */
void one_team(void) {
#pragma omp teams num_teams(1)
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++)
    count++;
}

/* None: one team, of which one thread is there, or threads that share a lock;
 * atomic operations hold for all teams. */
void none(void) {
#pragma omp teams num_teams(1)
  {
    once++;
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
      count++;
    }
#pragma omp distribute
    for (int i = 0; i < n; i++)
      count++;
  }
#pragma omp teams distribute parallel for num_teams(1)
  for (int i = 0; i < n; i++) {
#pragma omp critical
    count++;
  }
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    count++;
  }
}

int main(void) {
  omp_init_lock(&lock);
  league();
  one_team();
  none();
  return count + once + made;
}
