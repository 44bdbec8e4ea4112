/* Computing for a given time, without using a processor. */
void work(double seconds);
