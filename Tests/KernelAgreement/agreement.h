#ifndef SIGHT_KERNEL_AGREEMENT_H
#define SIGHT_KERNEL_AGREEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "CSightKernels.h"

// Agreement of every kernel with its family's reference on seeded random cases. Plain C, so that a
// cross compiler and an emulator are all it needs; the Swift tests hold the references themselves
// against their definitions.

// Cases for each kernel. Failed ones are printed with the seed that makes them again.
enum { agreement_cases = 1500 };

// A source of random values: SplitMix64 (Steele, Lea, Flood 2014).
typedef struct {
    uint64_t state;
} agreement_random;

/// The source of one case.
agreement_random agreement_seeded(uint64_t seed);

/// Any 64 bits.
uint64_t agreement_next(agreement_random *random);

/// A number in least...greatest.
int32_t agreement_between(agreement_random *random, int32_t least, int32_t greatest);

/// A random one of `count` sizes.
size_t agreement_pick(agreement_random *random, const size_t *sizes, size_t count);
#define AGREEMENT_PICK(random, ...)                                                                \
    agreement_pick(random, (const size_t[]){__VA_ARGS__},                                          \
                   sizeof((const size_t[]){__VA_ARGS__}) / sizeof(size_t))

/// A byte; the ends of the signed and the unsigned range are frequent, where sums overflow.
uint8_t agreement_byte(agreement_random *random);

/// `count` of such bytes, in memory of exactly that size.
void *agreement_bytes(agreement_random *random, size_t count);

/// `count` floats in -1...1, or whole numbers in -8...8 whose sums are exact.
float *agreement_floats(agreement_random *random, size_t count, _Bool whole);

/// Zeroed memory of exactly `bytes` bytes: touching the next one ends the program, under emulators
/// too, which no sanitizer helps. Valid until the case ends.
void *agreement_allocate(size_t bytes);

/// Ends the life of all that was allocated.
void agreement_release(void);

/// Random offsets [rows, taps] of runs in `pixels` pixels; every sixth is padding.
int32_t *agreement_offsets(agreement_random *random, size_t count, size_t pixels, size_t bytes);

/// A small random filter over small images of two batches; whoever asks fills in the memory.
sight_image agreement_image(agreement_random *random, size_t pixel_bytes);

/// Splits an output in up to four blocks; columns are split at a multiple of `width`.
size_t agreement_blocks(agreement_random *random, size_t rows, size_t columns, size_t width,
                        sight_block blocks[4]);

/// Whether a float is as near as `bound` to what is expected; NaN equals NaN.
_Bool agreement_near(float value, float expected, double bound);

// The requantisation of a random case.
typedef struct {
    _Bool is_signed;
    int32_t input_zero_point, weight_zero_point;
    int32_t *multipliers, *lefts, *rights, *biases; // [channels]
    sight_requantization output;
} agreement_quantization;

/// Makes one; `left_once`: multipliers above 1 may round once.
agreement_quantization agreement_quantize(agreement_random *random, size_t channels,
                                          _Bool left_once);

/// Runs one case of a kernel and says whether it agrees; `index` is the kernel's.
typedef _Bool (*agreement_case)(size_t index, uint64_t seed);

/// Runs all cases of a kernel where its tier is available, prints a line, and counts.
void agreement_run(const char *name, sight_tier tier, size_t index, agreement_case run);

/// The families, one function and one file each.
void agreement_f32_igemm(void);
void agreement_f32_planar(void);
void agreement_f32_dwconv(void);
void agreement_q8_igemm(void);
void agreement_q8_dwconv(void);
void agreement_hybrid_igemm(void);
void agreement_q8_binary(void);
void agreement_pixels(void);
void agreement_rows(void);
void agreement_panel(void);
void agreement_copy_rows(void);
void agreement_pool(void);

#endif
