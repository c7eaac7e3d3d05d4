#include "q8-igemm-chains.h"

#include "../isa.h"

#if SIGHT_X86
#include <immintrin.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

enum {
    most_groups = sight_q8_chains_groups + sight_q8_chains_groups / 4 + 8,
    open_chains = 4,
    // Products of 8 columns that take as long as widening the inputs of a row, measured on Zen 4.
    widening = 16,
};

// The weights of a group for 8 columns, as int16: columns 0 to 3, columns 4 to 7.
typedef struct {
    __m256i half[2];
} group_weights;

typedef struct {
    uint16_t groups[sight_q8_chains_longest]; // indices of the builder's groups
    uint16_t length;
} chain;

// A chain that may get further groups.
typedef struct {
    __m256i extent;
    size_t index; // of the builder's chains
} open_chain;

// The chains of a block under construction.
typedef struct {
    size_t room, count; // the most groups, and how many there are
    __m256i weights[most_groups];
    uint16_t offsets[most_groups];
    chain chains[most_groups];
    open_chain open[open_chains];
    size_t chain_count, open_count;
} builder;

/// For each pair of weights, the sum of the positive ones and that of the magnitudes of the
/// negative ones, as uint8, saturated. A pair exceeds the bound if the top bit of a byte is set.
SIGHT_INLINE __m256i extent_of(const group_weights *w) {
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi16(1);
    __m256i positive[2], negative[2];
    SIGHT_UNROLL
    for (int i = 0; i < 2; i++) {
        positive[i] = _mm256_madd_epi16(_mm256_max_epi16(w->half[i], zero), ones);
        negative[i] =
            _mm256_madd_epi16(_mm256_max_epi16(_mm256_sub_epi16(zero, w->half[i]), zero), ones);
    }
    return _mm256_packus_epi16(_mm256_packs_epi32(positive[0], positive[1]),
                               _mm256_packs_epi32(negative[0], negative[1]));
}

/// Whether all sums of an extent keep the bound.
SIGHT_INLINE _Bool fits(__m256i extent) { return _mm256_movemask_epi8(extent) == 0; }

/// Adds a group that keeps the bound to the first open chain that keeps the bound with it. If there
/// is no such chain, the group starts a new one. Returns 0 if the block is full.
SIGHT_INLINE _Bool place(builder *b, const group_weights *w, __m256i extent, size_t offset) {
    if (b->count == b->room)
        return 0;
    const uint16_t group = (uint16_t)b->count++;
    b->offsets[group] = (uint16_t)offset;
    // Narrowing takes four columns of each half in turn; the permutation restores their order.
    b->weights[group] = _mm256_permute4x64_epi64(_mm256_packs_epi16(w->half[0], w->half[1]), 0xD8);
    for (size_t i = 0; i < b->open_count; i++) {
        const __m256i sum = _mm256_add_epi8(b->open[i].extent, extent);
        if (!fits(sum))
            continue;
        b->open[i].extent = sum;
        chain *c = &b->chains[b->open[i].index];
        c->groups[c->length++] = group;
        if (c->length == sight_q8_chains_longest)
            b->open[i] = b->open[--b->open_count];
        return 1;
    }
    if (b->open_count == open_chains) { // the oldest chain is closed
        b->open_count--;
        memmove(b->open, b->open + 1, b->open_count * sizeof b->open[0]);
    }
    b->open[b->open_count++] = (open_chain){extent, b->chain_count};
    b->chains[b->chain_count++] = (chain){.groups = {group}, .length = 1};
    return 1;
}

/// Reduces each pair of weights of a vector that exceeds the bound, so that it keeps it.
///
/// The weights become weight * 127 / size, rounded toward zero, where the size of a pair is the sum
/// of both magnitudes. No rounding of floats lets a pair exceed the bound: a quotient below 128
/// that is not whole is at least 1 / size from the next whole number, and its error is below 2^-16.
/// A whole one may become one less.
SIGHT_INLINE __m256i reduced_pairs(__m256i pairs) {
    const __m256i most = _mm256_set1_epi32(127);
    const __m256i sizes = _mm256_madd_epi16(_mm256_abs_epi16(pairs), _mm256_set1_epi16(1));
    const __m256 factors =
        _mm256_div_ps(_mm256_cvtepi32_ps(most), _mm256_cvtepi32_ps(_mm256_max_epi32(sizes, most)));
    const __m256i first = _mm256_srai_epi32(_mm256_slli_epi32(pairs, 16), 16);
    const __m256i second = _mm256_srai_epi32(pairs, 16);
    const __m256i low = _mm256_cvttps_epi32(_mm256_mul_ps(_mm256_cvtepi32_ps(first), factors));
    const __m256i high = _mm256_cvttps_epi32(_mm256_mul_ps(_mm256_cvtepi32_ps(second), factors));
    return _mm256_blend_epi16(low, _mm256_slli_epi32(high, 16), 0xAA);
}

/// Reduces each pair of weights that exceeds the bound, so that it keeps it.
SIGHT_INLINE group_weights reduced(const group_weights *w) {
    return (group_weights){{reduced_pairs(w->half[0]), reduced_pairs(w->half[1])}};
}

/// The offset for each weight of a group; zero for weights that the first `depth` inputs or the
/// first `columns` columns do not have.
static group_weights offsets_of_group(size_t depth, size_t columns, int32_t offset) {
    int16_t offsets[32];
    for (size_t i = 0; i < 32; i++)
        offsets[i] = (int16_t)(i % 4 < depth && i / 4 < columns ? offset : 0);
    group_weights result;
    memcpy(&result, offsets, sizeof result);
    return result;
}

/// Loads the weights of a group for 8 columns of a panel.
SIGHT_INLINE group_weights load_group(const int8_t *packed, const group_weights *offsets) {
    group_weights w;
    SIGHT_UNROLL
    for (int i = 0; i < 2; i++) {
        const __m128i *bytes = (const __m128i *)(const void *)(packed + 16 * i);
        w.half[i] =
            _mm256_add_epi16(_mm256_cvtepi8_epi16(_mm_loadu_si128(bytes)), offsets->half[i]);
    }
    return w;
}

/// Arranges 8 columns, from `column` on. `packed` has the weights of a group each `stride` bytes.
/// Returns 0 if they do not fit.
static _Bool build(builder *b, const int8_t *packed, size_t stride,
                   const sight_q8_chains_panels *panels, size_t column) {
    const size_t depth = panels->depth, groups = (depth + 3) / 4;
    const size_t columns = panels->columns - column;
    group_weights offsets = offsets_of_group(depth, columns, panels->offset);
    b->room = sight_q8_chains_room(groups);
    b->count = b->chain_count = b->open_count = 0;
    for (size_t group = 0; group < groups; group++, packed += stride) {
        if (depth - 4 * group < 4)
            offsets = offsets_of_group(depth - 4 * group, columns, panels->offset);
        group_weights w = load_group(packed, &offsets);
        for (;;) {
            const __m256i extent = extent_of(&w);
            if (fits(extent)) {
                if (!place(b, &w, extent, 4 * group))
                    return 0;
                break;
            }
            const group_weights part = reduced(&w);
            if (!place(b, &part, extent_of(&part), 4 * group))
                return 0;
            w.half[0] = _mm256_sub_epi16(w.half[0], part.half[0]);
            w.half[1] = _mm256_sub_epi16(w.half[1], part.half[1]);
        }
    }
    return 1;
}
SIGHT_TARGET_END

/// Writes the block of a builder.
static void write_block(const builder *b, size_t groups, char *block) {
    enum { longest = sight_q8_chains_longest };
    uint16_t counts[longest] = {0};
    size_t starts[longest]; // of the next chain of each length, the longest first
    for (size_t i = 0; i < b->chain_count; i++)
        counts[longest - b->chains[i].length]++;
    memcpy(block, counts, sizeof counts);
    for (size_t i = 0, start = 0; i < longest; i++) {
        starts[i] = start;
        start += (longest - i) * counts[i];
    }
    char *const offsets = block + sizeof counts;
    char *const weights = block + sight_q8_chains_head_bytes(groups);
    for (size_t i = 0; i < b->chain_count; i++) {
        const chain *c = &b->chains[i];
        size_t *const start = &starts[longest - c->length];
        for (size_t k = 0; k < c->length; k++, ++*start) {
            memcpy(offsets + 2 * *start, &b->offsets[c->groups[k]], 2);
            memcpy(weights + 32 * *start, &b->weights[c->groups[k]], 32);
        }
    }
}

_Bool sight_q8_chains_suit(const sight_q8_chains_panels *panels) {
    builder b;
    size_t products = 0, blocks = 0;
    const size_t groups = (panels->depth + 3) / 4, count = (panels->columns + 15) / 16;
    // Each group takes a product, and so does the widening of each chain. Without chains, each
    // group takes two, and widening the inputs of a row for several panels takes as long as some
    // products.
    for (size_t panel = 0; panel < count; panel += (count + 1) / 2, blocks++) {
        if (!build(&b, panels->weights + panel * panels->stride, 64, panels, 16 * panel))
            return 0;
        products += b.count + b.chain_count;
    }
    const size_t bound = sight_is_intel() ? 22 : 19;
    const size_t saved = count > 1 ? widening / (2 * count) : 0;
    return 20 * products <= (bound * 2 * groups + 20 * saved) * blocks;
}

_Bool sight_q8_chains_arrange(const sight_q8_chains_panels *panels) {
    builder b;
    int8_t second[sight_q8_chains_groups * 32]; // the weights of the second 8 columns
    const size_t groups = (panels->depth + 3) / 4;
    for (size_t column = 0; column < panels->columns; column += 16) {
        int8_t *weights = panels->weights + column / 16 * panels->stride;
        for (size_t group = 0; group < groups; group++)
            memcpy(second + 32 * group, weights + 64 * group + 32, 32);
        if (!build(&b, weights, 64, panels, column))
            return 0;
        write_block(&b, groups, (char *)weights);
        if (column + 8 >= panels->columns)
            break;
        if (!build(&b, second, 32, panels, column + 8))
            return 0;
        write_block(&b, groups, (char *)weights + sight_q8_chains_block_bytes(groups));
    }
    return 1;
}
#else // no kernel of another architecture has this order
_Bool sight_q8_chains_suit(const sight_q8_chains_panels *panels) {
    (void)panels;
    return 0;
}

_Bool sight_q8_chains_arrange(const sight_q8_chains_panels *panels) {
    (void)panels;
    return 0;
}
#endif
