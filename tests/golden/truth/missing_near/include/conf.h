#define COUNT 0
