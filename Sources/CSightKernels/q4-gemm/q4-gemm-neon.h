// What the tiers neon and neondot share: vectors of four columns.

enum { sight_lanes = 4 };

typedef float32x4_t floats;

SIGHT_INLINE floats load_floats(const float *values) { return vld1q_f32(values); }
SIGHT_INLINE void store_floats(float *values, floats v) { vst1q_f32(values, v); }
SIGHT_INLINE floats repeated(float value) { return vdupq_n_f32(value); }
SIGHT_INLINE floats clamped(floats v, float least, float greatest) {
    return vminq_f32(repeated(greatest), vmaxq_f32(repeated(least), v));
}

typedef struct {
    int8x16_t low, high; // four columns of four depths each
} weights;
