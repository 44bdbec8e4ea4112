/* Numbers become others where their types have few bits. */
#include <stdbool.h>
#include <stdint.h>

static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

struct flags {
  unsigned three : 3;
  int signed_three : 3;
  uint8_t eight;
};

static const unsigned char bytes[] = {300, 5, 0xfff};
static const short words[] = {65540, 2};
struct given {
  unsigned lower : 3;
};

struct shared {
  unsigned upper : 4;
};

static struct shared global;

static void byte(unsigned char n) { count(n); }
static void word(short n) { count(n + 10); }
static void truth(bool n) { count(n); }
static int more(uint8_t n) { return n + 1; }
static unsigned char narrow(int n) { return n; }

int main(void) {
  int n = 300;
  byte(n);
  byte(-250);
  word(65535);
  truth(n);
  count(more(n));
  count(narrow(n + 1));
  for (int i = 0; i < 3; i++)
    count(bytes[i] % 100);
  count(words[0]);
  struct flags own;
  own.three = 9;
  own.signed_three = 5;
  own.eight = 258;
  count(own.three);
  count(own.signed_three + 10);
  count(own.eight);
  struct given given = {.lower = 12};
  count(given.lower);
  global.upper = 25;
  count(global.upper);
  signed char c = 127;
  c++;
  count(c + 130);
  long wide = 4294967303;
  int low = wide;
  count(low);
  int cut = -2.5;
  count(cut + 5);
  return 0;
}
