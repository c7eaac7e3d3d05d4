#ifndef SIGHT_ISA_INTERNAL_H
#define SIGHT_ISA_INTERNAL_H

#include "sight-isa.h"

#include <stdint.h>

// The target attribute of each tier, used as
//   SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2) … SIGHT_TARGET_END
// around the functions of a kernel file. isa.c asks the processor for the same extensions; change
// both together.
#define SIGHT_TARGET_AVX2 "avx2,fma,f16c"
#define SIGHT_TARGET_AVXVNNI "avx2,fma,f16c,avxvnni"
#define SIGHT_TARGET_AVX512 "avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl"
#define SIGHT_TARGET_AVX512VNNI "avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"
#define SIGHT_TARGET_AMXINT8 SIGHT_TARGET_AVX512VNNI ",amx-tile,amx-int8"
#define SIGHT_TARGET_BYTE_PERMUTES SIGHT_TARGET_AVX512 ",avx512vbmi"
#define SIGHT_TARGET_BFLOAT16 SIGHT_TARGET_AVX512 ",avx512bf16"
#if defined(__clang__) // adds to the target of the command line
#define SIGHT_TARGET_NEONDOT "dotprod"
#define SIGHT_TARGET_NEONI8MM "dotprod,i8mm"
#else // GCC inlines an intrinsic only into functions whose target has its instruction
#define SIGHT_TARGET_NEONDOT "arch=armv8.2-a+dotprod"
#define SIGHT_TARGET_NEONI8MM "arch=armv8.2-a+dotprod+i8mm"
#endif

/// Whether the processor permutes the bytes of two AVX-512 registers (VBMI). This extension is part
/// of no tier: the first processors with AVX-512 and VNNI lack it.
_Bool sight_has_byte_permutes(void);

/// Whether Intel made the processor. On Intel's server processors, the two units for 512-bit
/// products also compute all other 512-bit arithmetic; AMD's processors have further units for it.
///
/// Five choices follow, and all of Intel's processors get them. The first two were measured on
/// Intel's Cascade Lake and Emerald Rapids, the next two on Emerald Rapids alone, and the last on
/// no processor of Intel:
/// 1. One load fills all lanes of a register. If a load of one lane and a second instruction fill
///    them, 8-bit models take 4 to 14 % longer on Cascade Lake, and 12 to 38 % on Emerald Rapids.
///    On AMD's Zen 5, dense int8 layers reach 65 % of the peak with the one load, and 85 % with the
///    two instructions.
/// 2. The tier avx512vnni computes layers with 8-bit weights without Winograd's transforms. Models
///    with such layers take 17 to 40 % longer with the transforms on Cascade Lake, and 6 to 22 % on
///    Emerald Rapids.
/// 3. No layer multiplies bfloat16: float models take 1.2 to 2.1 times as long with it.
/// 4. Layers on AVX2 with more products in chains are computed in chains; see q8-igemm-chains.h.
/// 5. The last columns of floats on AVX-512, up to 8, take registers of 512 bits. Those of 256 bits
///    save a third of the time on AMD's Zen 4.
_Bool sight_is_intel(void);

/// Whether the processor multiplies bfloat16 in AVX-512 registers (AVX512_BF16) faster than floats;
/// see sight_is_intel. This extension is part of no tier, as some processors with AVX-512 and VNNI
/// lack it.
_Bool sight_has_fast_bfloat16(void);

#define SIGHT_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define SIGHT_TARGET_BEGIN(features)                                                               \
    SIGHT_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define SIGHT_TARGET_END SIGHT_PRAGMA(clang attribute pop)
#else
#define SIGHT_TARGET_BEGIN(features)                                                               \
    SIGHT_PRAGMA(GCC push_options) SIGHT_PRAGMA(GCC target(features))
#define SIGHT_TARGET_END SIGHT_PRAGMA(GCC pop_options)
#endif

// Marks the parts of a kernel. Inlining makes their numbers of rows and registers constants.
#define SIGHT_INLINE static inline __attribute__((always_inline))

// Unrolls the loop over registers that follows.
#if defined(__clang__)
#define SIGHT_UNROLL SIGHT_PRAGMA(clang loop unroll(full))
#else
#define SIGHT_UNROLL SIGHT_PRAGMA(GCC unroll 16)
#endif

/// Hides the origin of a register's value from the compiler, which then cannot recompute or fold
/// it.
#define SIGHT_OPAQUE(constraint, value) __asm__("" : "+" constraint(value))

/// Lets the compiler believe that an address depends on a vector, so that it does not load from the
/// address before it has computed the vector.
#define SIGHT_AFTER(vector, address) __asm__("" : "+r"(address) : "x"(vector))

/// Asks the processor to load the cache line that lies 2 KiB after `weights`.
///
/// The inner loop of a product calls this function for each line of its packed weights. Otherwise
/// the processor loads weights from outside the second-level cache too late. The line may lie past
/// the end of the weights: a prefetch never fails.
SIGHT_INLINE void sight_prefetch(const void *weights) {
    __builtin_prefetch((const void *)((uintptr_t)weights + 2048));
}

// At the head of a file or a function: forbids fused multiply-adds, so that every product is
// rounded before it is added. GCC does so with -std=c17 and has no pragma for it.
#if defined(__clang__)
#define SIGHT_NO_CONTRACTION SIGHT_PRAGMA(STDC FP_CONTRACT OFF)
#else
#define SIGHT_NO_CONTRACTION
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define SIGHT_X86 1
#elif defined(__aarch64__) || defined(_M_ARM64)
#define SIGHT_ARM64 1
#endif

#endif
