#define COST (EXTRA * 1)
