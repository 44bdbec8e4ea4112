#include <pthread.h>
static double in[4][100], all[100], out[4];
static void *use_own(void *p) {
  long k = (long)p;
  for (int i = 0; i < 100; i++)
    out[k] += in[k][i];
  return p;
}
static void *use_all(void *p) {
  long k = (long)p;
  for (int i = 0; i < 100; i++)
    out[k] += all[i];
  return p;
}
int main(void) {
  pthread_t t[4];
  for (long k = 0; k < 4; k++) {
    for (int i = 0; i < 100; i++)
      in[k][i] = i * k;
    pthread_create(&t[k], 0, use_own, (void *)k);
  }
  for (int k = 0; k < 4; k++)
    pthread_join(t[k], 0);
  for (long k = 0; k < 4; k++) {
    for (int i = 0; i < 100; i++)
      all[i] = i * k;
    pthread_create(&t[k], 0, use_all, (void *)k);
  }
  for (int k = 0; k < 4; k++)
    pthread_join(t[k], 0);
  return out[1];
}
