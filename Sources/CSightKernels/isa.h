#ifndef SIGHT_ISA_INTERNAL_H
#define SIGHT_ISA_INTERNAL_H

#include "sight-isa.h"

// The target attribute of each tier, used as
//   SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2) … SIGHT_TARGET_END
// around the functions of a kernel file. Its probe is in isa.c; change both together.
#define SIGHT_TARGET_AVX2 "avx2,fma,f16c"
#define SIGHT_TARGET_AVX512 "avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl"
#define SIGHT_TARGET_AVX512VNNI "avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"

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

#if defined(__x86_64__) || defined(_M_X64)
#define SIGHT_X86 1
#elif defined(__aarch64__) || defined(_M_ARM64)
#define SIGHT_ARM64 1
#endif

#endif
