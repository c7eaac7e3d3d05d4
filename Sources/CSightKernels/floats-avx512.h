// Parts of a register of 16 lanes on AVX-512. The including file has included <immintrin.h>.

/// The mask of the first lanes; 16 or more are all.
SIGHT_INLINE __mmask16 sight_first_lanes(size_t count) {
    return (__mmask16)(count >= 16 ? 0xFFFF : (1u << count) - 1);
}

/// Clamps floats. The bound is the first operand, so that a NaN value stays NaN, as in the
/// reference.
SIGHT_INLINE __m512 sight_clamp_floats(__m512 value, __m512 minimum, __m512 maximum) {
    return _mm512_min_ps(maximum, _mm512_max_ps(minimum, value));
}
