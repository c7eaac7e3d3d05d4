// One multiplier and shift for all channels; see sight_requantize_one_floor in
// requantize-avx512.h.
typedef struct {
    __m256i multiplier; // 64-bit lanes
    __m256i rounding;   // 2^(30+e), and 2^30 when rounding twice; 64-bit lanes
    __m256i even_shift; // 31+e
    __m256i odd_shift;  // e-1
} sight_rectifier;

SIGHT_INLINE sight_rectifier sight_rectifier_load(const sight_q8_dwconv_panel panel,
                                                  const _Bool once) {
    const int e = panel.right[0];
    return (sight_rectifier){_mm256_set1_epi32(panel.multiplier[0]),
                             _mm256_set1_epi64x((once ? 0 : 1ll << 30) + (1ll << (30 + e))),
                             _mm256_set1_epi64x(31 + e), _mm256_set1_epi64x(e - 1)};
}

SIGHT_INLINE __m256i sight_rectify(__m256i sums, const sight_rectifier *q) {
    __m256i even = _mm256_mul_epi32(sums, q->multiplier);
    __m256i odd = _mm256_mul_epi32(_mm256_srli_epi64(sums, 32), q->multiplier);
    even = _mm256_srav_epi64(_mm256_add_epi64(even, q->rounding), q->even_shift);
    odd = _mm256_srav_epi64(_mm256_add_epi64(odd, q->rounding), q->odd_shift);
    return _mm256_blend_epi32(even, odd, 0xAA);
}
