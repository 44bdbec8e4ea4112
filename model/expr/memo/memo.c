/* A table of results of rewriting expressions. */
#include <string.h>

#include "model/expr/memo/memo.h"

/* A result, and what it is of. */
struct lcm_memo_entry {
  struct lcm_memo_key key;
  uint64_t hash;
  const lcm_expr *result;
  size_t next; /* as in lcm_memo.heads */
};

/* Return "hash" with "value" mixed in. */
static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0xff51afd7ed558ccdu;
  return hash ^ (hash >> 32);
}

/* Return the hash of "key". */
static uint64_t hash_of(const struct lcm_memo_key *key) {
  uint64_t hash = key->premises;
  for (size_t i = 0; i < sizeof key->what / sizeof *key->what; i++)
    hash = mix(hash, key->what[i]);
  return hash;
}

/* Return whether "a" and "b" are the same. */
static bool same(const struct lcm_memo_key *a, const struct lcm_memo_key *b) {
  return a->premises == b->premises &&
         !memcmp(a->what, b->what, sizeof a->what);
}

const lcm_expr *lcm_memo_get(const struct lcm_memo *memo,
                             const struct lcm_memo_key *key) {
  if (!memo->n)
    return NULL;
  size_t i = memo->heads[hash_of(key) & (memo->cap - 1)];
  while (i && !same(&memo->at[i - 1].key, key))
    i = memo->at[i - 1].next;
  return i ? memo->at[i - 1].result : NULL;
}

/* Let entry number "i" of "memo" be found. */
static void thread(struct lcm_memo *memo, size_t i) {
  size_t *head = &memo->heads[memo->at[i].hash & (memo->cap - 1)];
  memo->at[i].next = *head;
  *head = i + 1;
}

/* Make room for more entries in "memo". */
static void grow(lcm_ctx *ctx, struct lcm_memo *memo) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const struct lcm_memo_entry *old = memo->at;
  memo->room = memo->room ? 2 * memo->room : 64;
  memo->cap = memo->room;
  memo->at = LCM_NEW_ARRAY(arena, struct lcm_memo_entry, memo->room);
  memo->heads = LCM_NEW_ARRAY(arena, size_t, memo->cap);
  if (memo->n)
    memcpy(memo->at, old, memo->n * sizeof *old);
  for (size_t i = 0; i < memo->n; i++)
    thread(memo, i);
}

void lcm_memo_put(lcm_ctx *ctx, struct lcm_memo *memo,
                  const struct lcm_memo_key *key, const lcm_expr *result) {
  if (memo->n == memo->room)
    grow(ctx, memo);
  memo->at[memo->n] = (struct lcm_memo_entry){*key, hash_of(key), result, 0};
  thread(memo, memo->n++);
}

void lcm_memo_forget(struct lcm_memo *memo, size_t n) {
  while (memo->n > n) {
    const struct lcm_memo_entry *last = &memo->at[--memo->n];
    memo->heads[last->hash & (memo->cap - 1)] = last->next;
  }
}

/* Return the bits of "value". */
static uint64_t bits(double value) {
  uint64_t out = 0;
  memcpy(&out, &value, sizeof out);
  return out;
}

bool lcm_memo_premises(uint64_t *premises, const lcm_expr *e) {
  if (!e->leaves && e->mask)
    return false;
  for (size_t i = 0; i < e->n_leaves; i++) {
    const lcm_expr *leaf = e->leaves[i];
    const bool symbol = leaf->kind == LCM_X_SYMBOL;
    *premises =
        mix(*premises, bits(symbol ? leaf->domain->low : leaf->coef->value));
    *premises = mix(*premises,
                    bits(symbol ? leaf->domain->high : leaf->coef->half_width));
    *premises = mix(*premises, symbol && leaf->domain->whole);
  }
  return true;
}
