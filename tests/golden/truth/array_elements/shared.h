static int grid[3];
static int halo[2];
