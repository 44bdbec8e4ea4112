#include "kind.h"
#include "here.h"
int main(void) { return N + M; }
