/* SPDX-License-Identifier: MIT
 *
 * Finds and makes sites (constructs at a place) and the cells of threads. */
#include "profiler/core/sites.h"

#include <stdatomic.h>
#include <string.h>

/* Slots of the table, a power of two; recursion has entries of its own. */
#define SLOTS (4 * LCM_MAX_SITES)

/* An entry: free while `id` is 0, which is the id plus 1. */
typedef struct lcm_site_key {
  _Atomic(uint32_t) id;
  uint32_t kind;
  uint32_t parent;
  uint32_t previous;
  uint32_t next;
  uint64_t address;
  uint64_t tag;
  uint64_t name;
} lcm_site_key;

/* Return a digest of "text", 0 for NULL. */
static uint64_t digest(const char *text) {
  uint64_t hash = text ? 1469598103934665603u : 0;
  for (; text && *text; text++)
    hash = (hash ^ (unsigned char)*text) * 1099511628211u;
  return hash;
}

/* Return where to begin to look for "site" with the digest "name". */
static uint32_t first_slot(const lcm_site *site, uint64_t name) {
  uint64_t hash = site->address * 0x9e3779b97f4a7c15u ^ name;
  hash = (hash ^ site->tag ^ ((uint64_t)site->kind << 32 | site->parent)) *
         0xff51afd7ed558ccdu;
  hash ^= ((uint64_t)site->previous << 32 | site->next) * 0xc4ceb9fe1a85ec53u;
  hash *= 0x9e3779b97f4a7c15u;
  return (uint32_t)(hash >> 40) & (SLOTS - 1);
}

/* Return whether "key" is that of "site" with the digest "name". */
static bool is_same(const lcm_site_key *key, const lcm_site *site,
                    uint64_t name) {
  return key->address == site->address && key->kind == site->kind &&
         key->parent == site->parent && key->previous == site->previous &&
         key->next == site->next && key->tag == site->tag && key->name == name;
}

/* Return the entry of "site" in "table", or the free one where it would be;
 * NULL where the table is full. */
static lcm_site_key *look_up(lcm_site_key *table, const lcm_site *site,
                             uint64_t name) {
  uint32_t slot = first_slot(site, name);
  for (uint32_t i = 0; i < SLOTS; i++) {
    lcm_site_key *key = &table[slot];
    if (!atomic_load_explicit(&key->id, memory_order_acquire) ||
        is_same(key, site, name))
      return key;
    slot = (slot + 1) & (SLOTS - 1);
  }
  return NULL;
}

/* Return the id of the ancestor of "site" that is the same construct, or
 * 0. */
static uint32_t same_around(const lcm_profiled_run *run, const lcm_site *site) {
  if (site->kind == LCM_RAW_GAP)
    return 0;
  const uint32_t n = atomic_load_explicit(&run->n_sites, memory_order_relaxed);
  for (uint32_t id = site->parent; id && id < n;) {
    const lcm_raw_site *around = run->sites[id];
    if (around->kind == site->kind && around->address == site->address &&
        around->tag == site->tag &&
        around->name_length == (site->name ? strlen(site->name) : 0) &&
        (!site->name ||
         memcmp(around->name, site->name, around->name_length) == 0))
      return id;
    id = around->parent;
  }
  return 0;
}

/* Write the record of "site" as the next id; return that, its parent's where
 * there is no room. */
static uint32_t record_site(lcm_profiled_run *run, const lcm_site *site) {
  const uint32_t id = atomic_load(&run->n_sites);
  const size_t length = site->name ? strnlen(site->name, 1024) : 0;
  if (id >= LCM_MAX_SITES)
    return site->parent;
  lcm_raw_site *record =
      lcm_store_room(&run->store, sizeof(lcm_raw_site) + length);
  if (!record)
    return site->parent;
  record->id = id;
  record->kind = site->kind;
  record->parent = site->parent;
  record->previous = site->previous;
  record->next = site->next;
  record->address = site->address;
  record->tag = site->tag;
  record->name_length = (uint32_t)length;
  if (length)
    memcpy(record->name, site->name, length);
  run->sites[id] = record;
  lcm_store_commit(record, LCM_RAW_SITE);
  atomic_store(&run->n_sites, id + 1);
  return id;
}

/* Make "site" with the digest "name" known, unless somebody just did; return
 * its id.  The lock of "run" is held. */
static uint32_t add_site(lcm_profiled_run *run, const lcm_site *site,
                         uint64_t name) {
  lcm_site_key *key = look_up(run->site_table, site, name);
  if (!key)
    return site->parent;
  const uint32_t known = atomic_load(&key->id);
  if (known)
    return known - 1;
  uint32_t id = same_around(run, site);
  if (!id)
    id = record_site(run, site);
  key->kind = site->kind;
  key->parent = site->parent;
  key->previous = site->previous;
  key->next = site->next;
  key->address = site->address;
  key->tag = site->tag;
  key->name = name;
  atomic_store_explicit(&key->id, id + 1, memory_order_release);
  return id;
}

uint32_t lcm_site_find(lcm_profiled_run *run, const lcm_site *site) {
  const uint64_t name = digest(site->name);
  lcm_site_key *key = look_up(run->site_table, site, name);
  const uint32_t known =
      key ? atomic_load_explicit(&key->id, memory_order_acquire) : 0;
  if (known)
    return known - 1;
  lcm_lock(&run->lock);
  const uint32_t id = add_site(run, site, name);
  lcm_unlock(&run->lock);
  return id;
}

bool lcm_sites_start(lcm_profiled_run *run) {
  run->site_table = lcm_keep(SLOTS * sizeof(lcm_site_key));
  run->sites = lcm_keep(LCM_MAX_SITES * sizeof *run->sites);
  run->vacant_time = lcm_keep(LCM_MAX_SITES * sizeof *run->vacant_time);
  if (!run->site_table || !run->sites || !run->vacant_time)
    return false;
  add_site(run, &(lcm_site){.kind = LCM_RAW_PROGRAM}, 0);
  return atomic_load(&run->n_sites) == 1;
}

/* Return a new cell of "thread" at "site", or NULL.  The lock of "run" is
 * held. */
static lcm_raw_cell *add_cell(lcm_profiled_run *run, const lcm_thread *thread,
                              uint32_t site) {
  lcm_raw_cell *cell = site == 0 ? lcm_store_must(&run->store, sizeof *cell)
                                 : lcm_store_room(&run->store, sizeof *cell);
  if (!cell)
    return NULL;
  cell->thread = thread->id;
  cell->site = site;
  lcm_store_commit(cell, LCM_RAW_CELL);
  return cell;
}

/* Return the place of the cell of "thread" at "site", or NULL.  The lock of
 * "run" is held. */
static lcm_raw_cell **make_place(lcm_thread *thread, uint32_t site) {
  lcm_raw_cell ***page = &thread->pages[site / LCM_SITE_PAGE];
  if (!*page)
    *page = lcm_keep(LCM_SITE_PAGE * sizeof **page);
  return *page ? &(*page)[site % LCM_SITE_PAGE] : NULL;
}

lcm_raw_cell *lcm_cell_here(lcm_profiled_run *run, lcm_thread *thread,
                            uint32_t site) {
  for (;; site = run->sites[site]->parent) {
    lcm_raw_cell **place = make_place(thread, site);
    if (place && !*place)
      *place = add_cell(run, thread, site);
    if (place && *place)
      return *place;
    if (site == 0)
      return NULL;
  }
}

lcm_raw_cell *lcm_cell_find(lcm_profiled_run *run, lcm_thread *thread,
                            uint32_t site) {
  lcm_raw_cell **page = thread->pages[site / LCM_SITE_PAGE];
  lcm_raw_cell *cell = page ? page[site % LCM_SITE_PAGE] : NULL;
  if (cell)
    return cell;
  lcm_lock(&run->lock);
  cell = lcm_cell_here(run, thread, site);
  lcm_unlock(&run->lock);
  return cell;
}
