#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
pthread_mutex_t m;
// lcm: param p := nt
static void *work(void *arg) {
  long id = (long)arg;
  // lcm: model time = 1 s
  puts("x");
  pthread_mutex_lock(&m);
  // lcm: model time = 0.25 s
  puts("y");
  pthread_mutex_unlock(&m);
  return 0;
}
int main(int argc, char **argv) {
  pthread_t t[16]; int nt = atoi(argv[1]);
  for (long i = 0; i < nt; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (long i = 0; i < nt; i++) pthread_join(t[i], NULL);
  return 0;
}
