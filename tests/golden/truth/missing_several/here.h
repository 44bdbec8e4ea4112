#define M 3
