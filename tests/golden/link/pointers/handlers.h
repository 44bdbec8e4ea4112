typedef void (*handler)(int);

struct service {
  const char *name;
  handler run;
};

struct pair {
  int n;
  handler act;
};

void one(int i);
void two(int i);
void four(int i);
void eight(int i);

void set_handler(handler f);
void fire(int i);
void install(handler *at);
void prepare(struct service *s);
handler pick(int i);
extern handler shared;
