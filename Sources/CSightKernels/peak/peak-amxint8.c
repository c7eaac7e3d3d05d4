#include "peak.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AMXINT8)

size_t sight_peak_q8__amxint8(size_t rounds) {
    // The operand of LDTILECFG: palette 1, eight tiles of 16 rows by 64 bytes.
    struct {
        uint8_t palette, start, reserved[14];
        uint16_t row_bytes[16];
        uint8_t rows[16];
    } tiles = {.palette = 1};
    for (int i = 0; i < 8; i++) {
        tiles.row_bytes[i] = 64;
        tiles.rows[i] = 16;
    }
    _tile_loadconfig(&tiles); // operands are all zero
    for (size_t round = 0; round < rounds; round++) {
        _tile_dpbusd(0, 4, 6);
        _tile_dpbusd(1, 4, 7);
        _tile_dpbusd(2, 5, 6);
        _tile_dpbusd(3, 5, 7);
    }
    _tile_release();
    return (size_t)4 * 16 * 16 * 64 * rounds;
}

SIGHT_TARGET_END
#endif
