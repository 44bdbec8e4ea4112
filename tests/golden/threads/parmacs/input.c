#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
// lcm: param p := P
#define MAXP 64
pthread_t PThreadTable[MAXP];
#define CREATE(f, n) { long i, e; for (i = 0; i < (n) - 1; i++) { e = pthread_create(&PThreadTable[i], NULL, (void * (*)(void *))(f), NULL); if (e != 0) { printf("error\n"); exit(-1); } } f(NULL); }
#define WAIT_FOR_END(n) { long i, e; for (i = 0; i < (n) - 1; i++) { e = pthread_join(PThreadTable[i], NULL); if (e != 0) { printf("e\n"); exit(-1); } } }
#define LOCK(l) { pthread_mutex_lock(&(l)); }
#define UNLOCK(l) { pthread_mutex_unlock(&(l)); }
#define BARRIER(b, n) { pthread_barrier_wait(&(b)); }
struct global { int id; pthread_mutex_t idlock; pthread_barrier_t start; } *Global;
static void *SlaveStart(void *unused) {
  int me;
  LOCK(Global->idlock);
  me = Global->id;
  Global->id++;
  UNLOCK(Global->idlock);
  // lcm: model time = 10 ms * (me + 1)
  getchar();
  BARRIER(Global->start, P);
  // lcm: model time = 20 ms
  getchar();
  return unused;
}
int main(int argc, char **argv) {
  int P = atoi(argv[1]);
  Global = calloc(1, sizeof *Global);
  CREATE(SlaveStart, P);
  WAIT_FOR_END(P);
  // lcm: model time = 1 ms
  printf("done\n");
  return 0;
}
