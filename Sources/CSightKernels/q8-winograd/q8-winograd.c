#include "q8-winograd.h"

#include <string.h>

size_t sight_q8_winograd_packed_bytes(size_t channels, size_t columns) {
    return (columns + 15) / 16 * sight_q8_winograd_panel_bytes(channels);
}

_Bool sight_q8_winograd_fits(const sight_q8_winograd_weights *w) {
    const uint8_t flip = w->is_signed ? 0x80 : 0;
    const int32_t zero = w->weight_zero_point + flip;
    const size_t count = 9 * w->channels;
    for (size_t n = 0; n < w->columns; n++) {
        const uint8_t *weights = (const uint8_t *)w->weights + n * count;
        uint32_t magnitudes = 0; // of at most 9 * 256 weights
        for (size_t i = 0; i < count; i++) {
            const int32_t weight = (weights[i] ^ flip) - zero;
            magnitudes += (uint32_t)(weight < 0 ? -weight : weight);
        }
        const int64_t bias = w->biases ? w->biases[n] : 0;
        if (UINT64_C(255) * magnitudes + (uint64_t)(bias < 0 ? -bias : bias) >= 1 << 25)
            return 0;
    }
    return 1;
}

// Two channels of 16 columns, [column][channel].
typedef int16_t lanes[32];

/// Transforms the three rows of filters to six, or their three columns.
static void transform(const lanes a, const lanes b, const lanes c, lanes *restrict values) {
    for (size_t i = 0; i < 32; i++) {
        const int16_t ends = (int16_t)(a[i] + c[i]), far = (int16_t)(a[i] + 4 * c[i]);
        values[0][i] = (int16_t)(6 * a[i]);
        values[1][i] = (int16_t)(ends + b[i]);
        values[2][i] = (int16_t)(ends - b[i]);
        values[3][i] = (int16_t)(far + 2 * b[i]);
        values[4][i] = (int16_t)(far - 2 * b[i]);
        values[5][i] = (int16_t)(6 * c[i]);
    }
}

/// Packs the filters of two channels and 16 columns, [3][3]. The zero point has been subtracted.
/// Value i goes to `target` + i * `step`.
static void pack_filters(const lanes filters[9], int16_t *target, size_t step) {
    lanes columns[3][winograd_cells], values[winograd_cells]; // [column of the filter][value]
    for (size_t x = 0; x < 3; x++)
        transform(filters[x], filters[3 + x], filters[6 + x], columns[x]);
    for (size_t y = 0; y < winograd_cells; y++) {
        transform(columns[0][y], columns[1][y], columns[2][y], values);
        for (size_t x = 0; x < winograd_cells; x++)
            memcpy(target + (winograd_cells * y + x) * step, values[x], sizeof values[x]);
    }
}

/// Reads the weights of the channels `c` and `c` + 1 for `columns` columns from `first` on, and
/// subtracts the zero point. A channel that the layer does not have gets zeros.
static void read_filters(const sight_q8_winograd_weights *w, size_t first, size_t columns, size_t c,
                         lanes filters[9]) {
    const uint8_t flip = w->is_signed ? 0x80 : 0;
    const int32_t zero = w->weight_zero_point + flip;
    const uint8_t *cell = (const uint8_t *)w->weights + first * 9 * w->channels + c;
    const _Bool both = w->channels - c > 1;
    for (size_t n = 0; n < columns; n++)
        for (size_t i = 0; i < 9; i++, cell += w->channels) {
            filters[i][2 * n] = (int16_t)((cell[0] ^ flip) - zero);
            filters[i][2 * n + 1] = (int16_t)(both ? (cell[1] ^ flip) - zero : 0);
        }
}

/// Packs the filters of up to 16 columns, and sums their weights.
static void pack_columns(const sight_q8_winograd_weights *w, size_t first, size_t columns,
                         int16_t *packed, int32_t sums[16]) {
    const size_t pairs = sight_q8_winograd_pairs(w->channels);
    lanes filters[9] = {{0}};
    int32_t totals[32] = {0};
    for (size_t pair = 0; pair < pairs; pair++) {
        read_filters(w, first, columns, 2 * pair, filters);
        for (size_t cell = 0; cell < 9; cell++)
            for (size_t i = 0; i < 32; i++)
                totals[i] += filters[cell][i];
        pack_filters(filters, packed + 32 * pair, 32 * pairs);
    }
    for (size_t n = 0; n < 16; n++)
        sums[n] = totals[2 * n] + totals[2 * n + 1];
}

void sight_q8_winograd_pack(const sight_q8_winograd_weights *w, void *packed) {
    const uint32_t za = (uint32_t)w->input_zero_point;
    for (size_t first = 0; first < w->columns; first += 16) {
        char *panel = (char *)packed + first / 16 * sight_q8_winograd_panel_bytes(w->channels);
        const size_t columns = w->columns - first < 16 ? w->columns - first : 16;
        int32_t sums[16], starts[16] = {0};
        float factors[16] = {0};
        pack_columns(w, first, columns, (int16_t *)(void *)(panel + 128), sums);
        for (size_t n = 0; n < columns; n++) {
            const uint32_t bias = w->biases ? (uint32_t)w->biases[first + n] : 0;
            starts[n] = (int32_t)(36 * (bias - za * (uint32_t)sums[n]));
            if (w->multipliers)
                factors[n] = sight_nearest_factor(w->multipliers[first + n], w->rights[first + n]);
        }
        memcpy(panel, starts, sizeof starts);
        memcpy(panel + 64, factors, sizeof factors);
    }
}

#define KERNEL(function, tier, channels, columns, pixels, tile_kilobytes)                          \
    {#function, tier, channels, columns, pixels, 1024 * tile_kilobytes, function},
static const sight_q8_winograd_kernel kernels[] = {
#include "q8-winograd.inc"
};
#undef KERNEL

const sight_q8_winograd_kernel *sight_q8_winograd_kernels(size_t *count) {
    *count = sizeof kernels / sizeof kernels[0];
    return kernels;
}

const sight_q8_winograd_kernel *sight_q8_winograd_faster(sight_tier tier) {
    // On Intel's processors the transforms take more time than fewer products save; see isa.h.
    if (tier == sight_tier_avx512vnni && sight_is_intel())
        return NULL;
    for (size_t i = 1; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i].tier == tier && sight_tier_available(tier))
            return &kernels[i];
    return NULL;
}
