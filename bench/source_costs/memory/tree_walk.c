/* All nodes of a binary tree, by recursion. */
#include "../kernel.h"

struct node {
  struct node *left, *right;
  long value;
};

static struct node *root;

/* Return a tree of "levels". */
static struct node *make(int levels) {
  if (!levels)
    return NULL;
  struct node *node = malloc(sizeof *node);
  node->value = levels;
  node->left = make(levels - 1);
  node->right = make(levels - 1);
  return node;
}

/* Make a tree of "n" levels. */
void prepare(long n) { root = make((int)n); }

/* Return the sum of the values below "node". */
static long walk(const struct node *node) {
  return node ? node->value + walk(node->left) + walk(node->right) : 0;
}

/* Walk the tree of "n" levels. */
double kernel(long n) { return (double)(walk(root) + n); }
