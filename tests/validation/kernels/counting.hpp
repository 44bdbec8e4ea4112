// Classes in the place of numbers: they compute as these do and count it.
#pragma once
#include <cmath>
#include <set>

struct counts {
  long add, mul, div, special, integer, load, store;
  std::set<const void *> touched;
  long bytes;
};
extern counts now;

// A floating-point scalar.
struct num {
  double value;
  num(double v = 0) : value(v) {}
  friend num operator+(num a, num b) { return now.add++, a.value + b.value; }
  friend num operator-(num a, num b) { return now.add++, a.value - b.value; }
  friend num operator*(num a, num b) { return now.mul++, a.value * b.value; }
  friend num operator/(num a, num b) { return now.div++, a.value / b.value; }
  num &operator+=(num b) { return *this = *this + b; }
  num &operator-=(num b) { return *this = *this - b; }
  num &operator*=(num b) { return *this = *this * b; }
  num &operator/=(num b) { return *this = *this / b; }
  friend bool operator>(num a, num b) { return a.value > b.value; }
};

// A whole number that is no element of an array.
struct whole {
  int value;
  whole(int v = 0) : value(v) {}
  operator int() const { return value; }
  whole &operator++() { return now.integer++, ++value, *this; }
  whole operator++(int) { return now.integer++, whole(value++); }
  whole operator--(int) { return now.integer++, whole(value--); }
#define BOTH(type, op, n)                                                      \
  friend type operator op(whole a, whole b) {                                  \
    return now.integer += n, type(a.value op b.value);                         \
  }                                                                            \
  friend type operator op(whole a, int b) { return a op whole(b); }            \
  friend type operator op(int a, whole b) { return whole(a) op b; }
  BOTH(whole, +, 1)
  BOTH(whole, -, 1)
  BOTH(whole, *, 1)
  BOTH(whole, /, 1)
  BOTH(whole, %, 1)
  BOTH(bool, <, 0)
  BOTH(bool, <=, 0)
  BOTH(bool, >, 0)
  BOTH(bool, >=, 0)
  BOTH(bool, ==, 0)
#undef BOTH
  whole &operator+=(whole b) { return *this = *this + b; }
  whole &operator-=(whole b) { return *this = *this - b; }
  whole &operator*=(whole b) { return *this = *this * b; }
  whole &operator/=(whole b) { return *this = *this / b; }
};

// An element of an array of "scalar"s that is kept as a "plain" number.
template <typename plain, typename scalar> struct element {
  plain value;
  void touch() const {
    if (now.touched.insert(this).second)
      now.bytes += (long)sizeof *this;
  }
  operator scalar() const { return touch(), now.load++, scalar(value); }
  element &operator=(scalar b) {
    return touch(), now.store++, value = b.value, *this;
  }
  element &operator=(const element &b) { return *this = (scalar)b; }
  element &operator+=(scalar b) { return *this = (scalar)*this + b; }
  element &operator-=(scalar b) { return *this = (scalar)*this - b; }
  element &operator*=(scalar b) { return *this = (scalar)*this * b; }
  element &operator/=(scalar b) { return *this = (scalar)*this / b; }
};
typedef element<double, num> real;
typedef element<int, whole> cell;

inline num sqrt(num a) { return now.special++, std::sqrt(a.value); }
inline num fmin(num a, num b) {
  return now.special++, std::fmin(a.value, b.value);
}
