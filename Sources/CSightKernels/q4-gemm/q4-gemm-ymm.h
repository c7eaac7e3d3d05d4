// What the tiers avx2 and avxvnni share: vectors of eight columns.

enum { sight_lanes = 8 };

typedef __m256 floats;
typedef __m256i step_sums;

SIGHT_INLINE floats load_floats(const float *values) { return _mm256_loadu_ps(values); }
SIGHT_INLINE void store_floats(float *values, floats v) { _mm256_storeu_ps(values, v); }
SIGHT_INLINE floats repeated(float value) { return _mm256_set1_ps(value); }
SIGHT_INLINE floats clamped(floats v, float least, float greatest) {
    return _mm256_min_ps(repeated(greatest), _mm256_max_ps(repeated(least), v));
}

typedef struct {
    __m256i low, high;
} weights;

/// Repeats four activations.
SIGHT_INLINE __m256i four(const uint8_t *a) {
    int32_t bytes;
    memcpy(&bytes, a, 4);
    return _mm256_set1_epi32(bytes);
}
