#pragma once
struct point {
  double x, y;
};
double far_away(struct point p);
