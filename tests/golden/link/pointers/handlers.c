#include "handlers.h"

// lcm: model time = 1 s
void one(int i) { (void)i; }

// lcm: model time = 2 s
void two(int i) { (void)i; }

// lcm: model time = 4 s
void four(int i) { (void)i; }

// lcm: model time = 8 s
void eight(int i) { (void)i; }

static handler registered;
handler shared = two;

void set_handler(handler f) { registered = f; }

void fire(int i) { registered(i); }

void install(handler *at) { *at = eight; }

void prepare(struct service *s) { s->run = four; }

handler pick(int i) { return i ? two : four; }
