double known(double x) { return 2 * x * x; }
