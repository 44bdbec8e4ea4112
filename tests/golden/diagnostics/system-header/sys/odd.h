static int twice(void) { return 1; }
static int twice(void) { return 0; }
