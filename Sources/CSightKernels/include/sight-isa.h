#ifndef SIGHT_ISA_H
#define SIGHT_ISA_H

// The SIMD tiers, from the reference upward. A processor with a tier may lack a lower one: some
// have AVX-512 but no AVX-VNNI. A tier names all extensions that its kernels use; isa.h has its
// target string, and isa.c asks the processor for it.
typedef enum {
    sight_tier_scalar = 0,
    sight_tier_avx2 = 1,       // AVX2, FMA, F16C
    sight_tier_avxvnni = 2,    // the same and AVX-VNNI
    sight_tier_avx512 = 3,     // AVX2 and AVX-512 F, BW, DQ, VL
    sight_tier_avx512vnni = 4, // the same and VNNI
    sight_tier_amxint8 = 5,    // the same and AMX tiles of 8-bit integers
    sight_tier_neon = 6,       // Advanced SIMD of AArch64
    sight_tier_neondot = 7,    // the same and dot products: Armv8.2 and later
    sight_tier_neoni8mm = 8,   // the same and products of 8-bit matrices: Armv8.6 and later
    sight_tier_count = 9,
} sight_tier;

/// Whether this processor and operating system can run kernels of the tier.
_Bool sight_tier_available(sight_tier tier);

/// The tier in use: the best available one, or the tier that the environment variable SIGHT_TIER
/// names ("scalar", "avx2", "avxvnni", "avx512", "avx512vnni", "amxint8", "neon", "neondot",
/// "neoni8mm") if that is available. The variable is read once.
sight_tier sight_current_tier(void);

/// The tier's name as SIGHT_TIER spells it; "unknown" outside the enum.
const char *sight_tier_name(sight_tier tier);

#endif
