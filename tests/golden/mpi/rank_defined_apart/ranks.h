#ifdef OWN
#define SHARED
#else
#define SHARED extern
#endif
SHARED int my_rank, n_ranks;
void work(int n);
