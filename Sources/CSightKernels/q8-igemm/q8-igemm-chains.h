#ifndef SIGHT_Q8_IGEMM_CHAINS_H
#define SIGHT_Q8_IGEMM_CHAINS_H

#include <stddef.h>
#include <stdint.h>

// Chains of products that are added in 16 bits, for AVX2.
//
// AVX2's product of bytes multiplies two uint8 activations with two int8 weights and adds both
// products in 16 bits. A further product widens these sums to 32 bits. Several products of bytes
// can be added before they are widened if no activations let the sum of a lane overflow. This is so
// if neither the positive weights of the lane nor the magnitudes of its negative ones sum to more
// than 127, because 255 * 127 < 2^15. A chain is up to four groups of four inputs, not always
// neighbors, whose weights keep this bound in all lanes of 8 columns. If a pair of weights exceeds
// the bound alone, the group is split into several groups of the same inputs, whose weights sum to
// those of the group. So the weights are w - zw, also if these do not fit int8, and c is zero.
// (Khudia et al. 2021, FBGEMM, accumulate in 16 bits as well, and keep large weights in a sparse
// matrix.)
//
// A panel of 16 columns has two blocks of 8 columns, each `sight_q8_chains_block_bytes` long:
//   uint16 counts [4]: the number of chains of four, three, two and one groups, in this order
//   uint16 offsets [room]: of each group of the chains, the position of its inputs in a row
//   int8   weights [room][8][4]

enum {
    sight_q8_chains_longest = 4,
    sight_q8_chains_groups = 1152, // the most groups of four inputs of a layer with chains
};

/// The most groups of a block, with those that result from splitting.
static inline size_t sight_q8_chains_room(size_t groups) { return groups + groups / 4 + 8; }

/// The size of the counts and offsets of a block in bytes.
static inline size_t sight_q8_chains_head_bytes(size_t groups) {
    return (2 * (sight_q8_chains_longest + sight_q8_chains_room(groups)) + 31) / 32 * 32;
}

/// The size of a block in bytes.
static inline size_t sight_q8_chains_block_bytes(size_t groups) {
    return sight_q8_chains_head_bytes(groups) + 32 * sight_q8_chains_room(groups);
}

// The input of arranging: a layer's packed panels, each of int8 weights [ceil(depth / 4)][16][4].
// Weights past `depth` and those of missing columns are zero.
typedef struct {
    int8_t *weights; // of the first panel
    size_t columns;  // of all panels
    size_t stride;   // bytes from the weights of one panel to those of the next
    size_t depth;    // of all filter cells together
    int32_t offset;  // c
} sight_q8_chains_panels;

/// Returns whether chains are faster. The function counts the products of up to two panels.
///
/// Chains have to save a twentieth of the products, as measured on AMD's Zen 4. On Intel's
/// processors they may take a tenth more, as measured on Emerald Rapids: there, the units that
/// multiply also add, and chains need fewer additions.
_Bool sight_q8_chains_suit(const sight_q8_chains_panels *panels);

/// Arranges the weights of all panels in chains, in their place. Returns 0 if the chains of a panel
/// do not fit; then some panels have lost their weights.
_Bool sight_q8_chains_arrange(const sight_q8_chains_panels *panels);

#endif
