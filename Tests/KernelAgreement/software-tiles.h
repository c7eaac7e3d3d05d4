#ifndef SIGHT_SOFTWARE_TILES_H
#define SIGHT_SOFTWARE_TILES_H

// The tile instructions of AMX in plain C. With this header, the kernels of tiles run on every
// processor with AVX-512 VNNI, and the address sanitizer checks the memory that tiles read and
// write. It does not see the accesses of the real instructions.
//
// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, chapter 18, and
// volume 2, LDTILECFG, TILELOADD, TILESTORED, TILEZERO and TDPBUSD.

#if defined(__x86_64__)
#include <immintrin.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A tile of up to 16 rows of up to 64 bytes.
typedef struct {
    uint8_t bytes[16][64];
    size_t rows, row_bytes;
} software_tile;

static _Thread_local software_tile software_tiles[8];

/// Sets the size of each tile, and fills each tile with zeros.
static inline void software_loadconfig(const void *configuration) {
    uint8_t bytes[64];
    memcpy(bytes, configuration, sizeof bytes);
    memset(software_tiles, 0, sizeof software_tiles);
    for (int i = 0; i < 8; i++) {
        software_tiles[i].row_bytes = (size_t)(bytes[16 + 2 * i] | bytes[17 + 2 * i] << 8);
        software_tiles[i].rows = bytes[48 + i];
        if (bytes[0] != 1 || software_tiles[i].row_bytes > 64 || software_tiles[i].rows > 16)
            abort();
    }
}

/// Returns a tile that has a size.
static inline software_tile *software_tile_at(int tile) {
    if (software_tiles[tile].rows == 0 || software_tiles[tile].row_bytes == 0)
        abort();
    return &software_tiles[tile];
}

static inline void software_zero(int tile) {
    memset(software_tile_at(tile)->bytes, 0, sizeof software_tiles[tile].bytes);
}

static inline void software_load(int tile, const void *from, size_t stride) {
    software_tile *target = software_tile_at(tile);
    software_zero(tile);
    for (size_t row = 0; row < target->rows; row++)
        memcpy(target->bytes[row], (const uint8_t *)from + row * stride, target->row_bytes);
}

static inline void software_store(int tile, void *to, size_t stride) {
    const software_tile *source = software_tile_at(tile);
    for (size_t row = 0; row < source->rows; row++)
        memcpy((uint8_t *)to + row * stride, source->bytes[row], source->row_bytes);
}

/// Adds the products of groups of four bytes of two tiles; those of `b` are signed.
static inline void software_multiply(int sums, int a, int b, _Bool is_signed) {
    software_tile *c = software_tile_at(sums);
    const software_tile *left = software_tile_at(a), *right = software_tile_at(b);
    const size_t groups = left->row_bytes / 4, columns = c->row_bytes / 4;
    if (left->rows != c->rows || right->rows != groups || right->row_bytes != c->row_bytes)
        abort();
    for (size_t row = 0; row < c->rows; row++)
        for (size_t column = 0; column < columns; column++) {
            uint32_t sum; // wraps
            memcpy(&sum, &c->bytes[row][4 * column], sizeof sum);
            for (size_t k = 0; k < 4 * groups; k++) {
                const uint8_t byte = left->bytes[row][k];
                const int32_t x = is_signed ? (int8_t)byte : byte;
                sum += (uint32_t)(x * (int8_t)right->bytes[k / 4][4 * column + k % 4]);
            }
            memcpy(&c->bytes[row][4 * column], &sum, sizeof sum);
        }
}

#undef _tile_loadconfig
#undef _tile_release
#undef _tile_zero
#undef _tile_loadd
#undef _tile_stored
#undef _tile_dpbusd
#undef _tile_dpbssd
#define _tile_loadconfig(configuration) software_loadconfig(configuration)
#define _tile_release() memset(software_tiles, 0, sizeof software_tiles)
#define _tile_zero(tile) software_zero(tile)
#define _tile_loadd(tile, from, stride) software_load(tile, from, stride)
#define _tile_stored(tile, to, stride) software_store(tile, to, stride)
#define _tile_dpbusd(sums, a, b) software_multiply(sums, a, b, 0)
#define _tile_dpbssd(sums, a, b) software_multiply(sums, a, b, 1)
#endif

#endif
