#define COUNT 16
