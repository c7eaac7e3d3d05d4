// Parts of a register of eight floats on AVX2. The including file has included <immintrin.h>.

/// The mask of the first lanes, at most seven.
SIGHT_INLINE __m256i sight_lanes(size_t count) {
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), lanes);
}

/// Loads the first `count` floats, or eight if `count` is larger; sets the other lanes to zero.
SIGHT_INLINE __m256 sight_load_floats(const float *floats, size_t count) {
    return count >= 8 ? _mm256_loadu_ps(floats) : _mm256_maskload_ps(floats, sight_lanes(count));
}

/// Clamps floats. The bound is the first operand, so that a NaN value stays NaN, as in the
/// reference.
SIGHT_INLINE __m256 sight_clamp_floats(__m256 value, __m256 minimum, __m256 maximum) {
    return _mm256_min_ps(maximum, _mm256_max_ps(minimum, value));
}

/// Writes the first `count` lanes, or all eight if `count` is larger. Some processors take longer
/// for a store with a mask than for up to three stores.
SIGHT_INLINE void sight_store_floats(float *output, __m256 value, size_t count) {
    if (count >= 8) {
        _mm256_storeu_ps(output, value);
        return;
    }
    __m128 part = _mm256_castps256_ps128(value);
    if (count & 4) {
        _mm_storeu_ps(output, part);
        part = _mm256_extractf128_ps(value, 1);
        output += 4;
    }
    if (count & 2) {
        _mm_storel_pi((__m64 *)(void *)output, part);
        part = _mm_movehl_ps(part, part);
        output += 2;
    }
    if (count & 1)
        _mm_store_ss(output, part);
}
