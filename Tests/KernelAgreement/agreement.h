#ifndef SIGHT_KERNEL_AGREEMENT_H
#define SIGHT_KERNEL_AGREEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "CSightKernels.h"

// Compares every kernel with its family's reference on seeded random cases. It is plain C, so that
// it needs only a cross compiler and an emulator; the Swift tests compare the references with their
// definitions.

// The number of cases for each kernel. A failed case is printed with its seed.
enum { agreement_cases = 1500 };

// A source of random values: SplitMix64 (Steele, Lea, Flood 2014).
typedef struct {
    uint64_t state;
} agreement_random;

/// Makes the source of one case.
agreement_random agreement_seeded(uint64_t seed);

/// Returns 64 random bits.
uint64_t agreement_next(agreement_random *random);

/// Returns a number in least...greatest.
int32_t agreement_between(agreement_random *random, int32_t least, int32_t greatest);

/// Returns a random one of `count` sizes.
size_t agreement_pick(agreement_random *random, const size_t *sizes, size_t count);
#define AGREEMENT_PICK(random, ...)                                                                \
    agreement_pick(random, (const size_t[]){__VA_ARGS__},                                          \
                   sizeof((const size_t[]){__VA_ARGS__}) / sizeof(size_t))

/// Returns a byte; the limits of the signed and the unsigned range are frequent, as sums overflow
/// there.
uint8_t agreement_byte(agreement_random *random);

/// Allocates exactly `count` bytes and fills them with `agreement_byte`.
void *agreement_bytes(agreement_random *random, size_t count);

/// Allocates `count` floats in -1...1, or whole numbers in -8...8, whose sums are exact.
float *agreement_floats(agreement_random *random, size_t count, _Bool whole);

/// Allocates exactly `bytes` zeroed bytes until the end of the case. An access to the next byte
/// ends the program, also under emulators, which have no sanitizer.
void *agreement_allocate(size_t bytes);

/// Releases all memory of a case.
void agreement_release(void);

/// Returns random offsets [rows, taps] of runs in `pixels` pixels; every sixth is padding.
int32_t *agreement_offsets(agreement_random *random, size_t count, size_t pixels, size_t bytes);

/// Returns a small random filter over small images of two batches; the caller sets the memory.
sight_image agreement_image(agreement_random *random, size_t pixel_bytes);

/// Splits an output into up to four blocks; columns are split at a multiple of `width`.
size_t agreement_blocks(agreement_random *random, size_t rows, size_t columns, size_t width,
                        sight_block blocks[4]);

/// Whether a float differs from the expected one by at most `bound`; NaN equals NaN.
_Bool agreement_near(float value, float expected, double bound);

/// Whether `count` floats equal the expected ones; NaN equals NaN.
_Bool agreement_all_equal(const float *values, const float *expected, size_t count);

/// Whether `count` sums of `terms` products agree: exactly for whole numbers, else to the rounding
/// of every product and every sum, each at most FLT_EPSILON / 2 of a partial sum of at most
/// `terms`.
_Bool agreement_all_near(const float *values, const float *expected, size_t count, size_t terms,
                         _Bool whole);

// The requantization of a random case.
typedef struct {
    _Bool is_signed;
    int32_t input_zero_point, weight_zero_point;
    int32_t *multipliers, *lefts, *rights, *biases; // [channels]
    sight_requantization output;
} agreement_quantization;

/// Makes a random requantization; with `left_once`, multipliers above 1 may round once.
agreement_quantization agreement_quantize(agreement_random *random, size_t channels,
                                          _Bool left_once);

/// Runs one case of the kernel at `index` and returns whether it agrees with the reference.
typedef _Bool (*agreement_case)(size_t index, uint64_t seed);

/// Runs all cases of a kernel if its tier is available, prints a line, and counts the result.
void agreement_run(const char *name, sight_tier tier, size_t index, agreement_case run);

/// Returns the kernels of rows at an index of `sight_row_kernels_all`.
const sight_row_kernels *agreement_row_kernels(size_t index);

/// Each family has a function and a file.
void agreement_f32_igemm(void);
void agreement_bf16_igemm(void);
void agreement_f32_sparse(void);
void agreement_f32_planar(void);
void agreement_f32_dwconv(void);
void agreement_q4_gemm(void);
void agreement_q8_igemm(void);
void agreement_q8_planar(void);
void agreement_q8_dwconv(void);
void agreement_q8_row(void);
void agreement_q8_winograd(void);
void agreement_q16_igemm(void);
void agreement_q8_binary(void);
void agreement_pixels(void);
void agreement_rows(void);
void agreement_row_functions(void); // functions of floats and softmax, among the kernels of rows
void agreement_row_recurrent(void); // of recurrent layers, among the same kernels
void agreement_fourier(void);
void agreement_panel(void);
void agreement_copy_rows(void);
void agreement_pool(void);

#endif
