#include <pthread.h>
struct item { struct item *next; int kind; };
int last, flag, counts[40], v[40];
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;

void counted(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (k++ < 2) {
#pragma omp atomic
      counts[i / 2]++;
    }
    last = i;
  }
}

void walked(int n, struct item **first)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (struct item *at = first[i]; at; at = at->next) {
#pragma omp atomic
      counts[3] += 1;
    }
    last = i;
  }
}

void turns(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (flag != i) {
#pragma omp atomic
      counts[0]++;
    }
    last = i;
#pragma omp atomic
    flag++;
  }
}

void until(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (n > 3) {
      if (flag)
        break;
#pragma omp atomic
      counts[0]++;
    }
    last = i;
#pragma omp atomic
    flag++;
  }
}

static void *start(void *arg)
{
  for (int i = 1; i <= 7; i++) {
    pthread_mutex_lock(&one);
    v[i] = 1;
    pthread_mutex_unlock(&one);
    pthread_mutex_lock(&two);
    v[i + 2] += 1;
    pthread_mutex_unlock(&two);
  }
  return arg;
}

void locked(void)
{
  pthread_t threads[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, start, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
}
