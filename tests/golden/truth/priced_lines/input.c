/* Accesses that use a part of each line: a byte from memory takes 1 ns, one
 * from L2 0.2 ns, one from L1 nothing. */
struct particle {
  double x, y, z, vx, vy, vz, mass, charge;
};
static struct particle all[1000];
static double far[8000], rows[1000][16], pages[1000][1024], flat[16000];

/* 8 us: 8000 bytes, line by line. */
double dense(long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += flat[i];
  return s;
}

/* 64 us: of each line an eighth. */
double every_eighth(long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += far[8 * i];
  return s;
}

/* 64 us: the same from the other end. */
double backwards(long n) {
  double s = 0;
  for (long i = n - 1; i >= 0; i--)
    s += far[8 * i];
  return s;
}

/* 32 us: all of a line of one array, a half of each of the other. */
double every_second(long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += far[2 * i] + far[2 * i + 1] + flat[2 * i];
  return s;
}

/* 72 us: two members of eight, one of which is read and written, 24 bytes, and
 * 48 that are in the line beside them. */
void move(long n) {
  for (long i = 0; i < n; i++)
    all[i].x += 0.1 * all[i].vx;
}

/* 179.2 us: 1000 lines stay in L2 from column to column, so that 16,000 times
 * 56 bytes come from there; all of it from memory, 128 us, meanwhile. */
double columns(long n) {
  double s = 0;
  for (int k = 0; k < 16; k++)
    for (long i = 0; i < n; i++)
      s += rows[i][k];
  return s;
}

/* 12.8 us: of 100 rows the lines stay in L1. */
double few(long n) {
  double s = 0;
  for (int k = 0; k < 16; k++)
    for (long i = 0; i < n / 10; i++)
      s += rows[i][k];
  return s;
}

/* 64 us: a line of each page. */
double one_a_page(long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += pages[i][5];
  return s;
}

/* All of them, 496 us. */
double all_of_them(long n) {
  move(n);
  return dense(n) + every_eighth(n) + backwards(n) + every_second(n) +
         columns(n) + few(n) + one_a_page(n);
}
