/* As libomp does where OpenMP is off. */
int once(void) { return 0; }
int once(void) { return 1; }
